"""Rows that many tests of matches need, made in one line each."""

import hashlib
from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone

from arena.accounts.models import User
from arena.bots.actions.house import house_hash
from arena.bots.models import Bot, BotVersion, CheckState
from arena.matches.actions.accept_result import Result, SeatResult, Verdict, accept_result
from arena.matches.actions.claim import Lease, claim
from arena.matches.actions.schedule import Plan, schedule
from arena.matches.models import Game, Match, MatchKind, StoredReplay
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


def take(worker: str = "worker-1") -> Lease:
    lease = claim(worker)
    assert lease is not None
    return lease


def result(ranks: Sequence[int] = (1, 2), faults: Sequence[str] = (), mark: str = "") -> Result:
    """A result with a replay row of its own; ``mark`` makes it a different one."""
    replay_hash = hashlib.sha256(f"{ranks}{faults}{mark}".encode()).hexdigest()
    StoredReplay.objects.get_or_create(content_hash=replay_hash, defaults={"file": "none", "size_bytes": 1})
    kinds = [*faults, *[""] * (len(ranks) - len(faults))]
    seats = [SeatResult(fault=kind, fault_sentence=f"It was {kind}." if kind else "") for kind in kinds]
    termination = "fault" if any(kinds) else "normal"
    return Result(termination, list(ranks), [[0]] * len(ranks), 40, "t" * 64, replay_hash, seats)


def finish(lease: Lease, ranks: Sequence[int] = (1, 2), faults: Sequence[str] = ()) -> Verdict:
    return accept_result(lease, result(ranks, faults))


def games_of(found: Match) -> list[Game]:
    return list(Game.objects.filter(block__match=found).order_by("block__number", "number"))
