"""The control side of handing in: look at what restricted workers delivered, then take it in or refuse it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import structlog
from django.db import transaction
from django.utils import timezone

from arena.matches import arrivals, nudges
from arena.matches.actions.claim import Batch
from arena.matches.actions.hand_in import hand_in
from arena.matches.actions.settle import settle_all
from arena.matches.arrivals import Arrival, Learned, Played
from arena.matches.models import Delivery, WorkerRole
from arena.matches.results import PlayedGame, VoidGame
from arena.matches.sql import delivering, turns
from arena.matches.sql.claiming import HeldGame
from arena.matches.sql.delivering import Delivered

MOST = 50
"""Deliveries of one task; the next comes in a second."""
_log = structlog.get_logger(__name__)


@dataclass
class _Taken:
    """By one task. What follows from its deliveries is done for all of them at once."""

    games: int = 0
    matches: set[int] = field(default_factory=set)
    """Where a block was finished or a bot faulted."""
    lessons: list[Learned] = field(default_factory=list)


def accept_deliveries() -> int:
    """Everything that has arrived. One that cannot be read stops nobody else's."""
    taken = _Taken()
    for pk in list(Delivery.objects.order_by("pk").values_list("pk", flat=True)[:MOST]):
        try:
            _accept_one(pk, taken)
        except Exception:  # whatever a worker wrote: the lease runs out, and the games are played by others
            _log.exception("delivery_failed", delivery=pk)
            Delivery.objects.filter(pk=pk).delete()
    if taken.lessons:
        # Their roles may hold some batches more now. Whoever was turned away for that, perhaps while one was looked at,
        # is called whatever becomes of the rest.
        nudges.games_are_waiting()
    settle_all(sorted(taken.matches))
    _learn(taken.lessons)
    return taken.games


def _accept_one(pk: int, taken: _Taken) -> None:
    with transaction.atomic():
        delivered = delivering.take_out(pk)
        if delivered is None:
            return
        if delivered.lease is None:
            _log.warning("delivery_too_late", role=delivered.role)
            return
        lease = delivered.lease
        batch = Batch(
            lease.token, lease.worker, lease.source, lease.kind, lease.taken_at, delivering.held_games(lease.token)
        )
        found = _looked_at(delivered, batch)
        handed_in = hand_in(batch, found.played, found.voids)
    taken.games += len(handed_in.verdicts)
    taken.matches.update(handed_in.matches)
    taken.lessons.append(found.lessons)


@dataclass(frozen=True)
class _Found:
    """What may be taken in of a delivery."""

    played: list[PlayedGame]
    voids: list[VoidGame]
    lessons: Learned


def _looked_at(delivered: Delivered, batch: Batch) -> _Found:
    """If anything in it is a lie nothing of it is believed, and the worker is stopped."""
    held = {game.id: game for game in batch.games}
    try:
        arrival = arrivals.read(delivered.payload)
        lie = _lie(held, arrival.played, is_trusted=delivered.is_trusted)
    except ValueError as error:
        arrival, lie = Arrival(), f"The delivery cannot be read: {error}"
    if lie:
        _stop(delivered.role, lie)
        now = timezone.now()
        voids = [VoidGame(game, f"The worker was not believed: {lie}"[:4000], now) for game in batch.games]
        return _Found([], voids, Learned())
    played = [
        PlayedGame(held[each.game], each.result, each.replay, each.started_at, each.ended_at)
        for each in arrival.played
        if each.game in held
    ]
    voids = [VoidGame(held[each.game], each.cause, each.started_at) for each in arrival.voids if each.game in held]
    return _Found(played, voids, _lessons(arrival, batch))


def _lie(held: dict[int, HeldGame], played: Sequence[Played], *, is_trusted: bool) -> str:
    for each in played:
        if each.game not in held:
            continue  # cancelled, or taken away: nothing is written for it
        if not arrivals.is_in_its_place(each) or len(each.result.seats) != len(held[each.game].versions):
            return f"Game {each.game}: the result has not the form of one."
        if (not is_trusted or arrivals.is_sampled()) and (why := arrivals.why_impossible(held[each.game], each)):
            return f"Game {each.game}: {why}"
    return ""


def _lessons(arrival: Arrival, batch: Batch) -> Learned:
    """Of its own games and its own source; a worker has no say about others."""
    versions = {version for game in batch.games for version in game.versions}
    variants = {game.variant for game in batch.games}
    late_ms = {name: ms for name, ms in arrival.lessons.late_ms.items() if name == batch.source}
    return Learned(late_ms, [each for each in arrival.lessons.seats if each[0] in versions and each[1] in variants])


def _learn(lessons: Sequence[Learned]) -> None:
    """One statement each, however many deliveries: a version that several of them played is learned once."""
    late_ms: Counter[str] = Counter()
    seats: dict[tuple[int, str], tuple[float, int]] = {}
    for lesson in lessons:
        late_ms.update({name: round(ms) for name, ms in lesson.late_ms.items()})
        for version, variant, seat_ms, games in lesson.seats:
            before, known = seats.get((version, variant), (0.0, 0))
            seats[version, variant] = ((before * known + seat_ms * games) / (known + games), known + games)
    with transaction.atomic():
        if late_ms:
            turns.charge(late_ms)
        if seats:
            turns.learn([(*key, *seats[key]) for key in sorted(seats)])


def _stop(role: str, why: str) -> None:
    _log.error("worker_stopped", role=role, why=why)
    WorkerRole.objects.filter(name=role, stopped_because="").update(stopped_because=why[:2000])


def go_on(role: str) -> bool:
    """Somebody has looked at the machine."""
    return bool(WorkerRole.objects.filter(name=role).update(stopped_because=""))
