import os
import signal
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.models import F

import sandbox
from arena.accounts.models import User
from arena.bots.actions import check
from arena.bots.actions.submit import create_bot, submit
from arena.bots.archive import Upload
from arena.bots.models import BotVersion
from arena.leases import actions as leases
from arena.leases.models import Lease
from arena.matches.models import Attempt, AttemptOutcome, Block, Game, GameState
from tests.chaos import asking
from tests.chaos.busy import busy_loops
from tests.chaos.harness import Arena
from tests.matches import cast

PATIENT_LEASE_S = 6.0
"""Twice the usual of these tests: here none may be lost while the machine is busy."""
SLOW = b"""
import json
import sys
import time

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1}), flush=True)
    elif message["type"] == "request":
        time.sleep(0.1)
        print(json.dumps({"action": message["legal"][-1]["id"]}), flush=True)
"""


@pytest.fixture
def slow_bot(alice: User) -> BotVersion:
    version = submit(create_bot(alice, "Snail", ["diamoniak"]), Upload((("bot.py", SLOW),))).version
    lease = check.begin_check(version.pk)
    assert lease is not None
    assert check.finish_check(lease, passed=True, reason="", report={})
    return version


def test_a_worker_killed_while_it_holds_a_game_leads_to_one_result(arena: Arena, house: list[BotVersion]) -> None:
    match = cast.match(house)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE bots_botversion IN ACCESS EXCLUSIVE MODE")  # claimed, but it cannot find the bots
        victim = arena.start_worker("victim", ("play",))
        arena.wait(lambda: asking.waiting_backends("relation"), "the worker holds a game")
        arena.kill(victim)
    assert [game.state for game in cast.games_of(match)] == [GameState.LEASED] * 2
    arena.start_worker("heir")
    arena.start_beat()
    arena.wait(lambda: asking.is_over(match), "the match is over")
    lost = Attempt.objects.filter(outcome=AttemptOutcome.VOID)
    assert ["no sign of life" in attempt.cause for attempt in lost] == [True] * 2
    assert asking.results(match) == 2
    assert all(game.state == GameState.DONE for game in cast.games_of(match))


@pytest.mark.skipif(not sandbox.detect().ready, reason=" ".join(sandbox.detect().missing))
def test_a_worker_killed_in_the_middle_of_a_game_of_uploaded_bots_leads_to_one_result(
    arena: Arena, slow_bot: BotVersion, house: list[BotVersion]
) -> None:
    match = cast.match([slow_bot, house[0]])
    victim = arena.start_worker("victim", ("play",))
    arena.wait(Lease.objects.exists, "the worker began")
    # A sign of life comes twice a second here: the second one proves that the game is on.
    arena.wait(lambda: _beats() or asking.done(), "the game is on")
    assert asking.done() == 0, "the bot sleeps long enough for the kill to come in the middle"
    arena.kill(victim)
    arena.start_worker("heir")
    arena.start_beat()
    arena.wait(lambda: asking.is_over(match), "the match is over")
    assert {Attempt.objects.get(game=game, number=1).outcome for game in cast.games_of(match)} == {AttemptOutcome.VOID}
    assert asking.results(match) == 2


def test_a_living_worker_keeps_its_lease_however_slow_its_machine_is(
    transactional_db: None, house: list[BotVersion]
) -> None:
    with Arena(lease_s=PATIENT_LEASE_S) as arena, busy_loops(4):
        match = cast.match(house)
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE bots_botversion IN ACCESS EXCLUSIVE MODE")  # claimed, and it takes for ever
            arena.start_worker("slow", ("play",))
            arena.wait(lambda: _reaped_nothing() and _outlived(PATIENT_LEASE_S), "the lease is older than its term")
        arena.wait(lambda: asking.is_over(match), "the match is over")
    assert list(Attempt.objects.values_list("number", "outcome")) == [(1, AttemptOutcome.RESULT)] * 2


def _reaped_nothing() -> bool:
    assert leases.reap() == 0, "a living worker lost its lease"
    return True


def _outlived(seconds: float) -> bool:
    return Lease.objects.filter(heartbeat_at__gt=F("taken_at") + timedelta(seconds=seconds)).exists()


def test_a_worker_that_stood_still_for_longer_than_its_lease_comes_too_late(
    arena: Arena, house: list[BotVersion]
) -> None:
    match = cast.match(house, blocks=2)
    with transaction.atomic():
        # Handing in begins with these locks. When they are free its session gets them, and holds them in its sleep.
        list(Block.objects.select_for_update().filter(match=match))
        sleeper = arena.start_worker("sleeper", ("play",))
        arena.wait(lambda: asking.waiting_backends("transactionid"), "the worker hands in its results")
        os.killpg(sleeper, signal.SIGSTOP)
    arena.start_worker("heir")
    arena.start_beat()
    arena.wait(lambda: asking.is_over(match), "the match is over")
    played = list(Game.objects.order_by("pk").values())
    os.killpg(sleeper, signal.SIGCONT)
    arena.wait(lambda: "state=SUCCESS" in (arena.folder / "sleeper.log").read_text(), "it heard of that")
    assert asking.results(match) == 4
    late = Attempt.objects.filter(worker=Attempt.objects.get(game=played[0]["id"], number=1).worker)
    assert {attempt.outcome for attempt in late} <= {AttemptOutcome.FENCED, AttemptOutcome.VOID}
    assert list(Game.objects.order_by("pk").values()) == played


def _beats() -> bool:
    return Lease.objects.filter(heartbeat_at__gt=F("taken_at")).exists()
