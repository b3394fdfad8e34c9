"""``manage.py chaos``, a short one; and that its books notice what went wrong."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from arena.bots.models import BotVersion
from arena.chaos.books import read_books
from arena.chaos.faults import FAULTS
from arena.embedded.launch import THROW_AWAY
from arena.matches.models import Attempt, AttemptOutcome, Game, GameState, Seat
from arena.matches.worker import work
from arena.settings.environment import ROOT
from tests import network
from tests.chaos.harness import LEASE_S
from tests.matches import cast
from tests.patience import PATIENCE_S


def storm(*words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "manage.py", "chaos", *words]
    env = {**os.environ, "ARENA_TEST_LEASE_S": str(LEASE_S)}
    return subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=2 * PATIENCE_S, check=False
    )


def test_an_arena_withstands_a_short_storm() -> None:
    """A worker of another checkout plays beside, as during a rolling deploy; here it is this one once more."""
    with network.changing():  # one of its workers is behind a cable
        done = storm("--seconds", "8", "--house-only", "--seed", "5", "--beside", str(ROOT))
    assert done.returncode == 0, done.stdout + done.stderr
    assert sum(fault.name in done.stdout for fault in FAULTS) >= 1
    assert "0 lost, 0 doubled, 0 charged to a bot, 0 stuck" in done.stdout


def test_it_refuses_an_arena_that_was_not_made_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(THROW_AWAY, raising=False)
    with pytest.raises(CommandError, match="destroys what it works on"):
        call_command("chaos")


def test_a_fault_that_is_not_known_is_answered_by_the_list_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(THROW_AWAY, "yes")
    with pytest.raises(CommandError, match=r"No fault is called “an earthquake”.*a worker is killed"):
        call_command("chaos", "--only", "an earthquake")


def test_another_release_must_be_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(THROW_AWAY, "yes")
    with pytest.raises(CommandError, match="is no checkout of the arena"):
        call_command("chaos", beside=tmp_path)


def test_every_fault_has_a_name_of_its_own() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)


@pytest.fixture
def played(transactional_db: None, house: list[BotVersion]) -> list[Game]:
    match = cast.match(house, blocks=2)
    while work() is not None:
        pass
    return cast.games_of(match)


def test_the_books_of_a_quiet_arena_are_sound(played: list[Game]) -> None:
    books = read_books()
    assert (books.games, books.is_sound) == (4, True)


def test_the_books_notice_a_second_result_a_blamed_bot_and_a_stuck_game(played: list[Game]) -> None:
    first, second, third, _ = played
    right = Attempt.objects.get(game=first)
    Attempt.objects.create(
        game=first, number=2, token=right.token, worker="x", outcome=AttemptOutcome.RESULT, started_at=right.started_at
    )
    Seat.objects.filter(game=second, seat=0).update(fault="crash")
    Game.objects.filter(pk=third.pk).update(state=GameState.STUCK, ranks=None, replay=None, deadline=right.started_at)
    books = read_books()
    assert (books.lost, books.doubled, books.charged, books.stuck) == (0, 1, 1, 1)
    assert not books.is_sound


def test_the_books_notice_a_game_without_result_and_a_replay_that_is_gone(played: list[Game]) -> None:
    first, second, *_ = played
    Game.objects.filter(pk=first.pk).update(state=GameState.CANCELLED)
    assert second.replay is not None
    assert read_books().lost == 1
    second.replay.file = "replays/nowhere.json.gz"
    second.replay.save()
    assert read_books().lost == 2
