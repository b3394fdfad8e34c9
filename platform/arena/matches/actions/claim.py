"""Take the next game from the queue under a lease, fairly.

Sources take turns, the one served longest ago first; all practice shares one turn. Within a source the oldest game
goes first. Games of a bot that already plays in many games wait, so one slow bot cannot fill all workers.
"""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db import connection, transaction
from django.db.models import Count, Exists, Max, OuterRef, QuerySet
from django.utils import timezone

from arena.matches import limits
from arena.matches.models import (
    Attempt,
    AttemptOutcome,
    Game,
    GameState,
    MatchKind,
    QueueSource,
    QueueSwitch,
    Seat,
)

_CLAIM_LOCK = 0x6B61726D61
"""Advisory lock of claiming: the caps below are counted and kept under it. A claim takes milliseconds."""


@dataclass(frozen=True)
class Lease:
    """The right to play one game until the deadline passes without a heartbeat."""

    game_id: int
    token: uuid.UUID
    attempt: int


@transaction.atomic
def claim(worker: str, now: datetime | None = None, *, with_uploads: bool = True) -> Lease | None:
    """The next game for this worker, or None when nothing may be played now.

    A worker that cannot lock programs in asks without uploads: it plays games among house bots only.
    """
    now = now or timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_CLAIM_LOCK])
    busy = _busy_bots()
    for source in _sources_in_turn():
        game = _oldest(source, busy, with_uploads=with_uploads)
        if game is not None:
            QueueSource.objects.filter(pk=source.pk).update(served_at=now)
            return _lease(game, worker, now)
    return None


def _lease(game: Game, worker: str, now: datetime) -> Lease:
    token = uuid.uuid4()
    game.state = GameState.LEASED
    game.lease_token = token
    game.attempt_count += 1
    game.deadline = now + limits.LEASE
    game.started_at = now
    game.reason = f"Being played by {worker}."
    game.save(update_fields=["state", "lease_token", "attempt_count", "deadline", "started_at", "reason"])
    Attempt.objects.create(
        game=game,
        number=game.attempt_count,
        token=token,
        worker=worker,
        outcome=AttemptOutcome.RUNNING,
        started_at=now,
        heartbeat_at=now,
    )
    return Lease(game.pk, token, game.attempt_count)


def _sources_in_turn() -> Iterator[QueueSource]:
    paused = set(QueueSwitch.objects.filter(is_paused=True).values_list("queue", flat=True))
    full = _users_at_their_cap()
    waiting = Game.objects.filter(state=GameState.QUEUED, source=OuterRef("name"))
    turns = dict(QueueSource.objects.values_list("group").annotate(last=Max("served_at")))
    sources = QueueSource.objects.filter(Exists(waiting), is_paused=False)
    for source in sorted(sources, key=lambda each: (turns[each.group], each.served_at, each.pk)):
        if source.name.split(":")[0] not in paused and source.name not in full:
            yield source


def _oldest(source: QueueSource, busy: set[int], *, with_uploads: bool) -> Game | None:
    games: QuerySet[Game] = Game.objects.filter(state=GameState.QUEUED, source=source.name)
    if busy:
        games = games.exclude(seats__version__bot__in=busy)
    if not with_uploads:
        games = games.exclude(seats__version__bot__house_name="")
    # Rows that somebody is just cancelling or forfeiting are passed over.
    return games.order_by("queued_at", "id").select_for_update(skip_locked=True, of=("self",)).first()


def _busy_bots() -> set[int]:
    """Uploaded bots at their cap. House bots are everybody's opponents and have none."""
    counts = (
        Seat.objects.filter(game__state=GameState.LEASED, version__bot__house_name="")
        .values("version__bot")
        .annotate(games=Count("game", distinct=True))
        .filter(games__gte=limits.MAX_RUNNING_PER_BOT)
    )
    return {row["version__bot"] for row in counts}


def _users_at_their_cap() -> set[str]:
    """Practice sources are named after the user, so their running games are counted by source."""
    counts = (
        Game.objects.filter(state=GameState.LEASED, source__startswith=f"{MatchKind.PRACTICE.value}:")
        .values("source")
        .annotate(games=Count("id"))
        .filter(games__gte=limits.MAX_RUNNING_PER_USER)
        .order_by()  # the usual order of games would join the blocks
    )
    return {row["source"] for row in counts}
