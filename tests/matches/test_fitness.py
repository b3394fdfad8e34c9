"""A process that fails for its own reason stops claiming, says why, tries itself again, and goes on."""

import errno
import os

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, default_storage
from django.db import OperationalError
from django.test import Client

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.health import resting, signs
from arena.health.resting import Cause
from arena.lib.redis_client import client as redis_client
from arena.lib.redis_client import key as redis_key
from arena.matches import fitness, self_test, tasks, worker
from arena.matches.fitness import Fitness, own_cause
from arena.matches.models import Attempt, Game, GameState
from referee.faults import MachineError, VoidError
from sandbox import SandboxUnavailable, UnknownProgram
from tests.matches import cast

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture
def house(db: None) -> list[BotVersion]:
    return [cast.ready_version(None, "Random", "random"), cast.ready_version(None, "Chance", "random")]


@pytest.fixture(autouse=True)
def quick_and_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitness, "FIRST_PAUSE_S", 0.0)
    monkeypatch.setattr(worker, "_FIRST_PAUSE_S", 0.0)
    for rest in resting.all_at_rest():
        resting.is_well_again(rest.worker)


def full(*_given: object, **_named: object) -> object:
    raise FULL


def test_causes_of_our_own_are_told_from_those_of_a_game() -> None:
    void = VoidError("the house bot raised")
    assert own_cause(FULL) is Cause.DISK
    assert own_cause(OperationalError("gone")) is Cause.DATABASE
    assert own_cause(SandboxUnavailable("no bubblewrap")) is Cause.SANDBOX
    assert own_cause(MachineError("Nothing starts.")) is Cause.SANDBOX
    assert own_cause(void) is own_cause(UnknownProgram("?")) is own_cause(FileNotFoundError(2, "gone")) is None
    void.__cause__ = FULL
    assert own_cause(void) is Cause.DISK, "what lies behind it counts"


def test_one_failure_is_no_reason_to_stop_and_a_good_game_forgives_it() -> None:
    process = Fitness("w")
    process.failed(Cause.DISK, "full")
    assert not process.is_at_rest
    process.worked()
    process.failed(Cause.DISK, "full")
    assert not process.is_at_rest
    process.failed(Cause.DISK, "full")
    assert process.is_at_rest


def test_after_a_try_that_went_well_the_next_failure_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Fitness("w")
    process.failed(Cause.SANDBOX, "no jail", is_certain=True)
    monkeypatch.setattr(self_test, "complaint", lambda **_: "still broken")
    assert not process.wait(1.0)
    assert (resting.all_at_rest()[0].reason, resting.all_at_rest()[0].tries) == ("still broken", 2)
    monkeypatch.setattr(self_test, "complaint", lambda **_: "")
    assert process.wait(1.0)
    assert not resting.all_at_rest()
    process.failed(Cause.SANDBOX, "no jail")
    assert process.is_at_rest


def test_two_games_in_a_row_stop_the_batch_and_the_rest_goes_back_uncharged(
    house: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = cast.match(house, blocks=10)
    monkeypatch.setattr(worker, "play_game", full)
    tasks.play()
    states = [game.state for game in cast.games_of(match)]
    assert (states.count(GameState.PAUSED), states.count(GameState.QUEUED)) == (2, 18)
    assert Attempt.objects.count() == 2
    monkeypatch.setattr(self_test, "complaint", lambda **_: "still full")
    tasks.play()
    assert Attempt.objects.count() == 2, "nothing is claimed while it is at rest"


def test_replays_that_cannot_be_stored_charge_no_game(house: list[BotVersion], monkeypatch: pytest.MonkeyPatch) -> None:
    match = cast.match(house, blocks=5)
    with monkeypatch.context() as broken:
        broken.setattr(FileSystemStorage, "save", full)
        tasks.play()
    assert {(game.state, game.void_count, game.plays_alone) for game in cast.games_of(match)} == {
        (GameState.QUEUED, 0, False)
    }
    (rest,) = resting.all_at_rest()
    assert (rest.cause, "No space left" in rest.reason) == (Cause.DISK, True)
    assert tasks.play() == 10
    assert not Game.objects.exclude(state=GameState.DONE).exists()
    assert not resting.all_at_rest()


def test_half_a_replay_file_of_a_full_disk_does_not_stay(
    house: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    cast.match(house)
    names: list[str] = []

    def half(self: FileSystemStorage, name: str, content: object) -> str:
        names.append(name)
        right(self, name, ContentFile(b"half"))
        raise FULL

    right = FileSystemStorage.save
    monkeypatch.setattr(FileSystemStorage, "save", half)
    worker.work()
    assert names
    assert not any(default_storage.exists(name) for name in names)


def test_the_test_of_itself_uses_disk_store_database_and_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    assert self_test.complaint(with_sandbox=False) == ""
    monkeypatch.setattr(self_test, "canary_starts", lambda: False)
    assert "Nothing starts" in self_test.complaint(with_sandbox=True)
    monkeypatch.setattr(FileSystemStorage, "save", full)
    assert "No space left" in self_test.complaint(with_sandbox=True)


def test_staff_sees_who_rests_and_why_and_a_probe_the_cause_alone(client: Client, stella: User) -> None:
    signs.worker_is_alive("play@host", ["play", "control"], processes=2)
    signs.pulse_was_felt()
    Fitness("host:17").failed(Cause.DISK, "OSError: /srv/secret is full", is_certain=True)
    client.force_login(stella)
    page = client.get("/queue/").content.decode()
    assert "host:17" in page
    assert "/srv/secret is full" in page
    answer = client.get("/readyz")
    found = answer.json()["checks"]["resting_workers"]
    assert answer.status_code == 200, "the other process plays"
    assert not found["ok"]
    assert found["reason"].startswith("1 of 2 processes do not play: a disk of the worker is full")
    assert "secret" not in answer.content.decode()
    Fitness("host:18").failed(Cause.DISK, "full", is_certain=True)
    assert client.get("/readyz").status_code == 503


@pytest.mark.parametrize(
    "line",
    [
        "no json", "[]", "7", "{}", "[" * 100_000,
        '{"cause": "<b>", "reason": "", "tries": 1, "told_at": NOW}',
        '{"cause": "disk", "reason": "", "tries": "x", "told_at": NOW}',
        '{"cause": "disk", "reason": "", "tries": 1, "told_at": 1e999}',
        '{"cause": "disk", "reason": "", "tries": 1, "told_at": 99999999999}',
    ],
)  # fmt: skip
def test_nonsense_of_a_guest_breaks_no_page(client: Client, stella: User, line: str) -> None:
    signs.worker_is_alive("play@host", ["play", "control"])
    redis_client().hset(redis_key("processes"), "play@host", "many")
    redis_client().hset(redis_key("resting"), "guest", line.replace("NOW", str(signs.now())))
    client.force_login(stella)
    assert "guest" not in client.get("/queue/").content.decode()
    assert client.get("/readyz").json()["checks"]["resting_workers"]["ok"]
    assert not redis_client().hexists(redis_key("resting"), "guest")


def test_who_is_silent_at_rest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    Fitness("host:17").failed(Cause.DISK, "full", is_certain=True)
    now = signs.now()
    monkeypatch.setattr(signs, "now", lambda: now + resting.FORGOTTEN_AFTER_S + 1)
    assert resting.all_at_rest() == []
