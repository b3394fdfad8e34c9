"""Ratings are the same whatever the order in which results arrive, and can be rebuilt to the last bit."""

import itertools
import random
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from arena.bots.models import BotVersion
from arena.matches.actions.accept_result import accept_result
from arena.matches.actions.claim import claim
from arena.matches.actions.schedule import Plan, schedule
from arena.matches.models import Game, GameState, MatchKind
from arena.ratings.actions.close_period import close_period
from arena.ratings.actions.recompute import recompute, revise
from arena.ratings.actions.refit import refit
from arena.ratings.models import EventKind, Period, Pool, RatingEvent, Snapshot, Standing
from tests.matches import cast

pytestmark = pytest.mark.django_db


def _pods(versions: list[BotVersion], period: str, blocks: int = 2) -> None:
    deadline = timezone.now() + timedelta(hours=1)
    for place, pair in enumerate(itertools.combinations(versions, 2)):
        key = f"{period}/p{place}"
        schedule(
            Plan(MatchKind.LADDER, key, "ladder:diamoniak-2", "diamoniak-2", pair, cast.SECRET, key, blocks, deadline,
                 is_rated=True, period=period, place=place)
        )  # fmt: skip


def _play_all(order: int) -> None:
    """Finish all games, results fixed by the game's place, arrival shuffled by ``order``."""
    leases = []
    while (lease := claim("w")) is not None:
        leases.append(lease)
        Game.objects.filter(pk=lease.game_id).update(source="elsewhere")  # not in the way of the caps
    random.Random(order).shuffle(leases)
    for lease in leases:
        game = Game.objects.select_related("block__match").get(pk=lease.game_id)
        favours_first = (game.block.match.place + game.block.number + game.number) % 3 != 0
        accept_result(lease, cast.result((1, 2) if favours_first else (2, 1), mark=str(lease.game_id)))


def _log(pool: Pool) -> list[tuple[int, list[list[str]], list[int]]]:
    names = dict(BotVersion.objects.values_list("pk", "bot__name"))
    rows = RatingEvent.objects.filter(pool=pool).order_by("seq")
    return [(e.seq, [[names[m] for m in side] for side in e.payload["sides"]], e.payload["ranks"]) for e in rows]


def _lives(pool: Pool) -> list[tuple[str, float]]:
    rows = Snapshot.objects.filter(period__pool=pool).order_by("period__number", "version__bot__name")
    return list(rows.values_list("version__bot__name", "live"))


@pytest.fixture(autouse=True)
def _no_caps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.matches.limits.MAX_RUNNING_PER_BOT", 1000)


def _outcome(pool: Pool, versions: list[BotVersion], order: int) -> list[object]:
    """Log, live Elo and board after a period whose results arrived in one of many orders; then all is undone."""
    with transaction.atomic():
        _pods(versions, "ladder/x/c1")
        _play_all(order)
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
    _pods(versions, "ladder/x/c1")
    _play_all(1)
    first = close_period("ladder/x/c1")
    before = (_log(pool), _lives(pool))
    assert close_period("ladder/x/c1") == first
    assert (_log(pool), _lives(pool)) == before
    assert Period.objects.count() == 1


def test_recompute_gives_identical_doubles(pool: Pool, versions: list[BotVersion]) -> None:
    for number in (1, 2, 3):
        _pods(versions, f"ladder/x/c{number}", blocks=1)
        _play_all(number)
        close_period(f"ladder/x/c{number}")
    before = _lives(pool)
    done = recompute(pool.pk)
    assert (done.changed, _lives(pool)) == (0, before)


def test_incomplete_blocks_and_forfeited_games_are_not_rated(pool: Pool, versions: list[BotVersion]) -> None:
    _pods(versions[:2], "ladder/x/c1", blocks=1)
    cast.finish(cast.take())
    period = close_period("ladder/x/c1")
    assert period is not None
    assert period.last_seq < period.first_seq, "the block was not complete"


def test_a_correction_appends_and_replays(pool: Pool, versions: list[BotVersion]) -> None:
    _pods(versions, "ladder/x/c1")
    _play_all(1)
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
    _pods(versions, "ladder/x/c1")
    _play_all(1)
    close_period("ladder/x/c1")
    assert refit(pool.pk) == 4
    lines = list(Standing.objects.order_by("position"))
    assert [line.rating is None for line in lines] == sorted(line.rating is None for line in lines)
    assert all(line.best_rank and line.worst_rank and line.best_rank <= line.worst_rank for line in lines)
    pool.refresh_from_db()
    assert pool.fitted_seq == pool.last_seq
