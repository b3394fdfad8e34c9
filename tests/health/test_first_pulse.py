from unittest import mock

from celery.signals import beat_init

from arena.celery import app


def test_a_beat_that_starts_sends_a_pulse_at_once() -> None:
    with mock.patch.object(app, "send_task") as send:
        beat_init.send(sender=None)
    assert send.call_args.args == ("arena.health.tasks.pulse",)


def test_beat_sends_few_messages_whatever_is_played() -> None:
    """Each is sent, fetched and begun by itself, on an idle arena too: who has to look every second looks together."""
    entries = app.conf.beat_schedule.values()
    assert sum(1 / entry["schedule"] for entry in entries if entry["schedule"] > 1.0) < 3
    assert [entry["task"] for entry in entries if entry["schedule"] <= 1.0] == ["arena.matches.tasks.accept"]
