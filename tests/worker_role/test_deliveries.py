"""From a restricted worker's delivery to results: believed only as far as the transcript bears it out."""

from collections.abc import Callable
from typing import Any

import pytest
from celery import current_app
from django.core.files.storage import default_storage
from pytest_django import DjangoCaptureOnCommitCallbacks

from arena.bots.models import BotVersion
from arena.leases.models import Lease
from arena.lib import prepared
from arena.lib.redis_client import client as redis_client
from arena.matches import arrivals
from arena.matches.actions import accept
from arena.matches.actions import hand_in as handing
from arena.matches.actions.claim import claim
from arena.matches.actions.deliver import deliver
from arena.matches.models import (
    Attempt,
    AttemptOutcome,
    Delivery,
    Game,
    GameCost,
    GameState,
    Match,
    MatchKind,
    MatchState,
    QueueSource,
    Slot,
    StoredReplay,
    WorkerRole,
)
from arena.matches.sql import doors
from arena.matches.worker import work
from tests.matches import cast
from tests.worker_role.conftest import ROLE, As

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]


@pytest.fixture
def delivered(as_worker: As, house: list[BotVersion]) -> Match:
    """A match whose games were all played by the worker and not yet looked at."""
    match = cast.match(house, blocks=2)
    with as_worker():
        while work() is not None:
            pass
    assert Delivery.objects.exists()
    assert not Game.objects.filter(state=GameState.DONE).exists(), "a worker writes no result itself"
    return match


def states() -> set[str]:
    return set(Game.objects.values_list("state", flat=True))


def test_games_are_played_and_taken_in(delivered: Match) -> None:
    assert accept.accept_deliveries() == 4
    delivered.refresh_from_db()
    assert (states(), delivered.state) == ({GameState.DONE}, MatchState.DONE)
    assert set(Attempt.objects.values_list("outcome", flat=True)) == {AttemptOutcome.RESULT}
    assert all(attempt.worker.startswith(f"{ROLE}/") for attempt in Attempt.objects.all())
    assert StoredReplay.objects.count() == 4
    assert not Lease.objects.exists()
    assert not Delivery.objects.exists()


def test_a_second_look_changes_nothing(delivered: Match) -> None:
    accept.accept_deliveries()
    before = list(Game.objects.order_by("pk").values())
    assert accept.accept_deliveries() == 0
    assert list(Game.objects.order_by("pk").values()) == before


