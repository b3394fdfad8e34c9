"""What enters the log, what does not, and what must not change when it is rebuilt."""

from datetime import timedelta

import pytest
from django.utils import timezone

from arena.bots.models import Bot, BotVersion, CheckState
from arena.matches.models import Game, Match, MatchKind
from arena.ratings.actions.close_period import close_period, open_pool
from arena.ratings.actions.recompute import recompute
from arena.ratings.actions.refit import is_due, refit
from arena.ratings.actions.take_out import take_out
from arena.ratings.models import Anchor, Period, Pool, RatingEvent, Snapshot, Standing
from tests.ladders import rounds

pytestmark = pytest.mark.django_db

KEY = "ladder/x/c1"


def _closed(versions: list[BotVersion], key: str = KEY, blocks: int = 1) -> Period:
    rounds.pods(versions, key, blocks)
    rounds.finish_all()
    period = close_period(key)
    assert period is not None
    return period


def _next_version(version: BotVersion, number: int = 2) -> BotVersion:
    new = BotVersion.objects.create(
        bot=version.bot, number=number, content_hash=f"{version.bot.name}{number}", runtime="python",
        state=CheckState.READY,
    )  # fmt: skip
    Bot.objects.filter(pk=version.bot_id).update(active_version=new)
    return new


def _event_count(period: Period) -> int:
    return RatingEvent.objects.filter(period=period).count()


def test_a_pod_with_two_bots_of_one_owner_is_not_rated(pool: Pool, versions: list[BotVersion]) -> None:
    Bot.objects.filter(pk=versions[1].bot_id).update(owner=versions[0].bot.owner)
    assert _event_count(_closed(versions[:2])) == 0


def test_in_a_tournament_two_bots_of_one_owner_are_rated(pool: Pool, versions: list[BotVersion]) -> None:
    Bot.objects.filter(pk=versions[1].bot_id).update(owner=versions[0].bot.owner)
    rounds.pods(versions[:2], KEY, 1)
    Match.objects.update(kind=MatchKind.TOURNAMENT)
    rounds.finish_all()
    period = close_period(KEY)
    assert period is not None
    assert _event_count(period) == 2


def test_bots_of_nobody_may_meet(pool: Pool, versions: list[BotVersion]) -> None:
    Bot.objects.update(owner=None)
    assert _event_count(_closed(versions[:2])) == 2


def test_a_bot_against_itself_is_not_rated(pool: Pool, versions: list[BotVersion]) -> None:
    assert _event_count(_closed([versions[0], versions[0]])) == 0


def test_an_anchor_never_moves_and_its_opponent_does(pool: Pool, versions: list[BotVersion]) -> None:
    _closed([versions[0], versions[3]])
    lives = dict(Snapshot.objects.values_list("version", "live"))
    assert lives[versions[3].pk] == 1500.0
    assert lives[versions[0].pk] != 1500.0


def test_a_period_is_rated_in_one_season_only(pool: Pool, versions: list[BotVersion]) -> None:
    first = _closed(versions[:2])
    Pool.objects.update(is_open=False)
    assert close_period(KEY) == first
    assert open_pool("diamoniak-2").season == 2
    assert RatingEvent.objects.count() == 2


def test_a_new_version_starts_where_the_old_one_stands(pool: Pool, versions: list[BotVersion]) -> None:
    _closed([versions[0], versions[3]])
    old = Snapshot.objects.get(version=versions[0]).live
    new = _next_version(versions[0])
    _closed([new, versions[3]], "ladder/x/c2")
    first = Game.objects.filter(block__match__period="ladder/x/c2").order_by("pk")[0]
    assert first.ranks is not None
    assert abs(Snapshot.objects.get(version=new).live - old) < 40, "two games from there, not from 1500"
    assert Snapshot.objects.get(version=new).games == 2, "K starts anew"


def test_what_an_owner_changes_does_not_change_a_rebuilt_log(pool: Pool, versions: list[BotVersion]) -> None:
    _closed([versions[0], versions[3]])
    _closed([_next_version(versions[0]), versions[3]], "ladder/x/c2")
    Bot.objects.update(games=["karma"], is_retired=True, owner=None)
    assert recompute(pool.pk).changed == 0


def test_an_emptied_table_is_rebuilt_to_the_last_bit(pool: Pool, versions: list[BotVersion]) -> None:
    _closed(versions[:3])
    _closed([_next_version(versions[0]), versions[3]], "ladder/x/c2")
    before = list(Snapshot.objects.order_by("period", "version").values_list("period", "version", "live", "games"))
    Snapshot.objects.all().delete()
    recompute(pool.pk)
    after = list(Snapshot.objects.order_by("period", "version").values_list("period", "version", "live", "games"))
    assert after == before


def _points() -> list[tuple[int, int, int, float, int, float | None]]:
    rows = Snapshot.objects.order_by("period", "version")
    return list(rows.values_list("pk", "period", "version", "live", "games", "rating"))


