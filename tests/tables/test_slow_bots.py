"""Bots that think longer than a request may last answer on a worker, and nobody waits for ever."""

from datetime import timedelta

import pytest

from arena.tables import limits, nudges, tasks
from arena.tables.actions import answering
from arena.tables.actions.expiring import expire
from arena.tables.models import Table, TableState
from tests.slugs import SMALLEST
from tests.tables.cast import ANN, NOW, look, play_on, sit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
SLUG = SMALLEST[-1]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """It is the searching bot's turn."""
    monkeypatch.setattr(limits, "SEARCH_MS", 5)
    table = sit(SLUG, others={1: "search"})
    play_on(table)
    table.refresh_from_db()
    return table


def test_the_request_does_not_wait_for_a_search(table: Table) -> None:
    assert table.is_answered_elsewhere
    assert look(table)["asked"] == [1]
    assert look(table)["is_answered_elsewhere"]


def test_a_worker_answers_until_the_person_is_asked_again(table: Table) -> None:
    assert tasks.answer(table.pk) > 0
    table.refresh_from_db()
    assert not table.is_answered_elsewhere
    assert look(table)["asked"] == [0] or table.state == TableState.OVER
    assert tasks.answer(table.pk) == 0


def test_when_no_worker_comes_the_quick_house_bot_decides(table: Table) -> None:
    assert table.deadline is not None
    before = len(table.actions)
    expire(table.deadline + timedelta(seconds=1))
    table.refresh_from_db()
    assert len(table.actions) > before
    assert ANN.sits_in(table.sittings.get(seat=0))


def test_a_search_whose_worker_died_is_called_for_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[int] = []
    monkeypatch.setattr(nudges, "call_for_the_house", called.append)
    assert answering.call_again(NOW + limits.SEARCH_SILENT - timedelta(seconds=1)) == 0, "it still thinks"
    assert answering.call_again(NOW + limits.SEARCH_SILENT + timedelta(seconds=0.5)) == 1
    assert answering.call_again(NOW + limits.SEARCH_SILENT + timedelta(seconds=1.5)) == 0, "a moment ago"
    assert called == [table.pk]


def test_a_table_that_is_over_is_not_asked(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(
        state=TableState.OVER, deadline=None, finished_at=NOW, ranks=[1, 2], is_answered_elsewhere=False
    )
    assert tasks.answer(table.pk) == 0
