"""Ratings are the same whatever the order in which results arrive, and can be rebuilt to the last bit."""

import random
from collections.abc import Callable
from functools import partial

import pytest
from django.db import transaction
from django.utils import timezone

from arena.bots.models import BotVersion
from arena.matches import signals
from arena.matches.actions.settle import cancel
from arena.matches.models import Match
from arena.ratings import tasks
from arena.ratings.actions.close_period import close_period, open_pool
from arena.ratings.actions.recompute import recompute
from arena.ratings.actions.refit import refit
from arena.ratings.actions.seasons import SeasonError, begin_season
from arena.ratings.actions.take_out import take_out
from arena.ratings.log.lives import live_table
from arena.ratings.log.payloads import rated_game
from arena.ratings.models import DuePeriod, EventKind, Period, Pool, RatingEvent, Snapshot, Standing
from referee.ratings.elo.fold import LiveFold, LiveSettings, LiveTable
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


def _outcome(pool: Pool, versions: list[BotVersion], play: Callable[[], None]) -> list[object]:
    """Log, live Elo and board after a period whose results arrived in one of many orders; then all is undone."""
    with transaction.atomic():
        rounds.pods(versions, "ladder/x/c1")
        play()
        close_period("ladder/x/c1")
        refit(pool.pk)
        board = Standing.objects.order_by("position").values_list("version__bot__name", "rating", "error")
        seen = [_log(pool), _lives(pool), list(board)]
        transaction.set_rollback(True)
    return seen


def test_arrival_order_changes_neither_log_nor_ratings(pool: Pool, versions: list[BotVersion]) -> None:
    first = _outcome(pool, versions, partial(rounds.play_all, 1))
    assert first[0]
    others: list[Callable[[], None]] = [partial(rounds.play_all, 2), rounds.finish_all]
    assert [_outcome(pool, versions, play) for play in others] == [first, first]


def test_where_versions_stood_is_told_of_one_pool_though_others_close_periods_in_between(
    versions: list[BotVersion],
) -> None:
    chance, now = random.Random(7), timezone.now()
    pools = [Pool.objects.create(variant="karma-2", season=season, is_open=season == 3) for season in (1, 2, 3)]
    told: list[tuple[Pool, int, int, float]] = []
    for step in range(40):
        pool = chance.choice(pools)
        number = 1 + pool.periods.count()
        place = {"first_seq": 10 * number - 9, "last_seq": 10 * number}
        period = Period.objects.create(pool=pool, number=number, key=f"x/{step}", closed_at=now, **place)
        for version in chance.sample(versions, chance.randint(0, 3)):
            Snapshot.objects.create(period=period, version=version, live=float(step), games=step)
            told.append((pool, period.last_seq, version.pk, float(step)))
    everybody = [version.pk for version in versions]
    for pool in pools:
        for upto in (None, *range(0, 200, 5)):
            known = {who: live for of, seq, who, live in told if of == pool and (upto is None or seq <= upto)}
            assert live_table(pool, everybody, upto).ratings == known


def test_closing_twice_changes_nothing(pool: Pool, versions: list[BotVersion]) -> None:
    rounds.pods(versions, "ladder/x/c1")
    rounds.finish_all()
    first = close_period("ladder/x/c1")
    before = (_log(pool), _lives(pool))
    assert close_period("ladder/x/c1") == first
    assert (_log(pool), _lives(pool)) == before
    assert Period.objects.count() == 1


def _announce(period: str) -> None:
    signals.period_complete.send(sender=Match, period=period)


def test_a_complete_round_stays_due_until_it_is_closed(pool: Pool, versions: list[BotVersion]) -> None:
    """No message is delivered here: what was announced is found by the beat."""
    Pool.objects.update(ladder_is_on=False)
    rounds.pods(versions[:2], "tournament/cup/1.1", blocks=1)
    for _ in range(2):
        _announce("tournament/cup/1.1")
    tasks.run_ladders()
    assert DuePeriod.objects.count() == 1, "a match is being played again, so it stays due"
    rounds.finish_all()
    tasks.run_ladders()
    assert Period.objects.get().key == "tournament/cup/1.1"
    _announce("tournament/cup/1.1")
    assert not DuePeriod.objects.exists()


