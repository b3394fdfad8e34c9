"""A worker is cut off from database and broker without a word: it never hangs, and no game is lost or counted twice."""

import os
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest

from arena.bots.models import BotVersion
from arena.chaos.cable import SHORT, Cable, NoCableError
from arena.matches import limits
from arena.matches.models import Attempt, AttemptOutcome, Game, GameState
from tests import network
from tests.chaos import asking
from tests.chaos.harness import LEASE_S, Arena
from tests.matches import cast

IS_REAL = bool(os.environ.get("ARENA_REAL_CUTS"))
"""Ten seconds and five minutes, with the leases and the connections of production, instead of a twentieth of it."""
TERM_S = 60.0 if IS_REAL else LEASE_S
SHORT_CUT_S = 10.0 if IS_REAL else LEASE_S / 3
LONG_CUT_S = 300.0 if IS_REAL else 0.0
"""At the least; the heir's results are waited for in any case."""
PATIENCE = "" if IS_REAL else SHORT


@pytest.fixture
def arena(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Arena]:
    monkeypatch.setattr(limits, "QUEUE_PATIENCE", timedelta(seconds=TERM_S))
    with Arena(lease_s=TERM_S) as arena:
        yield arena


@pytest.fixture
def cable() -> Iterator[Cable]:
    try:
        with network.changing(), Cable() as cable:
            yield cable
    except NoCableError as reason:
        pytest.skip(str(reason))


def test_a_short_cut_in_the_middle_of_games_costs_nothing(arena: Arena, house: list[BotVersion], cable: Cable) -> None:
    match = cast.match(house, blocks=150)
    arena.start_far_worker("far", cable, PATIENCE)
    arena.start_worker("control", ("control",))
    arena.start_beat()
    arena.wait(asking.done, "it plays")
    cable.cut()
    time.sleep(SHORT_CUT_S)  # the cut itself; what follows is waited for
    cable.mend()
    arena.wait(lambda: asking.is_over(match), "the match is over")
    assert asking.results(match) == 300
    assert {game.state for game in cast.games_of(match)} == {GameState.DONE}


def test_a_slow_link_costs_time_and_nothing_else(transactional_db: None, house: list[BotVersion], cable: Cable) -> None:
    """Slow beside the lease: the signs of life travel as slowly as everything else."""
    cable.delay_s = 0.05  # each way: every question to database or broker takes a fiftieth of the lease
    with Arena(lease_s=5.0) as arena:
        match = cast.match(house, blocks=20)
        arena.start_far_worker("far", cable, PATIENCE)
        arena.start_worker("control", ("control",))
        arena.start_beat()
        arena.wait(lambda: asking.is_over(match), "the match is over")
    assert asking.results(match) == 40
    assert {game.state for game in cast.games_of(match)} == {GameState.DONE}
    assert set(Attempt.objects.values_list("outcome", flat=True)) == {AttemptOutcome.RESULT}


def test_a_long_cut_gives_the_games_to_others_and_the_worker_comes_back(
    arena: Arena, house: list[BotVersion], cable: Cable
) -> None:
    match = cast.match(house, blocks=150)
    arena.start_far_worker("far", cable, PATIENCE)
    arena.wait(asking.done, "it plays")
    cable.cut()
    begun = time.monotonic()
    heir = arena.start_worker("heir", ("play",))
    arena.start_worker("control", ("control",))
    arena.start_beat()
    arena.wait(lambda: asking.is_over(match), "others have played the rest")
    assert asking.results(match) == 300
    assert Game.objects.filter(void_count__gt=1).count() == 0
    log = arena.folder / "far.log"
    # Between two games it tries again to hand in; cut in the middle of one, it finds itself unfit and rests.
    arena.wait(
        lambda: any(word in log.read_text() for word in ("tried_again", "rests  ")),
        "the worker noticed while the cable was cut, and does not hang",
    )
    arena.kill(heir)
    while time.monotonic() - begun < LONG_CUT_S:
        time.sleep(0.1)
    before = set(Attempt.objects.values_list("pk", flat=True))
    cable.mend()
    again = cast.match(house, "practice/2")
    arena.wait(lambda: asking.is_over(again), "the worker that was cut off plays again")
    new = Attempt.objects.exclude(pk__in=before).filter(outcome=AttemptOutcome.RESULT)
    assert new.filter(game__block__match=again).count() == 2
    assert asking.results(match) == 300, "what it held came too late"
