"""An ``advance`` that fails: the reason is shown, it is tried again with growing pauses, and it blocks nobody else."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.tournaments import tasks
from arena.tournaments.actions import lifecycle
from arena.tournaments.actions.audit import ActionError
from arena.tournaments.models import Tournament, TournamentState
from arena.tournaments.planning.errors import StateError
from arena.tournaments.running import advance as module
from arena.tournaments.running.advance import try_to_advance
from arena.tournaments.running.facts import plan_of
from arena.tournaments.running.rows import Rows
from tests.tournament_engine import cast


@pytest.fixture
def broken(olga: User, four: list[BotVersion], monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """A tournament whose plan cannot be made, before another one that is fine."""
    cup = cast.started(olga, four, "single_elimination", name="Broken")

    def fail(tournament: Tournament, rows: Rows) -> Any:
        if tournament.pk == cup.pk:
            raise StateError("a line of the bracket is missing")
        return plan_of(tournament, rows)

    monkeypatch.setattr(module, "plan_of", fail)
    return cup


def test_the_reason_is_kept_and_pauses_grow(broken: Tournament) -> None:
    now = timezone.now()
    assert not try_to_advance(broken.pk, now)
    broken.refresh_from_db()
    assert (broken.trouble, broken.trouble_count) == ("a line of the bracket is missing", 1)
    assert broken.try_again_at == now + timedelta(seconds=30)
    assert not try_to_advance(broken.pk, now + timedelta(seconds=29))
    broken.refresh_from_db()
    assert broken.trouble_count == 1, "it is not tried before its time"
    later = now + timedelta(seconds=31)
    assert not try_to_advance(broken.pk, later)
    broken.refresh_from_db()
    assert (broken.trouble_count, broken.try_again_at) == (2, later + timedelta(seconds=60))


def test_another_tournament_goes_on(broken: Tournament, olga: User, four: list[BotVersion]) -> None:
    fine = cast.started(olga, four, "single_elimination", name="Fine")
    while cast.play_one():
        tasks.advance_all()
    fine.refresh_from_db()
    broken.refresh_from_db()
    assert fine.state == TournamentState.FINISHED
    assert (broken.state, broken.trouble_count) == (TournamentState.RUNNING, 1)


def test_it_goes_on_by_itself_once_it_can(broken: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    try_to_advance(broken.pk)
    monkeypatch.setattr(module, "plan_of", plan_of)
    try_to_advance(broken.pk, timezone.now() + timedelta(minutes=1))
    broken.refresh_from_db()
    assert (broken.trouble, broken.trouble_count, broken.try_again_at) == ("", 0, None)


def test_an_unexpected_failure_is_named_too(broken: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_tournament: Tournament, _rows: Rows) -> Any:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(module, "plan_of", fail)
    try_to_advance(broken.pk)
    broken.refresh_from_db()
    assert "ZeroDivisionError: division by zero" in broken.trouble


def test_an_action_that_cannot_be_planned_is_refused_with_the_reason(broken: Tournament, olga: User) -> None:
    lifecycle.pause(broken.pk, olga)
    with pytest.raises(ActionError, match="a line of the bracket is missing"):
        lifecycle.resume(broken.pk, olga)
    broken.refresh_from_db()
    assert broken.state == TournamentState.PAUSED


def test_the_organiser_and_staff_read_the_reason_and_others_do_not(
    broken: Tournament, olga: User, stella: User, alice: User, client: Client
) -> None:
    try_to_advance(broken.pk)
    for user, is_told in ((olga, True), (stella, True), (alice, False)):
        client.force_login(user)
        page = client.get(f"/tournaments/{broken.slug}/").content.decode()
        assert ("a line of the bracket is missing" in page) is is_told
    client.force_login(stella)
    assert "a line of the bracket is missing" in client.get("/queue/").content.decode()
