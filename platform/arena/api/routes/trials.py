"""Tests of versions: ask for one, follow it, stop it. For the owner of the bot, and staff who helps out."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from ninja import Field, Query, Router, Schema, Status

from arena.accounts.models import User
from arena.api import showing
from arena.api.access import needs, user_of
from arena.api.finding import own_bot, version_of
from arena.api.paging import Order, Page, Paging
from arena.api.problems import ProblemError
from arena.api.routes.params import BotSlug, Id, Number
from arena.api.schemas import SLUG
from arena.api.scopes import Scope
from arena.trials import limits
from arena.trials.actions.request import GAIN, request_trial, stop_trial
from arena.trials.models import Trial, TrialState

router = Router(tags=["bots"])
_FARTHEST = 4000.0
"""Points of Elo that mean anything; see ``referee.ratings.lead``."""


class NewTrial(Schema):
    against: int = Field(ge=1, le=2**31 - 1, description="Number of the other version of the same bot.")
    variant: str = Field(min_length=1, max_length=80, pattern=SLUG)
    elo0: float = Field(GAIN[0], ge=-_FARTHEST, le=_FARTHEST, description="A lead that is not worth having.")
    elo1: float = Field(GAIN[1], ge=-_FARTHEST, le=_FARTHEST, description="A lead that is.")
    max_games: int = Field(limits.MOST_GAMES, ge=1, le=limits.MOST_GAMES)


class WithoutLuckOut(Schema):
    elo: float | None
    margin_95: float | None
    blocks: int = Field(description="Those whose games are analysed: it takes a while after they end.")
    variance_left: float = Field(description="Below one: as sure as 1 / this times the games.")


class TrialOut(Schema):
    id: int
    bot: str
    version: int
    against: int
    variant: str
    elo0: float
    elo1: float
    max_games: int
    is_required: bool = Field(description="Passing it makes the version the active one.")
    state: TrialState
    reason: str
    llr: float = Field(description="The evidence: at `high` the version is better, at `low` it is not.")
    low: float
    high: float
    elo: float | None = Field(description="Lead that the blocks show; null while it has no bound.")
    margin_95: float | None
    without_luck: WithoutLuckOut | None = Field(
        description="The lead without the luck of the cards, where that helps. Not of tests that run, not in lists."
    )
    blocks: int
    games: int
    blocks_left: int | None = Field(description="About how many, if it goes on as so far.")
    points: list[float] = Field(description="Mean points a game: of the version, of the other.")
    faults: list[int]
    created_at: datetime
    finished_at: datetime | None
    url: str


def _own_trial(pk: int, user: User) -> Trial:
    trial = Trial.objects.select_related("version__bot", "against").filter(pk=pk).first()
    if trial is None or not trial.version.bot.belongs_to(user):
        raise ProblemError("not-found", f"There is no test {pk} of a bot of yours.")
    return trial


@router.post(
    "/bots/{slug}/versions/{number}/tests",
    response={201: TrialOut},
    operation_id="test_version",
    summary="Play this version against another one until a sequential test can tell which is better",
    **needs(Scope.PRACTICE),
)
def test_version(request: HttpRequest, slug: BotSlug, number: Number, body: NewTrial) -> Status[dict[str, Any]]:
    user = user_of(request)
    bot = own_bot(slug, user)
    versions = version_of(bot, number), version_of(bot, body.against)
    made = request_trial(user, *versions, body.variant, (body.elo0, body.elo1), max_games=body.max_games)
    return Status(201, showing.trial(made))


@router.get(
    "/bots/{slug}/versions/{number}/tests",
    response=Page[TrialOut],
    operation_id="list_tests",
    summary="Tests of a version, newest first",
    **needs(Scope.READ),
)
def list_tests(request: HttpRequest, slug: BotSlug, number: Number, paging: Query[Paging]) -> dict[str, Any]:
    version = version_of(own_bot(slug, user_of(request)), number)
    rows = version.trials.select_related("version__bot", "against")
    return Order("pk", is_descending=True).page(rows, paging, showing.trial)


@router.get(
    "/tests/{id}",
    response=TrialOut,
    operation_id="get_test",
    summary="Where a test stands",
    **needs(Scope.READ),
)
def get_test(request: HttpRequest, id: Id) -> dict[str, Any]:  # noqa: A002 - the name in the address
    return showing.trial_in_full(_own_trial(id, user_of(request)))


@router.post(
    "/tests/{id}/stop",
    response=TrialOut,
    operation_id="stop_test",
    summary="Stop a test; what was played stays",
    **needs(Scope.PRACTICE),
)
def stop_test(request: HttpRequest, id: Id) -> dict[str, Any]:  # noqa: A002 - the name in the address
    user = user_of(request)
    trial = _own_trial(id, user)
    if not stop_trial(trial.pk):
        raise ProblemError("conflict", f"Test {id} is {trial.get_state_display()}: there is nothing to stop.")
    return showing.trial(_own_trial(id, user))
