"""Celery. The broker only rings the bell: the database says what is to be done.

Hence tasks may be delivered twice or, at a hard time limit, not at all; both are harmless as long as tasks claim
their work in the database.
"""

import socket

from arena.settings.environment import ENVIRONMENT

CELERY_BROKER_URL = ENVIRONMENT.redis.broker_url
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "control"
# Here and not at the task: messages are sent by its name, and what it says of its queue is not looked at then.
CELERY_TASK_ROUTES = {
    "arena.matches.tasks.play": {"queue": "play"},
    # Programs of strangers are built and run where nothing of the site is at hand.
    "arena.bots.tasks.check": {"queue": "play"},
    "arena.replays.tasks.answer": {"queue": "play"},
    "arena.tables.tasks.play_turn": {"queue": "play"},
    "arena.news.tasks.send": {"queue": "news"},
    "arena.ratings.tasks.tell_owners": {"queue": "news"},
    "arena.ratings.tasks.tell_owner": {"queue": "news"},
}
# A killed worker process hands its task back instead of taking it along.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
# A message that waits in a busy worker cannot be taken by a free one.
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Tasks take seconds (those that take longer say so themselves): this ends what hangs, with a traceback, and half a
# minute later without one. Both lie well below the visibility timeout.
CELERY_TASK_SOFT_TIME_LIMIT = 90
CELERY_TASK_TIME_LIMIT = 120
# What a library leaks ends with its process; far fewer tasks, and the start of processes would be felt.
CELERY_WORKER_MAX_TASKS_PER_CHILD = 500
# How long a worker told to stop (SIGQUIT, or SIGTERM with REMAP_SIGTERM) waits for its tasks before it hands them back.
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 8.0
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, int | str | dict[int, int]] = {
    # Longer than the longest time limit of a task, or a running one would be delivered a second time.
    "visibility_timeout": 1200,
    # The default sweeps for lost messages about every 100 s.
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 5,
    # As for PostgreSQL (see `database`): a cut that nobody announces is found within half a minute. A worker waits for
    # messages without a limit, so the limit of a single answer alone would not find it.
    "socket_timeout": 30,
    "socket_keepalive": True,
    "socket_keepalive_options": {
        socket.TCP_KEEPIDLE: 10,
        socket.TCP_KEEPINTVL: 5,
        socket.TCP_KEEPCNT: 3,
        socket.TCP_USER_TIMEOUT: 15_000,
    },
}
if ENVIRONMENT.restricted_worker:
    # Messages that it holds lie apart: whoever writes into the common place could put a task into any queue.
    CELERY_BROKER_TRANSPORT_OPTIONS |= {
        "unacked_key": "play-unacked",
        "unacked_index_key": "play-unacked-index",
        "unacked_mutex_key": "play-unacked-mutex",
    }
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
# Celery would close the connection to the database after every task; arena.celery looks after it instead.
CELERY_DB_REUSE_MAX = 10**9
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
