"""Every operation of the document is done, with an organiser's token and with one of staff."""

from __future__ import annotations

import pytest
from django.db import transaction

from arena.accounts.models import User
from arena.api import throttle
from arena.api.site import document
from tests.api.conftest import caller
from tests.api.everything import calls, lay_out, send
from tests.tournament_engine import cast as tournaments

OPERATIONS = {f"{method.upper()} {path}" for path, each in document()["paths"].items() for method in each}
FOR_STAFF = {"GET /api/v1/queue"}
"""Closed to organisers."""


@pytest.mark.parametrize("role", ["organiser", "staff"])
def test_every_operation_succeeds(
    role: str, stella: User, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    monkeypatch.setattr(throttle, "WRITES", 10**6)
    olga = tournaments.organiser()
    me = olga if role == "organiser" else stella
    by = caller(me)
    made = lay_out(by, me, olga)
    done = set()
    for operation, path, body in calls():
        with subtests.test(operation), transaction.atomic():
            answer = send(by, operation, path.format(**made), body)
            transaction.set_rollback(True)
            is_closed = role == "organiser" and operation in FOR_STAFF
            assert answer.status_code in ({403} if is_closed else {200, 201, 204}), answer
            done.add(operation)
    assert done == OPERATIONS
