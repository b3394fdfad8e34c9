"""Boards through the API come from memory: never old, never somebody else's, and counted like any other call."""

import pytest
from pytest_django import DjangoAssertNumQueries

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.ratings.models import Pool, Standing
from benchmarks.leaderboard.fill import fill
from tests.api.conftest import Caller, caller

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
BOARD = "/leaderboards/karma-4"


@pytest.fixture
def pool(db: None) -> Pool:
    return fill("karma-4", 8, 64)


def test_the_second_call_costs_one_query_and_is_counted(
    stranger: Caller, pool: Pool, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = stranger.get(f"{BOARD}?limit=3")
    with django_assert_num_queries(1):
        again = stranger.get(f"{BOARD}?limit=3")
    assert again.content == first.content
    # Not one less for sure: a minute of counting may end between the two.
    assert int(again.headers["RateLimit-Remaining"]) < int(again.headers["RateLimit-Limit"])
    for name in ("Content-Type", "ETag", "Cache-Control", "Vary"):
        assert again.headers[name] == first.headers[name], name
    assert stranger.get(f"{BOARD}?limit=3", **{"If-None-Match": first.headers["ETag"]}).status_code == 304
    assert len(stranger.get(f"{BOARD}?limit=4").json()["items"]) == 4


def test_names_and_fits_are_shown_at_once(stranger: Caller, pool: Pool) -> None:
    line = pool.standings.order_by("position")[0]
    stranger.get(BOARD)
    Bot.objects.filter(pk=line.version.bot_id).update(name="Renamed")
    assert stranger.get(BOARD).json()["items"][0]["bot"] == "Renamed"
    Standing.objects.filter(pk=line.pk).update(rating=2222.0)
    Pool.objects.filter(pk=pool.pk).update(fitted_seq=pool.fitted_seq + 1)
    assert stranger.get(BOARD).json()["items"][0]["rating"] == 2222.0


def test_the_filter_mine_is_everybodys_own(stranger: Caller, pool: Pool, bob: User) -> None:
    owner = pool.standings.order_by("position")[0].version.bot.owner
    assert owner is not None
    for _ in range(2):
        counts = [
            len(each.get(f"{BOARD}?kind=mine").json()["items"]) for each in (caller(owner), caller(bob), stranger)
        ]
        assert counts[0] > counts[1] == counts[2] == 0


def test_errors_are_not_kept(stranger: Caller, pool: Pool) -> None:
    for _ in range(2):
        assert stranger.get("/leaderboards/chess-2").status_code == 404
        assert stranger.get(f"{BOARD}?kind=nonsense").status_code == 422
