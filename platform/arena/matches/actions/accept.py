"""The control side of handing in: look at what restricted workers delivered, then take it in or refuse it."""

from collections.abc import Sequence

import structlog
from django.db import transaction
from django.utils import timezone

from arena.leases.models import Lease
from arena.matches import arrivals, nudges
from arena.matches.actions.claim import Batch
from arena.matches.actions.hand_in import hand_in
from arena.matches.actions.settle import settle_all
from arena.matches.arrivals import Arrival, Played
from arena.matches.models import Delivery, Game, GameState, WorkerRole
from arena.matches.results import PlayedGame, VoidGame
from arena.matches.sql import turns
from arena.matches.sql.claiming import HeldGame

MOST = 50
"""Deliveries of one task; the next comes in a second."""
_log = structlog.get_logger(__name__)


def accept_deliveries() -> int:
    """Everything that has arrived. One that cannot be read stops nobody else's."""
    taken = 0
    for pk in list(Delivery.objects.order_by("pk").values_list("pk", flat=True)[:MOST]):
        try:
            taken += _accept_one(pk)
        except Exception:  # whatever a worker wrote: the lease runs out, and the games are played by others
            _log.exception("delivery_failed", delivery=pk)
            Delivery.objects.filter(pk=pk).delete()
    return taken


def _accept_one(pk: int) -> int:
    with transaction.atomic():
        delivery = Delivery.objects.select_for_update(skip_locked=True).filter(pk=pk).first()
        lease = Lease.objects.filter(token=delivery.token).first() if delivery is not None else None
        if delivery is None:
            return 0
        delivery.delete()
        if lease is None:
            _log.warning("delivery_too_late", role=delivery.role)
            return 0
        batch = _batch(lease)
        played, voids = _looked_at(delivery, batch)
        handed_in = hand_in(batch, played, voids)
    settle_all(handed_in.matches)
    nudges.games_are_waiting()  # its role may hold one batch more now: somebody may have been turned away for that
    return len(handed_in.verdicts)


def _looked_at(delivery: Delivery, batch: Batch) -> tuple[list[PlayedGame], list[VoidGame]]:
    """What may be taken in. If anything in it is a lie nothing of it is believed, and the worker is stopped."""
    held = {game.id: game for game in batch.games}
    try:
        arrival = arrivals.read(delivery.payload)
        lie = _lie(delivery.role, held, arrival.played)
    except ValueError as error:
        arrival, lie = Arrival(), f"The delivery cannot be read: {error}"
    if lie:
        _stop(delivery.role, lie)
        now = timezone.now()
        return [], [VoidGame(game, f"The worker was not believed: {lie}"[:4000], now) for game in batch.games]
    _learn(arrival, batch)
    played = [
        PlayedGame(held[each.game], each.result, each.replay, each.started_at, each.ended_at)
        for each in arrival.played
        if each.game in held
    ]
    voids = [VoidGame(held[each.game], each.cause, each.started_at) for each in arrival.voids if each.game in held]
    return played, voids


def _lie(role: str, held: dict[int, HeldGame], played: Sequence[Played]) -> str:
    known = WorkerRole.objects.filter(name=role).first()
    is_trusted = known is not None and known.is_trusted
    for each in played:
        if each.game not in held:
            continue  # cancelled, or taken away: nothing is written for it
        if not arrivals.is_in_its_place(each) or len(each.result.seats) != len(held[each.game].versions):
            return f"Game {each.game}: the result has not the form of one."
        if (not is_trusted or arrivals.is_sampled()) and (why := arrivals.why_impossible(held[each.game], each)):
            return f"Game {each.game}: {why}"
    return ""


def _stop(role: str, why: str) -> None:
    _log.error("worker_stopped", role=role, why=why)
    WorkerRole.objects.filter(name=role, stopped_because="").update(stopped_because=why[:2000])


def go_on(role: str) -> bool:
    """Somebody has looked at the machine."""
    return bool(WorkerRole.objects.filter(name=role).update(stopped_because=""))


def _learn(arrival: Arrival, batch: Batch) -> None:
    versions = {version for game in batch.games for version in game.versions}
    variants = {game.variant for game in batch.games}
    costs = [each for each in arrival.lessons.seats if each[0] in versions and each[1] in variants]
    if late := arrival.lessons.late_ms.get(batch.source):
        turns.charge({batch.source: round(late)})
    if costs:
        turns.learn(sorted(costs))


def _batch(lease: Lease) -> Batch:
    """From our own rows: nothing of it is the worker's word."""
    games = Game.objects.filter(lease_token=lease.token, state=GameState.LEASED).order_by("pk")
    rows = tuple(_held(game) for game in games.select_related("block__match").prefetch_related("seats"))
    kind = games.values_list("block__match__kind", flat=True).first() or ""
    return Batch(lease.token, lease.worker, lease.source, kind, lease.taken_at, rows)


def _held(game: Game) -> HeldGame:
    seats = sorted(game.seats.all(), key=lambda seat: seat.seat)
    return HeldGame(
        id=game.pk,
        block_id=game.block_id,
        match_id=game.block.match_id,
        variant=game.variant,
        seed=bytes(game.block.seed),
        salt=bytes(game.salt),
        commitment=game.commitment,
        attempt=game.attempt_count + 1,
        expected_ms=game.expected_ms,
        versions=[seat.version_id for seat in seats],
    )
