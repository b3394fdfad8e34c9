"""The pulse: beat sends it, a control worker feels it. Its age tells whether periodic work gets done at all."""

from celery import shared_task

from arena.health import signs


@shared_task(name="arena.health.tasks.pulse")
def pulse() -> None:
    signs.pulse_was_felt()
