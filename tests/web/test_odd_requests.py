"""Every route is asked with nonsense in each part of its address, its query and its form: never an error of ours."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.core.signals import request_finished
from django.db import close_old_connections, transaction
from django.test import Client

from arena.accounts.models import User
from arena.api import throttle
from tests.tournament_engine import cast as tournaments
from tests.web.routes import ODD, Route, documented, listening, routes
from tools import rows

pytestmark = pytest.mark.django_db
SENT = 1 if os.environ.get("ARENA_EVERY_CASE") else 12
"""Of the cases with nonsense every twelfth is sent: all of them take minutes. ARENA_EVERY_CASE=1 sends them."""
PARTS = 6
"""Each asks every sixth route, so that the workers of a run share them."""
ALIKE = {"admin/": ("staff",), "api/": ("a stranger",)}
"""Addresses where the others get the same answer: all but staff are sent away, and sessions say nothing to the API."""
DJANGOS_OWN = ("_to_field", "")
"""Pages of the administration, which staff alone see, look for a field that has no name."""
Case = tuple[str, str, dict[str, Any]]
"""Method, address, and what is sent."""


@pytest.fixture
def found(alice: User) -> list[Route]:
    """In an arena where every kind of thing exists, and is Alice's where it has an owner."""
    made = rows.create(alice)
    olga = tournaments.organiser()
    cup = tournaments.started(olga, tournaments.field(4), "single_elimination", name="Cup")
    numbers = {"games:pk": made["game"], "matches:pk": made["match"], "tables:pk": made["game"], "name": alice.name}
    return routes(
        {
            **numbers,
            **{f"{folder}:slug": made["ladder"] for folder in ("leaderboards", "ladders")},
            "tournaments:slug": cup.slug,
            "bots:slug": made["bot"], "bots:number": made["ready"], "matches:number": "0", "versions:pk": made["ready"],
            "tables:code": made["table_waiting"], "tables:day": made["day"], "play:name": made["played"],
            "tournaments:key": "1.1.1", "script:name": "replay",
            "api:slug": made["bot"], "api:id": made["game"], "language": "python",
        }
    )  # fmt: skip


@pytest.fixture
def people(alice: User, stella: User, found: list[Route]) -> dict[str, Client]:
    clients = {"a stranger": Client(), "an owner": Client(), "an organiser": Client(), "staff": Client()}
    clients["an owner"].force_login(alice)
    clients["an organiser"].force_login(User.objects.get(name="olga"))
    clients["staff"].force_login(stella)
    for client in clients.values():
        client.raise_request_exception = False
    return clients


@pytest.fixture(autouse=True)
def _nobody_is_throttled(monkeypatch: pytest.MonkeyPatch, fresh_redis: None) -> None:
    for name in ("READS", "WRITES", "STRANGER"):
        monkeypatch.setattr(throttle, name, 10**6)


def ask(client: Client, case: Case) -> int:
    """Nothing that is done stays done."""
    method, address, sent = case
    with transaction.atomic():
        answer = client.generic(method, address, **sent) if method == "POST" else client.get(address)
        if answer.streaming:
            # Its end must not close the test's connection, as the client sees to for all others.
            request_finished.disconnect(close_old_connections)
            answer.close()
            request_finished.connect(close_old_connections)
        transaction.set_rollback(True)
    return answer.status_code


def _form(names: set[str], value: Any) -> dict[str, Any]:
    return {
        "data": urlencode(dict.fromkeys(sorted(names), value)),
        "content_type": "application/x-www-form-urlencoded",
    }


def _queries(names: set[str], value: Any) -> Iterator[dict[str, Any]]:
    """Each name alone, since the first that is refused hides the others."""
    yield from ({name: value} for name in sorted(names))


def nonsense(route: Route, all_asked: set[str], all_sent: set[str]) -> Iterator[Case]:
    for value in ODD:
        asked, sent = ({name for name in names if (name, value) != DJANGOS_OWN} for names in (all_asked, all_sent))
        for part, _good in route.parts:
            yield "GET", route.with_part(part, quote(value, safe="")).address, {}
        yield from (("GET", f"{route.address}?{urlencode(query)}", {}) for query in _queries(asked, value))
        yield "POST", route.address, _form(sent, value)
        yield from (("POST", route.address, _form({name}, value)) for name in sorted(sent))
    for body in (b"[]", b"{", b"null", b'{"a": NaN}'):
        yield "POST", route.address, {"data": body, "content_type": "application/json"}


def look_round(route: Route, people: dict[str, Client]) -> tuple[set[str], set[str], dict[str, int]]:
    """What it reads of a query and of a form, and how it answers each of these people."""
    asked, sent, answers = set(), set(), {}
    for who, client in people.items():
        with listening() as heard:
            answers[who] = ask(client, ("GET", route.address, {}))
        asked |= heard
        with listening() as heard:
            answers[f"{who}, POST"] = ask(client, ("POST", route.address, {}))
        sent |= heard
    return asked, sent - {"csrfmiddlewaretoken"}, answers


@pytest.mark.parametrize("part", range(PARTS))
def test_no_request_however_odd_is_an_error_of_ours(part: int, found: list[Route], people: dict[str, Client]) -> None:
    turn, known, failed, answered = count(), documented(), [], set()
    for route in found[part::PARTS]:
        alike = next((who for folder, who in ALIKE.items() if route.pattern.startswith(folder)), tuple(people))
        asked, sent, answers = look_round(route, {who: people[who] for who in alike})
        answered |= {route.pattern} if 200 in answers.values() else set()
        failed += [f"{who}: {route.address}" for who, status in answers.items() if status == 500]
        for case in nonsense(route, asked | known.get(route.pattern, set()), sent):
            number = next(turn)
            who = alike[number // SENT % len(alike)]
            if number % SENT == 0 and ask(people[who], case) == 500:
                failed.append(f"{who}: {case[0]} {case[1][:200]} {case[2].get('data', '')[:200]}")
    assert failed == []
    assert len(answered) > 100 // PARTS, "Most pages were seen by somebody."
    assert next(turn) > 5_000 // PARTS, "Views say what they read."
