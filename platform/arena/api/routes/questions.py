"""What would another bot have played, and how would the rest have gone? Questions about games that are over."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Field, Path, Router, Schema, Status

from arena.accounts.models import User
from arena.api.access import needs, user_of
from arena.api.finding import version_of, visible_bot
from arena.api.problems import ProblemError
from arena.api.routes.params import Id
from arena.api.scopes import Scope
from arena.bots.models import BotVersion
from arena.matches import replay_store
from arena.matches.models import Game
from arena.matches.reading import visible_games, with_seats
from arena.replays.access import is_open
from arena.replays.answers import Asked, Rest, answer_of, has_failed
from arena.replays.asking import MOST_ASKED, MOST_GAMES, Wish, ask, askable, of_person, take_over
from arena.replays.models import Question, QuestionKind, QuestionState
from engines.errors import EngineError
from referee.analysis.asking import AskingError, position_at

router = Router(tags=["games"])
Step = Annotated[int, Path(ge=0, le=100_000, description="Actions that were played before the decision.")]
BotName = Annotated[
    str,
    Field(
        max_length=80,
        pattern=r"^[-a-zA-Z0-9_]{1,60}(:[1-9][0-9]{0,8})?$",
        description="Slug of a bot, or with a version: `my-bot:3`.",
    ),
]


class AskBody(Schema):
    step: int = Field(ge=0, le=100_000, description="Actions that were played before the decision.")
    bots: list[BotName] = Field(min_length=1, max_length=MOST_ASKED)


class RestBody(Schema):
    step: int = Field(ge=0, le=100_000, description="Actions that were played before the decision.")
    bots: list[BotName] = Field(min_length=1, max_length=10, description="Who plays in each seat, from seat 0.")
    games: int = Field(20, ge=1, le=MOST_GAMES, description="Fewer if half a minute is not enough.")


class DecisionOut(Schema):
    game: int
    step: int
    seat: int
    decision: str
    played: str
    can_be_asked: list[str] = Field(description="At this seat, as `slug:version`; older versions for their owner.")


class QuestionOut(Schema):
    id: int
    game: int
    step: int
    kind: QuestionKind
    bots: list[str] = Field(description="Name and version of each, in the order of the question.")
    state: QuestionState
    asked: Asked | None = Field(description="What each would have played; null until it is known, or of a rest.")
    rest: Rest | None = Field(description="How often each side took which rank; null until it is known.")
    has_failed: bool = Field(description="For a reason of ours. Ask again.")
    asked_at: datetime
    finished_at: datetime | None


@router.get(
    "/games/{id}/decisions/{step}",
    response=DecisionOut,
    operation_id="get_decision",
    summary="A decision of a game whose block is finished, and who may be asked about it",
    **needs(Scope.READ),
)
def get_decision(request: HttpRequest, id: Id, step: Step) -> dict[str, Any]:  # noqa: A002 - the name in the address
    user = user_of(request)
    game = _open_game(id, user)
    assert game.replay is not None  # noqa: S101 - an open game has one
    try:
        position = position_at(replay_store.load(game.replay), step)
    except (AskingError, EngineError) as reason:
        raise ProblemError("not-found", str(reason)) from None
    return {
        "game": game.pk,
        "step": step,
        "seat": position.seat,
        "decision": position.state.decision(),
        "played": position.state.action_name(position.played),
        "can_be_asked": [f"{one.bot.slug}:{one.number}" for one in askable(user, game, position.seat)],
    }


@router.post(
    "/games/{id}/ask",
    response={201: QuestionOut},
    operation_id="ask_bots",
    summary="What would these bots have played there? Each sees exactly the view of that seat",
    **needs(Scope.PRACTICE),
)
def ask_bots(request: HttpRequest, id: Id, body: AskBody) -> Status[dict[str, Any]]:  # noqa: A002 - as above
    user = user_of(request)
    return Status(201, _shown(ask(user, _wish(id, body.step, body.bots, user))))


@router.post(
    "/games/{id}/rest",
    response={201: QuestionOut},
    operation_id="play_rest",
    summary="Play on from there, many times, with a bot of your choice in every seat",
    **needs(Scope.PRACTICE),
)
def play_rest(request: HttpRequest, id: Id, body: RestBody) -> Status[dict[str, Any]]:  # noqa: A002 - as above
    user = user_of(request)
    return Status(201, _shown(take_over(user, _wish(id, body.step, body.bots, user), body.games)))


@router.get(
    "/games/{id}/questions",
    response=list[QuestionOut],
    operation_id="list_questions",
    summary="Your newest questions about a game, newest first",
    **needs(Scope.READ),
)
def list_questions(request: HttpRequest, id: Id) -> list[dict[str, Any]]:  # noqa: A002 - as above
    user = user_of(request)
    return [_shown(question) for question in of_person(user, _open_game(id, user))]


@router.get(
    "/questions/{id}",
    response=QuestionOut,
    operation_id="get_question",
    summary="A question of yours, with its answer once a worker has found it",
    **needs(Scope.READ),
)
def get_question(request: HttpRequest, id: Id) -> dict[str, Any]:  # noqa: A002 - as above
    question = Question.objects.defer("task").filter(pk=id, asked_by=user_of(request)).first()
    if question is None:
        raise ProblemError("not-found", f"There is no question {id} of yours.")
    return _shown(question)


def _open_game(pk: int, user: User) -> Game:
    """What a seat saw tells its cards: nothing of it before the block is finished."""
    games = with_seats(visible_games(user)).select_related("block__match", "replay")
    game = games.filter(pk=pk).first()
    if game is None or not is_open(game):
        raise ProblemError(
            "not-found",
            f"There is no game {pk} to ask about: it was not played, or others of its block still play the same deal.",
        )
    return game


def _wish(pk: int, step: int, names: list[str], user: User) -> Wish:
    return Wish(_open_game(pk, user), step, [_version(name, user) for name in names])


def _version(name: str, user: User) -> BotVersion:
    slug, _, number = name.partition(":")
    bot = visible_bot(slug, user)
    if number:
        return version_of(bot, int(number))
    if bot.active_version is None:
        raise ProblemError("not-found", f"{bot.name} has no active version.")
    return version_of(bot, bot.active_version.number)


def _shown(question: Question) -> dict[str, Any]:
    answer = answer_of(question)
    return {
        "id": question.pk,
        "game": question.game_id,
        "step": question.step,
        "kind": question.kind,
        "bots": [entry["label"] for entry in question.line_up],
        "state": question.state,
        "asked": answer if isinstance(answer, Asked) else None,
        "rest": answer if isinstance(answer, Rest) else None,
        "has_failed": has_failed(question),
        "asked_at": question.asked_at,
        "finished_at": question.finished_at,
    }
