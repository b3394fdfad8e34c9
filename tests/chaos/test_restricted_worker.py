"""A play worker with a role of its own, in the database and at the broker: it plays, and can do nothing else."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
import redis
from django.conf import settings
from django.db import connection

from arena.accounts.models import User
from arena.bots.actions.submit import create_bot, submit
from arena.bots.archive import Upload
from arena.bots.models import BotVersion
from arena.health import signs
from arena.matches.models import Attempt, AttemptOutcome, Delivery, MatchState
from arena.matches.worker_roles import broker_rules, make_role
from tests.chaos import asking
from tests.chaos.harness import Arena
from tests.matches import cast

ROLE = f"arena_play_chaos_{os.environ.get('PYTEST_XDIST_WORKER', 'test')}"
PASSWORD = "a-password-of-the-broker"


@pytest.fixture
def database(transactional_db: None) -> Iterator[str]:
    """The address with which the worker connects."""
    make_role(ROLE)
    given = connection.settings_dict
    yield f"postgres://{ROLE}@{quote(str(given['HOST']), safe='')}/{given['NAME']}"
    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA arena_play CASCADE")
        cursor.execute(f"DROP OWNED BY {ROLE}")
        cursor.execute(f"DROP ROLE {ROLE}")


@pytest.fixture
def broker(arena: Arena) -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server: Any = arena.redis
    server.config_set("port", port)
    server.execute_command("ACL", "SETUSER", "play", *broker_rules(settings.KEY_PREFIX), f">{PASSWORD}")
    return f"redis://play:{PASSWORD}@127.0.0.1:{port}/0"


def test_it_plays_and_others_take_the_results_in(
    arena: Arena, house: list[BotVersion], database: str, broker: str
) -> None:
    match = cast.match(house, blocks=3)
    secrets = {"SECRET_KEY": "", "EMAIL_URL": "", "ARENA_RESTRICTED_WORKER": "true"}
    arena.start_worker("restricted", ("play",), environment={"DATABASE_URL": database, "REDIS_URL": broker, **secrets})
    arena.wait(Delivery.objects.exists, "it plays")
    arena.wait(lambda: signs.live_workers("play"), "it gives signs of life")
    assert asking.done() == 0, "it writes no result itself"
    arena.start_worker("control", ("control",))
    arena.start_beat()
    arena.wait(lambda: asking.is_over(match), "the match is over")
    match.refresh_from_db()
    assert match.state == MatchState.DONE
    attempts = Attempt.objects.all()
    assert {attempt.outcome for attempt in attempts} == {AttemptOutcome.RESULT}
    assert all(attempt.worker.startswith(f"{ROLE}/") for attempt in attempts)


def test_it_checks_an_upload_and_others_write_the_verdict(
    arena: Arena, alice: User, database: str, broker: str
) -> None:
    source = (Path(__file__).parents[1] / "bots" / "good" / "bot.py").read_bytes()
    secrets = {"SECRET_KEY": "", "EMAIL_URL": "", "ARENA_RESTRICTED_WORKER": "true"}
    version = submit(create_bot(alice, "First", ["diamoniak"]), Upload((("bot.py", source),))).version
    arena.start_worker("restricted", ("play",), environment={"DATABASE_URL": database, "REDIS_URL": broker, **secrets})
    arena.start_worker("control", ("control",))
    arena.start_beat()
    arena.wait(BotVersion.objects.filter(pk=version.pk, state__in=["ready", "rejected"]).exists, "it is checked")
    version.refresh_from_db()
    assert version.state == "ready", version.report


def test_with_its_addresses_nothing_else_is_reached(arena: Arena, database: str, broker: str) -> None:
    with psycopg.connect(database) as session:
        for table in ("accounts_user", "django_session", "api_accesstoken", "matches_block", "ratings_ratingevent"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege), session.transaction():
                session.execute(f"SELECT * FROM {table}")  # noqa: S608 - written above
    worker = redis.Redis.from_url(broker)
    assert worker.hset(f"{settings.KEY_PREFIX}:resting", "itself", "{}"), "it may say that it cannot play"
    arena.redis.set("arena:1:page", "kept")
    for attack in (
        lambda: worker.get("arena:1:page"),
        lambda: worker.set("arena:1:page", "a pickle"),
        lambda: worker.lpush("control", "a task"),
        lambda: worker.hset("unacked", "x", "a task"),
        lambda: worker.publish("/0.celery.pidbox", "shut down"),
        lambda: worker.eval("return redis.call('get', 'arena:1:page')", 0),
        worker.flushall,
        worker.config_get,
        worker.keys,
    ):
        with pytest.raises(redis.exceptions.NoPermissionError):
            attack()