def test_who_holds_as_many_batches_as_it_may_waits_and_is_called_when_one_was_taken_in(
    as_worker: As,
    house: list[BotVersion],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    sent: list[str] = []
    for number in (1, 2):
        cast.match(house, f"ladder/{number}", f"ladder:{number}", kind=MatchKind.LADDER)
    WorkerRole.objects.update(most_batches=1)
    with as_worker():
        assert work() == 2
        assert work() is None, "what it played is not looked at yet"
    monkeypatch.setattr(current_app, "send_task", lambda name, *args, **given: sent.append(name))
    redis_client().delete("play")  # calls of another test that nobody answers would be counted as made
    with django_capture_on_commit_callbacks(execute=True):
        accept.accept_deliveries()
    assert "arena.matches.tasks.play" in sent
    with as_worker():
        assert work() == 2


def test_bots_of_a_delivered_batch_may_play_on_before_it_is_looked_at(as_worker: As, house: list[BotVersion]) -> None:
    cast.match(house, blocks=2)
    Game.objects.update(bots=[house[0].bot_id])
    with as_worker():
        batch = claim("w")
        assert batch is not None
    assert Slot.objects.filter(lease_token=batch.token, owner=house[0].bot_id).exists()
    with as_worker():
        assert deliver(batch.token, [], [], {"late_ms": {}, "seats": []})
    assert not Slot.objects.exists()
    assert Lease.objects.filter(token=batch.token).exists(), "its games are nobody else's yet"
    accept.accept_deliveries()
    assert states() == {GameState.QUEUED}


def test_a_delivery_that_is_too_long_is_not_taken_and_frees_nothing(as_worker: As, house: list[BotVersion]) -> None:
    cast.match(house, blocks=2)
    Game.objects.update(bots=[house[0].bot_id])
    with as_worker():
        batch = claim("w")
        assert batch is not None
        assert prepared.rows(doors.DELIVER, {"token": batch.token, "payload": " " * (64 * 2**20 + 1)}) == []
    assert not Delivery.objects.exists()
    assert Slot.objects.filter(lease_token=batch.token).exists()


def test_somebody_is_called_however_few_batches_the_role_holds(
    delivered: Match,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """Whoever asked while this batch was looked at, and others held the rest, was turned away."""
    sent: list[str] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, *args, **given: sent.append(name))
    redis_client().delete("play")
    with django_capture_on_commit_callbacks(execute=True):
        accept.accept_deliveries()
    assert "arena.matches.tasks.play" in sent


def test_what_several_deliveries_tell_of_a_version_is_learned_once(as_worker: As, house: list[BotVersion]) -> None:
    for number in (1, 2):
        cast.match(house, f"ladder/{number}", f"ladder:{number}", kind=MatchKind.LADDER)
    with as_worker():
        for seat_ms, games in ((10.0, 1), (40.0, 2)):
            batch = claim("w")
            assert batch is not None
            seats = [(house[0].pk, batch.games[0].variant, seat_ms, games)]
            late_ms = {batch.source: 5.4, "ladder:of-others": 1e6}
            assert deliver(batch.token, [], [], {"late_ms": late_ms, "seats": seats})
    spent = sum(QueueSource.objects.values_list("spent_ms", flat=True))
    accept.accept_deliveries()
    cost = GameCost.objects.get(version=house[0].pk)
    assert (cost.seat_ms, cost.games) == (30.0, 3)
    assert sum(QueueSource.objects.values_list("spent_ms", flat=True)) == spent + 10


def other_ranks(payload: Any) -> None:
    payload["played"][0]["result"]["ranks"].reverse()


def other_hash(payload: Any) -> None:
    payload["played"][0]["result"]["transcript_hash"] = "0" * 64


def made_up_fault(payload: Any) -> None:
    payload["played"][0]["result"]["seats"][1]["fault"] = "timeout"


def anothers_replay(payload: Any) -> None:
    first, second = payload["played"][:2]
    first["result"], first["replay"] = second["result"], second["replay"]


def file_of_somebody(payload: Any) -> None:
    payload["played"][0]["replay"]["file"] = "versions/2026/01/program.zip"


def way_out(payload: Any) -> None:
    payload["played"][0]["replay"]["file"] = "replays/../../secret-key"


def no_form(payload: Any) -> None:
    payload["played"][0]["result"] = "I won."


def too_many_seats(payload: Any) -> None:
    payload["played"][0]["result"]["seats"] *= 2


def tell_lies(lie: Callable[[Any], None]) -> None:
    delivery = Delivery.objects.order_by("pk").first()
    assert delivery is not None
    lie(delivery.payload)
    delivery.save()


@pytest.mark.parametrize(
    "lie",
    [other_ranks, other_hash, made_up_fault, anothers_replay, file_of_somebody, way_out, no_form, too_many_seats],
)
def test_a_lie_of_an_untrusted_worker_is_found_and_ends_its_work(delivered: Match, lie: Callable[[Any], None]) -> None:
    WorkerRole.objects.update(is_trusted=False)
    tell_lies(lie)
    accept.accept_deliveries()
    assert GameState.PAUSED in states(), "the games are played again"
    assert "The worker was not believed" in Attempt.objects.filter(outcome=AttemptOutcome.VOID)[0].cause
    role = WorkerRole.objects.get()
    assert role.stopped_because
    assert accept.go_on(role.name)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_of_a_trusted_worker_a_sample_is_played_again(
    delivered: Match, monkeypatch: pytest.MonkeyPatch, share: float
) -> None:
    monkeypatch.setattr(arrivals, "CHECKED_SHARE", share)
    tell_lies(other_ranks)
    accept.accept_deliveries()
    assert bool(WorkerRole.objects.get().stopped_because) is bool(share)


def test_a_replay_that_is_not_there_is_no_proof(delivered: Match) -> None:
    WorkerRole.objects.update(is_trusted=False)
    delivery = Delivery.objects.order_by("pk").first()
    assert delivery is not None
    default_storage.delete(delivery.payload["played"][0]["replay"]["file"])
    accept.accept_deliveries()
    assert "cannot be played again" in WorkerRole.objects.get().stopped_because


def test_what_comes_too_late_is_dropped(delivered: Match) -> None:
    Lease.objects.all().delete()
    assert accept.accept_deliveries() == 0
    assert not Delivery.objects.exists()
    assert GameState.DONE not in states()


def test_one_that_breaks_stops_nobody_elses(delivered: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    real, broken = handing.hand_in, Delivery.objects.order_by("pk").values_list("token", flat=True)[0]

    def hand_in(batch: Any, *given: Any) -> Any:
        if batch.token == broken:
            raise RuntimeError("never thought of")
        return real(batch, *given)

    monkeypatch.setattr(accept, "hand_in", hand_in)
    accept.accept_deliveries()
    assert not Delivery.objects.exists()
