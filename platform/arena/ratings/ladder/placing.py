"""Batches of games that place newcomers, outside the ladder's cycles: close what is done, open what comes next.

The caller holds the pool's row lock. A batch is a period of its own: it is rated in the transaction that closes it, and
the next one waits until the fit knows it.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime
from functools import partial

from celery import current_app
from django.db import transaction

from arena.bots.models import BotVersion
from arena.matches import limits
from arena.matches.actions.schedule import Plan, schedule_all
from arena.matches.models import Match, MatchKind, MatchState
from arena.matches.seating import entrant_counts, games_of_block
from arena.ratings.actions.close_period import close_in
from arena.ratings.ladder.field import Field
from arena.ratings.ladder.placement import Pod, Table, next_batch
from arena.ratings.ladder.rules import BATCH_LIMIT, MOST_BATCHES, MOST_GAMES, PLACED_AT_ONCE
from arena.ratings.ladder.suspension import note_results
from arena.ratings.models import LadderEntry, Period, Pool
from engines import variant


def close_batches(pool: Pool, left_over: str, now: datetime) -> None:
    """Rate the batches that are over, or whose deadline is. Unfinished matches move to the period ``left_over``."""
    for entry in LadderEntry.objects.filter(pool=pool, batch_deadline__isnull=False).order_by("pk"):
        entry.pool = pool
        running = Match.objects.filter(period=entry.batch_key, state=MatchState.RUNNING)
        if entry.batch_deadline is not None and entry.batch_deadline > now and running.exists():
            continue
        # A match that ends just now keeps its place: the update looks at its state again after waiting for its row.
        running.update(period=left_over)
        LadderEntry.objects.filter(pk=entry.pk).update(batch_deadline=None)
        note_results(pool, entry.batch_key)
        if close_in(pool, entry.batch_key, now) is not None:
            nudge = partial(current_app.send_task, "arena.ratings.tasks.refit_pool", [pool.pk])
            transaction.on_commit(nudge, robust=True)


def open_batches(pool: Pool, field: Field, now: datetime) -> None:
    """For the newcomers that came first: their next batch, or their place among the others."""
    waiting = LadderEntry.objects.filter(pool=pool, pk__in=field.newcomers, batch_deadline=None)
    free = PLACED_AT_ONCE - LadderEntry.objects.filter(pool=pool, batch_deadline__isnull=False).count()
    entries = sorted(waiting, key=lambda entry: list(field.newcomers).index(entry.pk))
    rated = _last_events(pool, entries)
    for entry in entries:
        if free <= 0:
            return
        if rated.get(entry.batch_key, 0) > pool.fitted_seq:
            continue  # what its last batch told is not known yet
        newcomer = field.newcomers[entry.pk]
        is_over = newcomer.is_settled or entry.batch >= MOST_BATCHES or newcomer.games >= MOST_GAMES
        batch = [] if is_over else _plan(pool, field, entry.pk)
        if batch:
            _open(entry, batch, now)
            free -= 1
        else:  # placed, or there is nobody to place it against
            LadderEntry.objects.filter(pk=entry.pk).update(placed_at=now)


def _last_events(pool: Pool, entries: Sequence[LadderEntry]) -> dict[str, int]:
    for entry in entries:
        entry.pool = pool
    keys = [entry.batch_key for entry in entries]
    return dict(Period.objects.filter(key__in=keys).values_list("key", "last_seq"))


def _plan(pool: Pool, field: Field, entry: int) -> list[Pod]:
    played = variant(pool.variant)
    size = entrant_counts(played)[0]
    table = Table(played.rank_policy, size, len(games_of_block(played, size, 0)), field.drafted)
    return next_batch(field.newcomers[entry], field.opponents, table)


def _open(entry: LadderEntry, batch: Sequence[Pod], now: datetime) -> None:
    entry.batch += 1
    entry.batch_deadline = now + BATCH_LIMIT
    entry.save(update_fields=["batch", "batch_deadline"])
    versions = BotVersion.objects.in_bulk({member for pod in batch for member in pod.members})
    plans = []
    for place, pod in enumerate(batch):
        key = f"{entry.batch_key}/p{place}"
        plans.append(
            Plan(
                kind=MatchKind.LADDER,
                key=key,
                source=entry.pool.placement_source,
                variant=entry.pool.variant,
                versions=[versions[member] for member in pod.members],
                secret=secrets.token_hex(32),
                deal_scope=key,
                blocks=pod.blocks,
                deadline=now + limits.LADDER_DEADLINE,
                is_rated=True,
                period=entry.batch_key,
                place=place,
            )
        )
    schedule_all(plans)
