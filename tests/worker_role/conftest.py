"""A play worker with a database role of its own, in this process: the connection takes the role's identity."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from django.db import connection
from pytest_django.fixtures import Settings

from arena.bots import gates
from arena.bots.models import BotVersion
from arena.lib import prepared
from arena.matches.sql.doors import DOORS
from arena.matches.worker_roles import make_role
from tests.matches import cast

ROLE = f"arena_play_{os.environ.get('PYTEST_XDIST_WORKER', 'test')}"
As = Callable[[], AbstractContextManager[None]]


@pytest.fixture
def house(db: None) -> list[BotVersion]:
    return [cast.ready_version(None, "Dice", "random"), cast.ready_version(None, "Chance", "random")]


@pytest.fixture
def as_worker(db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> As:
    make_role(ROLE)

    @contextmanager
    def being() -> Iterator[None]:
        with monkeypatch.context() as patch:
            patch.setattr(prepared, "_doors", {door.statement: door.call for door in DOORS})
            patch.setattr(gates, "_gates", [])  # as in a process that was begun as one: arena.matches.apps
            with connection.cursor() as cursor:
                cursor.execute(f"SET SESSION AUTHORIZATION {ROLE}")
            settings.IS_RESTRICTED_WORKER = True
            try:
                yield
            finally:
                settings.IS_RESTRICTED_WORKER = False
                with connection.cursor() as cursor:
                    cursor.execute("RESET SESSION AUTHORIZATION")

    return being
