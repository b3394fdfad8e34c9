"""``arena status``: versions, ladders, and waiting for both."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.utils import timezone

from arena.accounts.models import User
from arena.ratings.models import LadderEntry, Pool, Standing
from referee.cli.remote.client import Client
from referee.cli.remote.errors import RemoteError
from tests.matches import cast
from tests.referee.cli.arena import Arena

READY = {"number": 2, "state": "ready", "reason": "", "is_active": True}
PLACING = {
    "variant": "karma-2",
    "state": "placing",
    "reason": "It plays.",
    "games": 40,
    "games_missing": 60,
    "about": None,
    "rating": None,
    "margin_95": None,
    "is_final": False,
}


def test_it_shows_what_is_missing_and_waits_until_the_bot_is_placed(
    arena: Arena, logged_in: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = cast.ready_version(User.objects.get(name="alice"), "Ace")
    pool = Pool.objects.create(variant="diamoniak-2")
    entry = LadderEntry.objects.create(pool=pool, version=version, joined_at=timezone.now(), batch=1)
    ran = arena("status", "ace")
    assert ran.status == 0
    assert "diamoniak-2  placing" in ran.out
    assert "about 115 more games" in ran.out
    (told,) = json.loads(arena("status", "ace", "--json").out)
    assert [ladder["games_missing"] for ladder in told["ladders"]] == [115]

    def while_it_sleeps(_seconds: float) -> None:
        LadderEntry.objects.filter(pk=entry.pk).update(placed_at=timezone.now())
        Standing.objects.create(
            pool=pool, version=version, position=1, is_provisional=False, rating=1612.3, margin=70, games=130
        )

    monkeypatch.setattr("referee.cli.remote.status.sleep", while_it_sleeps)
    ran = arena("status", "ace", "--wait")
    assert (ran.status, "1612 ± 70" in ran.out) == (0, True), ran.err


def _answers(monkeypatch: pytest.MonkeyPatch, *looks: tuple[dict[str, Any], list[dict[str, Any]] | None]) -> None:
    """What the arena tells at each look, the last for ever."""
    monkeypatch.setenv("KARMA_ARENA_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("KARMA_ARENA_TOKEN", "karma_x")
    monkeypatch.setattr("referee.cli.remote.status.sleep", lambda _seconds: None)
    left = list(looks)

    def get(_self: Client, path: str, **_query: object) -> Any:
        version, ladders = left[0]
        if path.endswith("/versions"):
            return {"items": [version] if version else []}
        if len(left) > 1:
            left.pop(0)
        if ladders is None:
            raise RemoteError("There is no such address.", "not-found")
        return ladders

    monkeypatch.setattr(Client, "get", get)


def test_a_suspended_bot_ends_the_waiting_with_status_1(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    off = {**PLACING, "state": "suspended", "reason": "It crashed.", "games_missing": 0, "is_final": True}
    _answers(monkeypatch, (READY, [PLACING]), (READY, [PLACING]), (READY, [off]))
    ran = arena("status", "ace", "--wait")
    assert (ran.status, "It crashed." in ran.out) == (1, True)


def test_a_rejected_version_ends_the_waiting_with_status_1(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    checking = {**READY, "state": "checking", "reason": "Karma for 2.", "is_active": False}
    rejected = {**checking, "state": "rejected", "reason": "No answer to hello."}
    _answers(monkeypatch, (checking, []), (checking, []), (rejected, []))
    ran = arena("status", "ace", "--wait")
    assert (ran.status, "No answer to hello." in ran.out) == (1, True)


def test_what_takes_too_long_ends_with_status_2_and_says_what_is_missing(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(0, 10_000, 100))
    monkeypatch.setattr("referee.cli.remote.status.monotonic", lambda: next(clock))
    _answers(monkeypatch, (READY, [PLACING]))
    ran = arena("status", "ace", "--wait", "--timeout", "150")
    assert (ran.status, "karma-2: about 60 more games" in ran.err) == (2, True)


def test_nothing_is_waited_for_where_there_is_no_version(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    _answers(monkeypatch, ({}, []))
    ran = arena("status", "ace", "--wait")
    assert (ran.status, "no version to wait for" in ran.err) == (2, True)


def test_an_arena_that_is_too_old_to_tell_of_ladders_still_tells_of_versions(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    _answers(monkeypatch, (READY, None))
    ran = arena("status", "ace")
    assert (ran.status, "v2 *" in ran.out, "ladder" in ran.out) == (0, True, False)
