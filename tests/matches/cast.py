"""Rows that many tests of matches need, made in one line each."""

import hashlib
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from arena.accounts.models import User
from arena.bots.actions.house import house_hash
from arena.bots.models import Bot, BotVersion, CheckState
from arena.matches import limits
from arena.matches.actions.claim import Batch, claim
from arena.matches.actions.hand_in import hand_in
from arena.matches.actions.schedule import Plan, schedule
from arena.matches.actions.void import reap_waiting
from arena.matches.models import Attempt, Game, Match, MatchKind
from arena.matches.replay_store import Packed
from arena.matches.results import PlayedGame, Result, SeatResult, Verdict, VoidGame
from arena.matches.sql.claiming import HeldGame
from engines.registry import names

SECRET = "0123456789abcdef0123456789abcdef"


def ready_version(owner: User | None, name: str, house: str = "") -> BotVersion:
    bot = Bot.objects.create(owner=owner, name=name, slug=name.lower(), games=names(), house_name=house)
    version = BotVersion.objects.create(
        bot=bot,
        number=1,
        content_hash=house_hash(house) if house else hashlib.sha256(name.encode()).hexdigest(),
        runtime="house" if house else "python",
        state=CheckState.READY,
    )
    bot.active_version = version
    bot.save()
    return version


def match(
    versions: Sequence[BotVersion],
    key: str = "practice/1",
    source: str = "practice:1",
    *,
    variant: str = "diamoniak-2",
    blocks: int = 1,
    kind: MatchKind = MatchKind.PRACTICE,
    scope: str = "",
) -> Match:
    deadline = timezone.now() + timedelta(hours=1)
    return schedule(Plan(kind, key, source, variant, versions, SECRET, scope or key, blocks, deadline))


@dataclass(frozen=True)
class Held:
    """A batch of one game, as most tests want it."""

    batch: Batch

    @property
    def game(self) -> HeldGame:
        return self.batch.games[0]

    @property
    def game_id(self) -> int:
        return self.game.id

    @property
    def token(self) -> uuid.UUID:
        return self.batch.token

    @property
    def attempt(self) -> int:
        return self.game.attempt


def next_game(worker: str = "worker-1", now: datetime | None = None) -> Held | None:
    batch = claim(worker, now, most=1)
    return None if batch is None else Held(batch)


def take(worker: str = "worker-1", now: datetime | None = None) -> Held:
    held = next_game(worker, now)
    assert held is not None
    return held


def result(ranks: Sequence[int] = (1, 2), faults: Sequence[str] = (), mark: str = "") -> Result:
    """``mark`` makes it a different one."""
    replay_hash = hashlib.sha256(f"{ranks}{faults}{mark}".encode()).hexdigest()
    kinds = [*faults, *[""] * (len(ranks) - len(faults))]
    seats = [SeatResult(fault=kind, fault_sentence=f"It was {kind}." if kind else "") for kind in kinds]
    termination = "fault" if any(kinds) else "normal"
    return Result(termination, list(ranks), [[0]] * len(ranks), 40, "t" * 64, replay_hash, seats)


def played(game: HeldGame, outcome: Result, now: datetime | None = None) -> PlayedGame:
    """With a replay that is nowhere."""
    moment = now or timezone.now()
    return PlayedGame(game, outcome, Packed(outcome.replay_hash, "none", 0, 1, 1), moment, moment)


def accept(held: Held, outcome: Result, now: datetime | None = None) -> Verdict:
    return hand_in(held.batch, [played(held.game, outcome, now)], now=now).verdicts[held.game_id]


def finish(held: Held, ranks: Sequence[int] = (1, 2), faults: Sequence[str] = ()) -> Verdict:
    return accept(held, result(ranks, faults))


def void(held: Held, cause: str, now: datetime | None = None) -> bool:
    """Our own failure. False: the lease was lost."""
    moment = now or timezone.now()
    before = Attempt.objects.filter(game=held.game_id).count()
    hand_in(held.batch, [], [VoidGame(held.game, cause, held.batch.taken_at)], moment)
    return Attempt.objects.filter(game=held.game_id).count() > before


def end_pauses() -> None:
    """Games that failed on our side may be tried again."""
    reap_waiting(timezone.now() + limits.LONGEST_PAUSE)


def games_of(found: Match) -> list[Game]:
    return list(Game.objects.filter(block__match=found).order_by("block__number", "number"))
