"""Several workers at once, on real connections: whoever comes second finds the work done."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from arena.bots.models import BotVersion
from arena.matches.models import Match
from arena.ratings.actions.close_period import close_period
from arena.ratings.actions.recompute import recompute
from arena.ratings.actions.refit import refit
from arena.ratings.actions.take_out import take_out
from arena.ratings.ladder import cycles
from arena.ratings.models import Cycle, Period, Pool, RatingEvent, Standing
from tests.ladders import rounds

pytestmark = pytest.mark.django_db(transaction=True)


def _at_once(work: Callable[[], object], times: int = 4) -> list[object]:
    def run(_number: int) -> object:
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(run, range(times)))


def test_a_period_is_closed_once_by_four_workers(pool: Pool, versions: list[BotVersion]) -> None:
    rounds.pods(versions, "ladder/x/c1", 1)
    rounds.finish_all()
    closed = _at_once(lambda: close_period("ladder/x/c1"))
    assert len({period.pk for period in closed if isinstance(period, Period)}) == 1
    assert [*RatingEvent.objects.order_by("seq").values_list("seq", flat=True)] == list(range(1, 13))
    _at_once(lambda: refit(pool.pk), 2)
    assert Standing.objects.count() == 4


def test_a_match_is_taken_out_once_by_three_workers(pool: Pool, versions: list[BotVersion]) -> None:
    rounds.pods(versions, "ladder/x/c1", 1)
    rounds.finish_all()
    close_period("ladder/x/c1")
    match = Match.objects.order_by("pk")[0]
    assert sorted(_at_once(lambda: take_out(match.pk), 3), key=str) == [0, 0, 2]
    revisions = RatingEvent.objects.filter(game__block__match=match).order_by("game", "revision")
    assert [*revisions.values_list("revision", flat=True)] == [0, 1, 0, 1]
    assert recompute(pool.pk).changed == 0


def test_four_beats_at_once_open_one_cycle(pool: Pool, versions: list[BotVersion]) -> None:
    _at_once(lambda: cycles.run_ladder(pool.pk))
    assert Cycle.objects.count() == 1
