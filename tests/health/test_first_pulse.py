from unittest import mock

from celery.signals import beat_init

from arena.celery import app


def test_a_beat_that_starts_sends_a_pulse_at_once() -> None:
    with mock.patch.object(app, "send_task") as send:
        beat_init.send(sender=None)
    assert send.call_args.args == ("arena.health.tasks.pulse",)
