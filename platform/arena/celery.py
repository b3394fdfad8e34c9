"""The Celery application: `celery -A arena worker --queues control` and `celery -A arena beat`.

Tasks are declared with `shared_task` in the `tasks.py` of each app. The package's `__init__` stays empty, so that the
pure modules below `arena` import without Celery; `arena.health`'s AppConfig imports this module instead.
"""

import gc
import os
from typing import Any

from celery import Celery
from celery.signals import beat_init, task_prerun, worker_before_create_process
from django.conf import settings
from django.db import close_old_connections
from kombu import Exchange, Queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
# Celery would run Django's checks in every process: they load all pages, which no worker and no beat shows, and take as
# long as all the rest of a start. Every command of ``manage.py`` runs them.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

CONTROL = "control"
"""Short work that moves things on: advancing matches, ratings, signs of life. Runs no program of strangers."""
PLAY = "play"
"""Games and checks of uploads: bound by the processor, one process per core."""
NEWS = "news"
"""Mails and webhooks: they wait for other people's servers, and need a way to the internet that no other worker has."""
QUEUES = (CONTROL, PLAY, NEWS)

REAP_S = min(5.0, settings.LEASE_S / 6)
"""How often expired leases are looked for; tests have shorter ones."""
ADVANCE_S = min(30.0, settings.LEASE_S / 2)
"""How often tournaments are moved on whose messages were lost; tests lose them on purpose and need not wait so long."""

app = Celery("arena")
# All threads of the web server find this app, not only the one that imported the module.
app.set_default()
app.config_from_object("django.conf:settings", namespace="CELERY")
# Each with an exchange and key of its own: Celery would route all queues by the default queue's.
app.conf.task_queues = [Queue(name, Exchange(name), routing_key=name) for name in QUEUES]
app.conf.beat_schedule = {
    "pulse": {"task": "arena.health.tasks.pulse", "schedule": 10.0, "options": {"expires": 10}},
    "return lost games": {"task": "arena.matches.tasks.reap", "schedule": REAP_S, "options": {"expires": 5}},
    "take in what was told": {"task": "arena.matches.tasks.accept", "schedule": 1.0, "options": {"expires": 1}},
    "announce open checks": {"task": "arena.bots.tasks.reap", "schedule": 20.0, "options": {"expires": 20}},
    "move the ladders": {"task": "arena.ratings.tasks.run_ladders", "schedule": 5.0, "options": {"expires": 5}},
    "tell owners": {"task": "arena.ratings.tasks.tell_owners", "schedule": 60.0, "options": {"expires": 60}},
    "move the tournaments": {
        "task": "arena.tournaments.tasks.advance_all",
        "schedule": ADVANCE_S,
        "options": {"expires": ADVANCE_S},
    },
    "move the trials": {"task": "arena.trials.tasks.move_all", "schedule": 30.0, "options": {"expires": 30}},
    "collect news": {"task": "arena.news.tasks.collect", "schedule": 10.0, "options": {"expires": 10}},
    "forget old deliveries": {"task": "arena.news.tasks.forget", "schedule": 3600.0, "options": {"expires": 3600}},
    "start tournaments": {"task": "arena.tournaments.tasks.start_due", "schedule": 5.0, "options": {"expires": 5}},
    "forget logs": {"task": "arena.tables.tasks.forget_logs", "schedule": 3600.0, "options": {"expires": 3600}},
    "rate people": {"task": "arena.tables.tasks.rate_people", "schedule": 60.0, "options": {"expires": 60}},
    "end tables": {"task": "arena.tables.tasks.expire", "schedule": 30.0, "options": {"expires": 30}},
    "backup": {"task": "arena.backups.tasks.take_if_due", "schedule": 600.0, "options": {"expires": 600}},
    "expire evidence": {"task": "arena.matches.tasks.expire", "schedule": 3600.0, "options": {"expires": 3600}},
    "pack replays": {"task": "arena.matches.tasks.pack", "schedule": 3600.0, "options": {"expires": 3600}},
    "look at times": {"task": "arena.matches.tasks.look_at_times", "schedule": 3600.0, "options": {"expires": 3600}},
    "forget programs": {"task": "arena.matches.tasks.forget_programs", "schedule": 600.0, "options": {"expires": 600}},
    "analyse games": {"task": "arena.replays.tasks.analyse", "schedule": 5.0, "options": {"expires": 5}},
    "follow games": {"task": "arena.replays.tasks.follow", "schedule": 10.0, "options": {"expires": 10}},
    "look after questions": {
        "task": "arena.replays.tasks.look_after_questions",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "dump seasons": {"task": "arena.replays.tasks.dump", "schedule": 300.0, "options": {"expires": 300}},
    "verify replays": {"task": "arena.matches.tasks.verify_replays", "schedule": 300.0, "options": {"expires": 300}},
}
app.autodiscover_tasks()


@beat_init.connect
def _first_pulse(**_kwargs: Any) -> None:
    """At once: the schedule sends one after ten seconds only, and an arena is not ready before it is felt."""
    app.send_task("arena.health.tasks.pulse", expires=10)


@worker_before_create_process.connect
def _share_memory(**_kwargs: Any) -> None:
    """What is loaded by now stays. The collector of a forked process would write a mark into every object of it, and so
    copy some 50 MB that parent and processes share until then: a worker looked as if it leaked over its first games."""
    gc.collect()
    gc.freeze()


@task_prerun.connect
def _try_connection(task: Any = None, **_kwargs: Any) -> None:
    """The connection is kept from task to task; an old or broken one is opened anew. It is tried at its first use."""
    if not task.request.is_eager:
        close_old_connections()


# Registers the signal handlers and the worker's step; both need the app above.
from arena.health import worker_step  # noqa: E402 - see the comment
from arena.lib import task_logs  # noqa: E402 - see the comment

worker_step.install(app)
task_logs.install()
