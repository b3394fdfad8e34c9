"""Invariants of whole tournaments in a database, with everything that can go wrong on the way; see the developers' page
for their numbers. The same tournament is played twice from the same start: quietly, and under fire."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from arena.matches.actions.settle import settle
from arena.matches.actions.void import reap_waiting
from arena.matches.models import Game, GameState
from arena.ratings.actions.close_period import close_period
from arena.ratings.models import DuePeriod, RatingEvent, Snapshot
from arena.tournaments.models import Play, PlayState, Tournament, TournamentState
from arena.tournaments.running.advance import advance
from tests.matches.cast import Held, next_game, void
from tests.tournament_engine import cast

CUPS: list[tuple[int, str, str, dict[str, object]]] = [
    (4, "double_elimination", "diamoniak-2", {}),
    (5, "swiss", "diamoniak-2", {"rounds": 3}),
    (5, "pod_swiss", "diamoniak-3", {"rounds": 2}),
    (4, "groups_knockout", "diamoniak-2", {"groups": 2, "advance": 1}),
]
OPEN = (GameState.QUEUED, GameState.LEASED, GameState.PAUSED)


@contextmanager
def rolled_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def outcome(cup: Tournament) -> list[Any]:
    """All that must not depend on luck, without ids that differ between two runs."""
    cup.refresh_from_db()
    assert cup.state == TournamentState.FINISHED
    events = RatingEvent.objects.order_by("pool", "seq").values_list("seq", "period__key", "game__block__match__key")
    live = Snapshot.objects.order_by("period__key", "version").values_list("period__key", "version", "live", "games")
    return [cast.structure(cup), cup.places, cup.log_hash, list(events), list(live)]


def close_what_is_due(rng: random.Random | None = None) -> None:
    due = list(DuePeriod.objects.values_list("key", flat=True))
    if rng is not None:
        rng.shuffle(due)
    for key in due:
        close_period(key)
        close_period(key)


def quietly(cup: Tournament) -> list[Any]:
    while cast.play_one(cast.by_lot):
        advance(cup.pk)
        close_what_is_due()
    return outcome(cup)


def under_fire(cup: Tournament, rng: random.Random, workers: int) -> list[Any]:
    """Many games at once that end in any order, workers that die, messages that come one to three times, or late."""
    held: list[Held] = []
    for _ in range(1000):
        while len(held) < workers and (lease := next_game("test")) is not None:
            held.append(lease)
        if not held:
            advance(cup.pk)  # the beat: what a lost message left behind moves on
            if not Game.objects.filter(state__in=OPEN).exists():
                break
            continue
        lease = held.pop(rng.randrange(len(held)))
        if lease.attempt < 4 and rng.random() < 0.15:
            a_worker_dies(cup, lease)
            continue
        cast.play_one(cast.by_lot, lease)
        for _ in range(rng.choice((0, 1, 1, 3))):
            settle(Game.objects.get(pk=lease.game_id).block.match_id)
            advance(cup.pk)
        if rng.random() < 0.3:
            close_what_is_due(rng)
        is_finished(cup)
    close_what_is_due(rng)
    return outcome(cup)


def a_worker_dies(cup: Tournament, lease: Held) -> None:
    """Invariant 8: a void attempt changes nothing but the counter of attempts; after its pause the game waits again."""
    advance(cup.pk)  # what other workers handed in counts first
    before = cast.structure(cup)
    assert void(lease, "The power failed.")
    advance(cup.pk)
    assert cast.structure(cup) == before
    game = Game.objects.get(pk=lease.game_id)
    assert (game.state, game.ranks, game.attempt_count) == (GameState.PAUSED, None, lease.attempt)
    assert game.deadline is not None
    reap_waiting(game.deadline + timedelta(seconds=1))
    game.refresh_from_db()
    assert game.state == GameState.QUEUED


def is_finished(cup: Tournament) -> None:
    """Invariant 11: never while a game waits or is played."""
    cup.refresh_from_db()
    if cup.state == TournamentState.FINISHED:
        assert not Game.objects.filter(state__in=OPEN).exists()
        assert not Play.objects.filter(state=PlayState.OPEN).exists()


@settings(
    max_examples=2,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    phases=(
        Phase.explicit,
        Phase.reuse,
        Phase.generate,
    ),  # an example takes seconds: looking for a smaller one, minutes
)
@given(st.sampled_from(CUPS), st.sampled_from((1, 3, 16)), st.integers(0, 2**32))
def test_invariants_6_7_8_and_11_nothing_depends_on_workers_deaths_repeats_or_the_order_of_arrival(
    db: None, kind: tuple[int, str, str, dict[str, object]], workers: int, seed: int
) -> None:
    count, name, variant, chosen = kind
    with rolled_back():
        cup = cast.started(cast.organiser(), cast.field(count), name, variant=variant, settings=chosen)
        with rolled_back():
            expected = quietly(cup)
        with rolled_back():
            assert under_fire(cup, random.Random(seed), workers) == expected
            rows = cast.structure(cup)
            assert not advance(cup.pk)
            assert cast.structure(cup) == rows
