"""Ratings are the same whatever the order in which results arrive, and can be rebuilt to the last bit."""

import pytest
from django.db import transaction

from arena.bots.models import BotVersion
from arena.matches.actions.settle import cancel
from arena.matches.models import Game, GameState, Match
from arena.ratings.actions.close_period import close_period
from arena.ratings.actions.recompute import recompute, revise
from arena.ratings.actions.refit import refit
from arena.ratings.models import EventKind, Period, Pool, RatingEvent, Snapshot, Standing
from tests.ladders import rounds
from tests.matches import cast

pytestmark = pytest.mark.django_db


def _log(pool: Pool) -> list[tuple[int, list[list[str]], list[int]]]:
    names = dict(BotVersion.objects.values_list("pk", "bot__name"))
    rows = RatingEvent.objects.filter(pool=pool).order_by("seq")
    return [(e.seq, [[names[m] for m in side] for side in e.payload["sides"]], e.payload["ranks"]) for e in rows]


def _lives(pool: Pool) -> list[tuple[str, float]]:
    rows = Snapshot.objects.filter(period__pool=pool).order_by("period__number", "version__bot__name")
    return list(rows.values_list("version__bot__name", "live"))


def _outcome(pool: Pool, versions: list[BotVersion], order: int) -> list[object]:
    """Log, live Elo and board after a period whose results arrived in one of many orders; then all is undone."""
    with transaction.atomic():
        rounds.pods(versions, "ladder/x/c1")
        rounds.play_all(order)
        close_period("ladder/x/c1")
        refit(pool.pk)
        board = Standing.objects.order_by("position").values_list("version__bot__name", "rating", "error")
        seen = [_log(pool), _lives(pool), list(board)]
        transaction.set_rollback(True)
    return seen


def test_arrival_order_changes_neither_log_nor_ratings(pool: Pool, versions: list[BotVersion]) -> None:
    first = _outcome(pool, versions, 1)
    assert first[0]
    assert [_outcome(pool, versions, order) for order in (2, 3)] == [first, first]


def test_closing_twice_changes_nothing(pool: Pool, versions: list[BotVersion]) -> None:
    rounds.pods(versions, "ladder/x/c1")
    rounds.play_all(1)
    first = close_period("ladder/x/c1")
    before = (_log(pool), _lives(pool))
    assert close_period("ladder/x/c1") == first
    assert (_log(pool), _lives(pool)) == before
    assert Period.objects.count() == 1


def test_recompute_gives_identical_doubles(pool: Pool, versions: list[BotVersion]) -> None:
    for number in (1, 2, 3):
        rounds.pods(versions, f"ladder/x/c{number}", blocks=1)
        rounds.play_all(number)
        close_period(f"ladder/x/c{number}")
    before = _lives(pool)
    done = recompute(pool.pk)
    assert (done.changed, _lives(pool)) == (0, before)


def test_a_period_is_not_closed_while_one_of_its_matches_is_played(pool: Pool, versions: list[BotVersion]) -> None:
    rounds.pods(versions[:2], "ladder/x/c1", blocks=1)
    cast.finish(cast.take())
    assert close_period("ladder/x/c1") is None
    assert not Period.objects.exists()


def test_blocks_with_cancelled_games_are_not_rated(pool: Pool, versions: list[BotVersion]) -> None:
    rounds.pods(versions[:2], "ladder/x/c1", blocks=1)
    cast.finish(cast.take())
    cancel(Match.objects.get().pk, "No more.")
    period = close_period("ladder/x/c1")
    assert period is not None
    assert period.last_seq < period.first_seq


def test_a_correction_appends_and_replays(pool: Pool, versions: list[BotVersion]) -> None:
    rounds.pods(versions, "ladder/x/c1")
    rounds.play_all(1)
    close_period("ladder/x/c1")
    before, count = _lives(pool), RatingEvent.objects.count()
    game = Game.objects.filter(state=GameState.DONE).order_by("pk").first()
    assert game is not None
    event = revise(game, None)
    assert event is not None
    assert (event.kind, event.revision, RatingEvent.objects.count()) == (EventKind.REVISE, 1, count + 1)
    assert _lives(pool) != before
    assert recompute(pool.pk).changed == 0


def test_the_board_puts_unrated_bots_below_rated_ones(pool: Pool, versions: list[BotVersion]) -> None:
    rounds.pods(versions, "ladder/x/c1")
    rounds.play_all(1)
    close_period("ladder/x/c1")
    assert refit(pool.pk) == 4
    lines = list(Standing.objects.order_by("position"))
    assert [line.rating is None for line in lines] == sorted(line.rating is None for line in lines)
    assert all(line.best_rank and line.worst_rank and line.best_rank <= line.worst_rank for line in lines)
    pool.refresh_from_db()
    assert pool.fitted_seq == pool.last_seq
