from unittest import mock

import pytest

from arena.health import signs
from arena.health.checks import scheduler
from arena.health.tasks import pulse

NOW = 1_700_000_000


def at(seconds: int) -> "mock._patch[mock.Mock]":
    return mock.patch("arena.health.signs.now", return_value=NOW + seconds)


def test_a_worker_counts_on_the_queues_it_serves() -> None:
    signs.worker_is_alive("worker@one", ["play"])
    assert signs.live_workers("play") == ["worker@one"]
    assert signs.live_workers("control") == []


@pytest.mark.parametrize(("age_s", "is_alive"), [(signs.STALE_AFTER_S, True), (signs.STALE_AFTER_S + 1, False)])
def test_a_silent_worker_is_given_up_after_a_while(age_s: int, is_alive: bool) -> None:
    with at(0):
        signs.worker_is_alive("worker@one", ["play"])
    with at(age_s):
        assert bool(signs.live_workers("play")) is is_alive


def test_a_worker_that_signs_off_is_gone_at_once() -> None:
    signs.worker_is_alive("worker@one", ["play", "control"])
    signs.worker_is_gone("worker@one", ["play", "control"])
    assert signs.live_workers("play") == signs.live_workers("control") == []


def test_the_names_of_dead_workers_do_not_pile_up() -> None:
    with at(0):
        signs.worker_is_alive("worker@old", ["play"])
    with at(1000):
        signs.worker_is_alive("worker@new", ["play"])
    with at(0):
        assert signs.live_workers("play") == ["worker@new"]


def test_the_pulse_is_felt() -> None:
    assert signs.seconds_since_pulse() is None
    pulse()
    assert scheduler().ok


def test_an_old_pulse_is_reported_with_its_age() -> None:
    with at(0):
        pulse()
    with at(120):
        assert scheduler().reason == "No periodic task ran for 120 s. Start one: celery -A arena beat"
