"""A worker dies at each step from claim to settled match: every game gets one result, and nothing is left behind."""

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from multiprocessing import get_context
from types import ModuleType
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.utils import timezone

from arena.bots.models import BotVersion
from arena.leases import actions as leases
from arena.leases.limits import LEASE
from arena.leases.models import Lease
from arena.matches import limits, replay_store, tasks, worker
from arena.matches.actions import hand_in as handing
from arena.matches.actions import settle as settling
from arena.matches.models import Attempt, AttemptOutcome, GameState, Match, Slot
from arena.matches.sql import handing_in
from arena.matches.verify_replays import verify_stored
from tests.chaos import asking
from tests.matches import cast
from tests.patience import PATIENCE_S

BLOCKS = 3


@dataclass(frozen=True)
class Step:
    name: str
    module: ModuleType
    function: str
    calls: int = 1
    """The worker dies at this call,"""
    is_after: bool = False
    """once it is done, or before."""
    results: int = 0
    """Games that have their result by then."""


STEPS = (
    Step("games are claimed", worker, "line_up"),
    Step("in the middle of a batch", worker, "play_game", calls=4),
    Step("all games are played", replay_store, "store_all"),
    Step("the replays are stored", worker, "hand_in"),
    Step("results are written", handing_in, "write_results", is_after=True),
    Step("the lease is ended", handing_in, "end_lease", is_after=True),
    Step("the results are committed", handing, "HandedIn", results=2 * BLOCKS),
    Step("the match is settled and not committed", settling, "_tell", is_after=True, results=2 * BLOCKS),
)


def die_at(step: Step) -> None:
    """The life of a worker, in a process of its own."""
    right: Callable[..., Any] = getattr(step.module, step.function)
    calls = count(1)

    def deadly(*given: Any, **named: Any) -> Any:
        is_last = next(calls) == step.calls
        if is_last and not step.is_after:
            os.kill(os.getpid(), signal.SIGKILL)
        answer = right(*given, **named)
        if is_last:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    # All games in one batch, also on a machine so slow that a worker would give some of them back.
    whole = patch.multiple(limits, BATCH_MS=int(1000 * PATIENCE_S), BATCH_HOLD_S=PATIENCE_S)
    with whole, patch.object(step.module, step.function, deadly):
        worker.work()


def go_on_until_over(match: Match) -> None:
    """As another worker and the beat would. The server may need a moment to notice that its client is dead."""
    end = time.monotonic() + PATIENCE_S
    while not asking.is_over(match):
        assert time.monotonic() < end, "The match never ended."
        leases.reap(timezone.now() + 2 * LEASE)
        while worker.work() is not None:
            pass
        tasks.reap()


@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_at_any_step_loses_and_doubles_nothing(house: list[BotVersion]) -> None:
    for step in STEPS:
        match = cast.match(house, f"m/{step.name}", "ladder:x", blocks=BLOCKS)
        connection.close()  # the other process opens its own
        victim = get_context("fork").Process(target=die_at, args=(step,))
        victim.start()
        victim.join()
        assert victim.exitcode == -signal.SIGKILL, step.name
        assert asking.results(match) == step.results, step.name
        go_on_until_over(match)
        games = cast.games_of(match)
        assert [game.state for game in games] == [GameState.DONE] * 2 * BLOCKS, step.name
        assert asking.results(match) == len(games), step.name
        lost = Attempt.objects.filter(game__in=games, outcome=AttemptOutcome.VOID)
        assert lost.count() == len(games) - step.results, f"{step.name}: the attempt of the dead is in the books"
        assert [game.void_count for game in games] == [0] * len(games), f"{step.name}: charged to none of many"
        assert all(game.replay and verify_stored(game.replay) for game in games), step.name
        assert not Lease.objects.exists(), step.name
        assert not Slot.objects.exists(), step.name
