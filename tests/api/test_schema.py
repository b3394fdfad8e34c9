"""The OpenAPI document against the real thing: schemathesis calls every operation with data of its own making."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any
from unittest import mock

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase
from hypothesis import settings as bounded
from ninja import Schema
from schemathesis.checks import load_all_checks
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.generation.meta import TestPhase
from schemathesis.pytest._test_builder import build_operation_test

from arena.accounts.models import User
from arena.api import throttle
from arena.api.site import api
from arena.bots import quotas
from arena.ratings.models import Pool
from tests.api.conftest import caller
from tests.matches import cast
from tests.tournament_engine import cast as tournaments

DOCUMENT = api.get_openapi_schema(path_prefix="/api/v1/")
OPERATIONS = [f"{method.upper()} {path}" for path, each in DOCUMENT["paths"].items() for method in each]
PARTS = 4
"""Tests to share them out to: workers run side by side."""
EXAMPLES = 3
"""Cases by chance for each operation, besides those that are made systematically from its parameters."""
SENT = 1 if os.environ.get("ARENA_EVERY_CASE") else 6
"""Of the systematic cases every sixth is sent: all three thousand take minutes. ARENA_EVERY_CASE=1 sends them."""

PLAIN = {"Accept-Encoding": "identity"}
"""A browser unpacks what comes compressed; the caller in this process does not."""

schema = schemathesis.openapi.from_dict(dict(DOCUMENT))
schema.app = get_wsgi_application()
load_all_checks()


@pytest.fixture(autouse=True)
def _room_for_many_calls() -> Iterator[None]:
    limits = [mock.patch.object(throttle, name, 10**6) for name in ("READS", "WRITES", "STRANGER")]
    limits.append(mock.patch.object(quotas, "BOTS_PER_USER", 10**6))
    for limit in limits:
        limit.start()
    yield
    for limit in limits:
        limit.stop()


@pytest.fixture(autouse=True)
def _one_transaction() -> Iterator[None]:
    """As Django's own test client does: the end of a request must not close the test's connection."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def secrets(stella: User, alice: User) -> tuple[str, str]:
    """Tokens of staff and of an organiser, in an arena where every kind of thing exists."""
    Pool.objects.create(variant="karma-2")
    versions = [cast.ready_version(stella, "ace"), cast.ready_version(alice, "bishop")]
    cast.match(versions)
    cast.finish(cast.take())
    tournaments.started(stella, versions, "swiss", name="cup")
    return caller(stella).secret, caller(tournaments.organiser()).secret


def hold_to_its_promise(label: str, secrets: tuple[str, str]) -> None:
    """Call one operation with all checks on, by these people in turns."""
    systematic = count()
    sent = 0

    @bounded(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],
    )
    def call(case: schemathesis.Case[Any]) -> None:
        nonlocal sent
        is_by_chance = case.meta is None or case.meta.phase.name is TestPhase.FUZZING
        if is_by_chance or next(systematic) % SENT == 0:
            case.call_and_validate(headers={"Authorization": f"Bearer {secrets[sent % 2]}", **PLAIN})
            sent += 1

    operation = schema.find_operation_by_label(label)
    assert operation is not None
    # What the decorator of schemathesis does for all operations while tests are collected, in every worker.
    build_operation_test(
        config=schema.config, operation=operation, test_func=call, given_kwargs={}, feedback=FeedbackSources()
    )()
    assert sent, "Nothing was asked."


@pytest.mark.parametrize("part", range(PARTS))
def test_every_operation_keeps_what_the_document_promises(
    part: int, secrets: tuple[str, str], subtests: pytest.Subtests
) -> None:
    for label in OPERATIONS[part::PARTS]:
        with subtests.test(label), transaction.atomic():
            hold_to_its_promise(label, secrets)
            transaction.set_rollback(True)


def test_the_document_is_complete() -> None:
    operations = [(method, each) for path in DOCUMENT["paths"].values() for method, each in path.items()]
    assert len(operations) >= 60
    assert len({each["operationId"] for _, each in operations}) == len(operations)
    for method, each in operations:
        assert each["summary"]
        assert {"401", "403", "404", "422", "429"} <= set(each["responses"])
        assert ("304" in each["responses"]) == (method == "get")


def test_no_two_schemas_have_one_name() -> None:
    """The document knows them by name: of two it would describe one, and be wrong about the other."""
    found: list[type[Schema]] = [Schema]
    for each in found:
        found += each.__subclasses__()
    names = Counter(each.__name__ for each in set(found) if each.__module__.startswith("arena."))
    assert len(names) > 50
    assert [name for name, times in names.items() if times > 1] == []
