"""Practice matches, matches, games and replays."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Field, Path, Query, Router, Status

from arena.api import showing
from arena.api.access import needs, user_of, visitor
from arena.api.finding import visible_bot
from arena.api.paging import Order, Page, Paging
from arena.api.problems import ProblemError
from arena.api.routes.params import NO_ZERO, Id
from arena.api.schemas import GameDetail, GameOut, MatchOut, NewPractice
from arena.api.scopes import Scope
from arena.matches import replay_store
from arena.matches.actions.practice import PracticeError, request_practice
from arena.matches.line_up import line_up
from arena.matches.models import Game, GameState
from arena.matches.reading import visible_games, visible_matches, with_seats
from arena.replays.access import has_frames, is_open, seats_with_logs
from arena.replays.conversations import conversation_of
from arena.replays.looking import note_logs
from engines.errors import UnknownVariantError

router = Router(tags=["games"])


class GameFilter(Paging):
    variant: str = Field("", max_length=80, pattern=NO_ZERO)
    bot: str = Field("", max_length=60, pattern=NO_ZERO, description="Slug of a bot that sits in it.")
    owner: str = Field("", max_length=30, pattern=NO_ZERO, description="Account name of somebody whose bot sits in it.")
    match: int | None = Field(None, ge=1, le=2**63 - 1)
    state: GameState | None = None
    faults_only: bool = False


@router.post(
    "/practice",
    response={201: MatchOut},
    operation_id="practise",
    summary="Ask for a practice match",
    **needs(Scope.PRACTICE),
)
def practise(request: HttpRequest, body: NewPractice) -> Status[dict[str, Any]]:
    user = user_of(request)
    bot, *opponents = [visible_bot(slug, user) for slug in (body.bot, *body.opponents)]
    try:
        versions = line_up(bot, opponents, body.variant)
    except UnknownVariantError as reason:
        raise PracticeError(str(reason), "variant") from None
    match = request_practice(user, versions, body.variant, body.blocks, one_game=body.one_game)
    return Status(201, showing.match(match))


@router.get("/matches/{id}", response=MatchOut, operation_id="get_match", summary="How far a match is")
def get_match(request: HttpRequest, id: Id) -> dict[str, Any]:  # noqa: A002 - the name in the address
    match = visible_matches(visitor(request)).filter(pk=id).first()
    if match is None:
        raise ProblemError("not-found", f"There is no match {id}.")
    return showing.match(match)


@router.get("/games", response=Page[GameOut], operation_id="list_games", summary="Newest first")
def list_games(request: HttpRequest, wanted: Query[GameFilter]) -> dict[str, Any]:
    rows = with_seats(visible_games(visitor(request)))
    if wanted.variant:
        rows = rows.filter(variant=wanted.variant)
    if wanted.bot:
        rows = rows.filter(seats__version__bot__slug=wanted.bot).distinct()
    if wanted.owner:
        rows = rows.filter(seats__version__bot__owner__name=wanted.owner.lower()).distinct()
    if wanted.match is not None:
        rows = rows.filter(block__match=wanted.match)
    if wanted.state is not None:
        rows = rows.filter(state=wanted.state)
    if wanted.faults_only:
        rows = rows.filter(termination="fault")
    return Order("pk", is_descending=True).page(rows, wanted, showing.game)


def _visible_game(request: HttpRequest, pk: int) -> Game:
    game = with_seats(visible_games(visitor(request))).select_related("replay").filter(pk=pk).first()
    if game is None:
        raise ProblemError("not-found", f"There is no game {pk}.")
    return game


@router.get("/games/{id}", response=GameDetail, operation_id="get_game", summary="One game with its attempts")
def get_game(request: HttpRequest, id: Id) -> dict[str, Any]:  # noqa: A002 - the name in the address
    return showing.game_in_full(_visible_game(request, id))


@router.get(
    "/games/{id}/replay",
    response={200: dict[str, Any]},
    operation_id="get_replay",
    summary="The replay, once its block is finished",
)
def get_replay(request: HttpRequest, id: Id) -> HttpResponse:  # noqa: A002 - the name in the address
    game = _visible_game(request, id)
    if game.replay is None or not is_open(game):
        raise ProblemError(
            "not-found",
            "The replay is not open: this game was not played, or others of its block still play the same deal.",
        )
    return HttpResponse(replay_store.load_bytes(game.replay), content_type="application/json; charset=utf-8")


@router.get(
    "/games/{id}/seats/{seat}/conversation",
    response={200: None},
    operation_id="get_conversation",
    summary="All that your program was told in a game, and its answers, as JSON lines for `arena rerun`",
    **needs(Scope.READ),
)
def get_conversation(
    request: HttpRequest,
    id: Id,  # noqa: A002 - the name in the address
    seat: Annotated[int, Path(ge=0, le=100)],
) -> HttpResponse:
    user = user_of(request)
    game = _visible_game(request, id)
    own = next((each for each in seats_with_logs(game, user) if each.seat == seat), None)
    if own is None or not has_frames(game):
        raise ProblemError("not-found", "This game has no such seat of a bot of yours, or it was not played.")
    note_logs(user, own.version.bot, request.path)
    return HttpResponse(conversation_of(game, own), content_type="application/x-ndjson; charset=utf-8")
