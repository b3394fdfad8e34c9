"""The health checks of the containers: each asks about its own process only."""

import socket
from unittest import mock

import pytest
from pytest_django.live_server_helper import LiveServer

from arena.health import probe, signs


def test_a_web_process_that_answers_is_well(live_server: LiveServer) -> None:
    assert probe.web(f"{live_server.url}/healthz") == ""


def test_a_web_process_that_does_not_answer_is_not_well() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}/healthz"
        assert "does not answer" in probe.web(address)


def test_a_worker_of_this_host_is_well() -> None:
    signs.worker_is_alive(f"play@{socket.gethostname()}", ["play"])
    assert probe.main(["worker"]) == 0


def test_a_worker_of_another_host_says_nothing_about_this_one(capsys: pytest.CaptureFixture[str]) -> None:
    signs.worker_is_alive("play@elsewhere", ["play"])
    assert probe.main(["worker"]) == 1
    assert socket.gethostname() in capsys.readouterr().err


def test_beat_is_well_after_a_pulse_and_not_without_one() -> None:
    assert probe.main(["beat"]) == 1
    signs.pulse_was_felt()
    assert probe.main(["beat"]) == 0


def test_beat_is_not_well_when_the_last_pulse_is_old() -> None:
    signs.pulse_was_felt()
    with mock.patch.object(signs, "now", return_value=signs.now() + signs.STALE_AFTER_S + 1):
        assert probe.main(["beat"]) == 1


@pytest.mark.parametrize("arguments", [[], ["nonsense"], ["web", "beat"]])
def test_it_names_what_can_be_probed(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert probe.main(arguments) == 2
    assert "web, worker, beat" in capsys.readouterr().err