def test_what_is_announced_in_a_transaction_that_fails_is_not_due(pool: Pool, versions: list[BotVersion]) -> None:
    with transaction.atomic():
        _announce("tournament/cup/1.1")
        transaction.set_rollback(True)
    assert not DuePeriod.objects.exists()


def test_a_round_without_rated_games_is_not_due_for_ever(pool: Pool) -> None:
    _announce("tournament/friendly/1.1")
    tasks.run_ladders()
    assert not DuePeriod.objects.exists()


def test_a_season_waits_for_rounds_that_are_due(pool: Pool, versions: list[BotVersion]) -> None:
    Pool.objects.update(ladder_is_on=False)
    rounds.pods(versions[:2], "tournament/cup/1.1", blocks=1)
    rounds.finish_all()
    _announce("tournament/cup/1.1")
    with pytest.raises(SeasonError, match="try again in a while"):
        begin_season(pool.pk)
    tasks.run_ladders()
    assert begin_season(pool.pk).season == 2


def test_what_a_role_is_worth_is_kept_with_the_period_and_rebuilt(pool: Pool, versions: list[BotVersion]) -> None:
    wolf = open_pool("karmaka-wolf")
    for number, facts in ((1, {}), (2, {"roles": [{"role": "single", "offset": 80.0, "standard_error": 9.0}]})):
        Pool.objects.filter(pk=wolf.pk).update(facts=facts)
        rounds.pods(versions[:2], f"ladder/wolf/c{number}", 1, "karmaka-wolf")
        rounds.finish_all()
        close_period(f"ladder/wolf/c{number}")
    assert [period.role_offsets for period in Period.objects.order_by("number")] == [{}, {"single": 80.0}]
    first, second = (rows[1] for rows in _changes(wolf))
    assert first > second > 0, "a win alone against the pair is foreseen now"
    Pool.objects.filter(pk=wolf.pk).update(facts={})
    assert recompute(wolf.pk).changed == 0


def _changes(pool: Pool) -> list[list[float]]:
    """What each game did to the one that played alone, by period, replayed from the log."""
    fold = LiveFold(LiveSettings(), LiveTable())
    found = []
    for period in Period.objects.filter(pool=pool).order_by("number"):
        fold.set_role_offsets(period.role_offsets)
        games = [rated_game(event.payload) for event in period.events.order_by("seq")]
        found.append([fold.rate(game)[game.sides[0][0]] for game in games])
    return found


def test_recompute_gives_identical_doubles(pool: Pool, versions: list[BotVersion]) -> None:
    for number in (1, 2, 3):
        rounds.pods(versions, f"ladder/x/c{number}", blocks=1)
        rounds.finish_all()
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
    rounds.finish_all()
    close_period("ladder/x/c1")
    before, count = _lives(pool), RatingEvent.objects.count()
    match = Match.objects.order_by("pk")[0]
    assert take_out(match.pk) == 4
    appended = RatingEvent.objects.order_by("seq")[count:]
    assert [(event.kind, event.revision) for event in appended] == [(EventKind.REVISE, 1)] * 4
    assert _lives(pool) != before
    assert recompute(pool.pk).changed == 0
    assert take_out(match.pk) == 0, "they are out already"


def test_the_board_puts_unrated_bots_below_rated_ones(pool: Pool, versions: list[BotVersion]) -> None:
    rounds.pods(versions, "ladder/x/c1")
    rounds.finish_all()
    close_period("ladder/x/c1")
    assert refit(pool.pk) == 4
    lines = list(Standing.objects.order_by("position"))
    assert [line.rating is None for line in lines] == sorted(line.rating is None for line in lines)
    assert all(line.best_rank and line.worst_rank and line.best_rank <= line.worst_rank for line in lines)
    pool.refresh_from_db()
    assert pool.fitted_seq == pool.last_seq
