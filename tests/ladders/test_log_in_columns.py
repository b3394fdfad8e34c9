"""The tables of closed periods say what the events say, whoever wrote them and when."""

import pytest

from arena.bots.models import BotVersion
from arena.matches.models import Match
from arena.ratings.actions.refit import refit
from arena.ratings.actions.take_out import take_out
from arena.ratings.log.tables import read_tables
from arena.ratings.models import PeriodTable, Pool, Standing
from tests.ladders.logged import effective

pytestmark = pytest.mark.django_db


def _games(pool: Pool) -> list[tuple[int, list[int], list[int]]]:
    return [
        (int(row["game"]), row["members"].tolist(), row["ranks"].tolist())
        for table in read_tables(pool, pool.last_seq)
        for row in table.rows
    ]


def _events(pool: Pool) -> list[tuple[int, list[int], list[int]]]:
    return [
        (logged.game, [member for side in logged.kept["sides"] for member in side], logged.kept["ranks"])
        for logged in effective(pool, pool.last_seq)
    ]


def test_the_tables_hold_the_events_in_their_order(played: Pool) -> None:
    played.refresh_from_db()
    assert PeriodTable.objects.count() == 2
    assert _games(played) == _events(played)


def test_tables_that_are_missing_are_made_from_the_events(played: Pool) -> None:
    played.refresh_from_db()
    before = list(PeriodTable.objects.order_by("period", "number").values_list("period", "number", "rows"))
    PeriodTable.objects.all().delete()
    assert _games(played) == _events(played)
    after = PeriodTable.objects.order_by("period", "number").values_list("period", "number", "rows")
    assert [bytes(rows) for *_, rows in after] == [bytes(rows) for *_, rows in before]


def test_a_match_that_is_taken_out_leaves_the_fit_and_not_the_table(played: Pool, versions: list[BotVersion]) -> None:
    stored = [bytes(rows) for rows in PeriodTable.objects.order_by("pk").values_list("rows", flat=True)]
    games = sum(Standing.objects.values_list("games", flat=True))
    take_out(Match.objects.order_by("pk")[0].pk)
    played.refresh_from_db()
    assert _games(played) == _events(played)
    refit(played.pk)
    assert sum(Standing.objects.values_list("games", flat=True)) == games - 4
    assert [bytes(rows) for rows in PeriodTable.objects.order_by("pk").values_list("rows", flat=True)] == stored


def test_an_earlier_state_of_the_log_can_be_read(played: Pool) -> None:
    played.refresh_from_db()
    first = played.periods.order_by("number")[0]
    rows = [row for table in read_tables(played, played.last_seq, first.last_seq) for row in table.rows]
    assert [int(row["seq"]) for row in rows] == list(range(1, first.last_seq + 1))
