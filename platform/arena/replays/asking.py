"""Questions to bots about a finished game: who may be asked, asking, and what becomes of a question nobody answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from celery import current_app
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.bots import quotas
from arena.bots.models import Bot, BotVersion, CheckState
from arena.matches import replay_store
from arena.matches.models import Game, Seat
from arena.replays.access import is_open
from arena.replays.models import OPEN_QUESTIONS, Question, QuestionKind, QuestionState
from engines import variant

MOST_ASKED = 8
"""In one question: all grades of the house and some more. Each may take ten seconds to start."""
MOST_GAMES = 100
"""Of one rest: a chance is then known to within ten per cent, at two standard errors."""
BUDGET_S = 30.0
"""Of one rest: no game is begun later, so that slow bots do not keep a worker from the games."""
MOST_OPEN = 3
"""Of one person at a time."""
MOST_WAITING = 100
"""In all: at half a minute each the last one's turn comes within the hour."""
MOST_ATTEMPTS = 2
"""What took a worker down twice would do so again."""
WAITS = timedelta(hours=1)
"""Then nobody came for it: no worker that could answer runs."""
KEEP = timedelta(days=30)
"""Answers, for the person who asked. Asking again costs little."""


class QuestionError(ValueError):
    """It cannot be asked, with a sentence for the person."""


def askable(user: User, game: Game, seat: int) -> list[BotVersion]:
    """Who may be asked at a seat: house grades, older versions of the bot in that seat for its owner, and all bots that
    this person may practise against. House bots first, then the seat's own bot."""
    own = Seat.objects.select_related("version__bot").get(game=game, seat=seat).version.bot
    open_ones = Bot.objects.open_to_practice(user).filter(games__contains=[variant(game.variant).game])
    wanted = Q(bot__in=open_ones, bot__active_version=F("pk"))
    if own.belongs_to(user) and not own.is_retired:
        wanted |= Q(bot=own, state=CheckState.READY)
    versions = BotVersion.objects.filter(wanted).select_related("bot")
    return sorted(
        versions,
        key=lambda version: (
            not version.bot.is_house,
            version.bot_id != own.pk,
            version.bot.name.lower(),
            -version.number,
        ),
    )


@dataclass(frozen=True)
class Wish:
    """A decision of a finished game, and who is asked, or who sits in each seat of the rest."""

    game: Game
    step: int
    versions: Sequence[BotVersion]


@transaction.atomic
def ask(user: User, wish: Wish, now: datetime | None = None) -> Question:
    """What would each of them have played there? Raises ``QuestionError`` or ``QuotaError``."""
    now = now or timezone.now()
    if not 1 <= len(wish.versions) <= MOST_ASKED:
        raise QuestionError(_("Choose 1 to %(most)d bots.") % {"most": MOST_ASKED})
    seat = _seat_at(wish.game, wish.step)
    _require_allowed(wish.versions, {version.pk for version in askable(user, wish.game, seat)})
    return _put(user, wish, QuestionKind.ASK, len(wish.versions), now)


@transaction.atomic
def take_over(user: User, wish: Wish, games: int, now: datetime | None = None) -> Question:
    """How would the rest have gone with these bots in the seats? Raises as ``ask`` does."""
    now = now or timezone.now()
    if len(wish.versions) != variant(wish.game.variant).seats:
        raise QuestionError(_("Choose a bot for every seat."))
    if not 1 <= games <= MOST_GAMES:
        raise QuestionError(_("Choose 1 to %(most)d games.") % {"most": MOST_GAMES})
    _seat_at(wish.game, wish.step)
    for at, version in enumerate(wish.versions):
        _require_allowed([version], {allowed.pk for allowed in askable(user, wish.game, at)})
    return _put(user, wish, QuestionKind.REST, games, now)


def _seat_at(game: Game, step: int) -> int:
    """Whose decision it was."""
    if game.replay is None or not is_open(game):
        raise QuestionError(_("Bots can be asked when all games of the block are over."))
    actions = replay_store.load(game.replay).actions
    if not 0 <= step < len(actions):
        raise QuestionError(_("This game has the decisions 0 to %(last)d.") % {"last": len(actions) - 1})
    return actions[step].seat


def _require_allowed(versions: Sequence[BotVersion], allowed: set[int]) -> None:
    for version in versions:
        if version.pk not in allowed:
            raise QuestionError(
                _("%(name)s cannot be asked: it does not play this game, or its owner does not want it.")
                % {"name": version}
            )


def _put(user: User, wish: Wish, kind: QuestionKind, games: int, now: datetime) -> Question:
    quotas.use_practice(user, games, now)  # locks the row of the user: what follows is counted one after another
    Question.objects.filter(asked_by=user, finished_at__lt=now - KEEP).delete()
    if Question.objects.filter(asked_by=user, state__in=OPEN_QUESTIONS).count() >= MOST_OPEN:
        raise QuestionError(_("You have %(most)d open questions. Wait for an answer.") % {"most": MOST_OPEN})
    if Question.objects.filter(state__in=OPEN_QUESTIONS).count() >= MOST_WAITING:
        raise QuestionError(_("Many questions wait for an answer. Ask again in some minutes."))
    game = wish.game
    assert game.replay is not None  # noqa: S101 - see _seat_at
    line_up = [{"version": version.pk, "label": str(version)} for version in wish.versions]
    question = Question.objects.create(
        game=game,
        step=wish.step,
        kind=kind,
        asked_by=user,
        asked_at=now,
        line_up=line_up,
        deadline=now + WAITS,
        task={
            "kind": kind.value,
            "step": wish.step,
            "line_up": line_up,
            "games": games,
            "replay": replay_store.load_bytes(game.replay).decode(),
        },
    )
    transaction.on_commit(partial(current_app.send_task, "arena.replays.tasks.answer"), robust=True)
    return question


@transaction.atomic
def look_after(now: datetime) -> bool:
    """What a worker left behind waits again, what nobody answers ends. Says whether somebody should be called."""
    lost = Question.objects.filter(state__in=OPEN_QUESTIONS, deadline__lte=now)
    over = Q(state=QuestionState.WAITING) | Q(attempts__gte=MOST_ATTEMPTS)
    lost.filter(over).update(state=QuestionState.FAILED, deadline=None, token=None, task={}, finished_at=now)
    lost.update(state=QuestionState.WAITING, token=None, deadline=now + WAITS)
    return Question.objects.filter(state=QuestionState.WAITING).exists()


def of_person(user: User, game: Game) -> list[Question]:
    """The questions of one person about a game, newest first."""
    return list(Question.objects.filter(asked_by=user, game=game).defer("task").order_by("-pk")[:20])
