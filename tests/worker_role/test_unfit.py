"""A restricted worker whose store or disk fails: it gives games back through its own door, rests, and comes back."""

import errno
import os
from pathlib import Path

import pytest
from django.core.files.storage import FileSystemStorage
from pytest_django.fixtures import Settings

from arena.bots.models import BotVersion
from arena.health import resting
from arena.health.resting import Cause
from arena.leases.models import Lease
from arena.matches import fitness, self_test, tasks, worker
from arena.matches.actions import accept
from arena.matches.models import Attempt, AttemptOutcome, Delivery, GameState, WorkerRole
from tests.matches import cast
from tests.worker_role.conftest import As

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitness, "FIRST_PAUSE_S", 0.0)
    monkeypatch.setattr(worker, "_FIRST_PAUSE_S", 0.0)


def full(*_given: object, **_named: object) -> object:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_replays_that_cannot_be_stored_charge_no_game_and_no_worker(
    as_worker: As, house: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = cast.match(house, blocks=2)
    with monkeypatch.context() as broken, as_worker():
        broken.setattr(FileSystemStorage, "save", full)
        tasks.play()
        (rest,) = resting.all_at_rest()
        assert (rest.cause, "No space left" in rest.reason) == (Cause.DISK, True)
        tasks.play()
        assert worker.fitness().is_at_rest, "its test of itself failed too"
    assert Delivery.objects.count() == 1, "nothing is claimed while it is at rest"
    accept.accept_deliveries()
    assert {(game.state, game.void_count) for game in cast.games_of(match)} == {(GameState.QUEUED, 0)}
    assert not Lease.objects.exists()
    assert not WorkerRole.objects.get().stopped_because, "a full disk is no lie"
    with as_worker():
        assert tasks.play() == 4
    accept.accept_deliveries()
    assert {game.state for game in cast.games_of(match)} == {GameState.DONE}
    assert not resting.all_at_rest()


def test_games_that_failed_because_of_the_machine_pause(
    as_worker: As, house: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = cast.match(house, blocks=5)
    monkeypatch.setattr(worker, "play_game", full)
    with as_worker():
        tasks.play()
    accept.accept_deliveries()
    states = [game.state for game in cast.games_of(match)]
    assert (states.count(GameState.PAUSED), states.count(GameState.QUEUED)) == (2, 8)
    assert set(Attempt.objects.values_list("outcome", flat=True)) == {AttemptOutcome.VOID}


def test_the_test_of_itself_needs_no_more_than_a_worker_has(as_worker: As, settings: Settings, tmp_path: Path) -> None:
    """In its container only the folders of replays and of built programs can be written."""
    media = tmp_path / "media"
    for folder in (media / "replays", tmp_path / "built"):
        folder.mkdir(parents=True)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path, media)}
    settings.DATA_DIR, settings.MEDIA_ROOT = tmp_path, media
    with as_worker():
        assert self_test.complaint(with_sandbox=False) == ""
    assert before == {path: path.stat().st_mtime_ns for path in (tmp_path, media)}, "nothing was made beside them"
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