def test_what_comes_out_alike_is_not_written_anew(pool: Pool, versions: list[BotVersion]) -> None:
    _closed(versions)
    _closed(versions, "ladder/x/c2")
    refit(pool.pk)
    before = _points()
    recompute(pool.pk)
    assert _points() == before, "the same rows under the same numbers"


@pytest.mark.parametrize("at_once", [1, 2, 100])
def test_points_are_replaced_from_the_first_false_one_on(
    pool: Pool, versions: list[BotVersion], at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.ratings.actions.recompute._PERIODS", at_once)
    for number in range(1, 5):
        _closed(versions, f"ladder/x/c{number}")
        refit(pool.pk)
    before = _points()
    second, third = Period.objects.order_by("number")[1:3]
    Snapshot.objects.filter(period=second, version=versions[0]).update(live=1.0)
    Snapshot.objects.filter(period=third, version=versions[1]).delete()
    assert recompute(pool.pk).changed == 2
    after = _points()
    assert [point[1:5] for point in after] == [point[1:5] for point in before]
    for old, new in zip(before, after, strict=True):
        assert (new == old) == (new[1] < second.pk)
        assert new[5] == (old[5] if new[1] < second.pk else None), "bands are fits of their time"


def test_a_correction_blanks_bands_that_it_made_false(pool: Pool, versions: list[BotVersion]) -> None:
    _closed(versions)
    refit(pool.pk)
    assert Snapshot.objects.filter(rating__isnull=False).exists()
    take_out(Match.objects.order_by("pk")[0].pk)
    assert not Snapshot.objects.filter(rating__isnull=False).exists()
    refit(pool.pk)
    assert Snapshot.objects.filter(rating__isnull=False).exists()


def test_a_fit_of_an_older_log_writes_nothing_of_a_newer_period(pool: Pool, versions: list[BotVersion]) -> None:
    first = _closed(versions)
    refit(pool.pk)
    band = dict(Snapshot.objects.filter(period=first).values_list("version", "rating"))
    second = _closed(versions, "ladder/x/c2")
    assert set(Snapshot.objects.filter(period=second).values_list("rating", flat=True)) == {None}
    assert dict(Snapshot.objects.filter(period=first).values_list("version", "rating")) == band
    pool.refresh_from_db()
    newer = pool.last_seq
    refit(pool.pk)
    Pool.objects.update(last_seq=first.last_seq)  # as a slow worker still sees it
    assert refit(pool.pk) == 0
    assert Pool.objects.get(pk=pool.pk).fitted_seq == newer


def test_a_board_without_games_is_empty_and_not_due_for_ever(pool: Pool, versions: list[BotVersion]) -> None:
    _closed(versions[:2])
    take_out(Match.objects.get().pk)
    refit(pool.pk)
    assert not Standing.objects.exists()
    assert not is_due(Pool.objects.get(pk=pool.pk), timezone.now())


def test_a_pool_that_fits_slowly_rests_longer(pool: Pool) -> None:
    now = timezone.now()
    pool.last_seq, pool.fitted_at, pool.fit_seconds = 5, now, 10.0
    assert not is_due(pool, now + timedelta(seconds=39))
    assert is_due(pool, now + timedelta(seconds=40))


def test_older_and_private_versions_leave_the_board_without_a_gap_in_its_ranks(
    pool: Pool, versions: list[BotVersion]
) -> None:
    _closed(versions, blocks=3)
    new = _next_version(versions[0])
    _closed([new, versions[3]], "ladder/x/c2")
    Bot.objects.filter(pk=versions[1].bot_id).update(is_private=True)
    refit(pool.pk)
    shown = Standing.objects.filter(is_on_board=True)
    assert set(shown.values_list("version", flat=True)) == {new.pk, versions[2].pk, versions[3].pk}
    assert max(line.worst_rank or 0 for line in shown) <= 3
    assert min(line.best_rank or 9 for line in shown) == 1
    assert set(Standing.objects.filter(is_on_board=False).values_list("best_rank", flat=True)) == {None}


def test_last_active_is_read_from_the_log_of_this_variant(pool: Pool, versions: list[BotVersion]) -> None:
    period = _closed(versions[:2] + versions[3:])
    refit(pool.pk)
    newest = RatingEvent.objects.filter(period=period).order_by("-seq")[0]
    line = Standing.objects.filter(version__in=newest.payload["sides"][0])[0]
    assert line.last_game_at == Game.objects.get(pk=newest.game_id).finished_at


def test_unrated_bots_have_blocks_and_no_rank(pool: Pool, versions: list[BotVersion]) -> None:
    Anchor.objects.all().delete()
    Anchor.objects.create(pool=pool, version=versions[3], rating=1500)
    _closed(versions[:2], blocks=3)
    refit(pool.pk)
    assert set(Standing.objects.values_list("is_rated", "rating", "best_rank", "blocks")) == {(False, None, None, 3)}
