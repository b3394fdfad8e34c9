"""A season ends by the word of an organiser, when its games are over, and leaves its board, results and winners."""

import pytest
from django.test import Client
from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import Bot, BotVersion
from arena.ratings import tasks
from arena.ratings.actions.close_period import close_period
from arena.ratings.actions.recompute import recompute
from arena.ratings.actions.refit import refit
from arena.ratings.actions.seasons import SeasonError, ask_to_end, finish_season, go_on
from arena.ratings.ladder import cycles
from arena.ratings.ladder.field import read_field
from arena.ratings.models import Cycle, FinalPlace, LadderEntry, Pool, Snapshot, Standing
from tests.ladders import rounds

pytestmark = pytest.mark.django_db
PAGE = "/leaderboards/diamoniak-2/seasons/"


@pytest.fixture
def settled(played: Pool, monkeypatch: pytest.MonkeyPatch) -> Pool:
    """A few games are enough for a place."""
    monkeypatch.setattr("referee.ratings.fit.batch.is_provisional", lambda games, error: False)
    refit(played.pk)
    played.refresh_from_db()
    return played


def _ended(pool: Pool, by: User, carry_over: int = 0) -> Pool:
    ask_to_end(pool.pk, by, carry_over)
    new = finish_season(pool.pk)
    assert new is not None
    pool.refresh_from_db()
    return new


def test_an_organiser_ends_a_season_by_page(client: Client, olga: User, settled: Pool) -> None:
    client.force_login(olga)
    assert "End the season" in client.get(PAGE).content.decode()
    answer = client.post(f"{PAGE}end/", {"season": "1", "carry_over": "50"}, follow=True)
    assert "ends as soon as the games that are being played are rated" in answer.content.decode()
    tasks.run_ladders()
    old, new = Pool.objects.order_by("season")
    assert (old.is_open, old.ended_by, old.carry_over, old.ended_at is not None) == (False, olga, 50, True)
    assert (new.season, new.is_open, new.ladder_is_on, new.began_at) == (2, True, True, old.ended_at)
    page = client.get(PAGE).content.decode()
    assert "Final board" in page
    assert "50 % of live Elo carried over" in page
    assert client.get("/leaderboards/diamoniak-2/?season=1").status_code == 200


@pytest.mark.parametrize("who", ["alice", ""])
def test_nobody_else_does(client: Client, alice: User, settled: Pool, who: str) -> None:
    if who:
        client.force_login(alice)
    assert "End the season" not in client.get(PAGE).content.decode()
    for action in ("end", "keep"):
        assert client.post(f"{PAGE}{action}/", {"season": "1", "carry_over": "0"}).status_code in {302, 403}
        assert client.get(f"{PAGE}{action}/").status_code in {302, 405}
    settled.refresh_from_db()
    assert settled.ending_since is None


@pytest.mark.parametrize("carry_over", ["", "101", "-1", "many", "９"])
def test_impossible_shares_are_refused(client: Client, olga: User, settled: Pool, carry_over: str) -> None:
    client.force_login(olga)
    answer = client.post(f"{PAGE}end/", {"season": "1", "carry_over": carry_over}, follow=True)
    assert "Between 0 and 100 percent" in answer.content.decode()


def test_a_second_click_does_not_end_the_season_that_has_just_begun(client: Client, olga: User, settled: Pool) -> None:
    _ended(settled, olga)
    client.force_login(olga)
    assert client.post(f"{PAGE}end/", {"season": "1", "carry_over": "0"}).status_code == 404


def test_it_waits_for_running_games_and_makes_no_new_pods(pool: Pool, versions: list[BotVersion], olga: User) -> None:
    cycles.run_ladder(pool.pk)
    Pool.objects.update(last_seq=1)
    ask_to_end(pool.pk, olga, 0)
    assert finish_season(pool.pk) is None
    rounds.finish_all()
    tasks.run_ladders()
    assert Cycle.objects.count() == 1
    tasks.run_ladders()
    assert Pool.objects.filter(is_open=True).get().season == 2


def test_the_end_can_be_taken_back_until_it_comes(client: Client, olga: User, settled: Pool) -> None:
    ask_to_end(settled.pk, olga, 0)
    client.force_login(olga)
    assert "asked for the end" in client.get(PAGE).content.decode()
    assert "goes on" in client.post(f"{PAGE}keep/", {"season": "1"}, follow=True).content.decode()
    assert finish_season(settled.pk) is None
    _ended(settled, olga)
    with pytest.raises(SeasonError, match="over already"):
        go_on(settled.pk)
    with pytest.raises(SeasonError, match="over already"):
        ask_to_end(settled.pk, olga, 0)


def test_a_season_without_games_is_not_ended(pool: Pool, olga: User) -> None:
    with pytest.raises(SeasonError, match="nothing to end"):
        ask_to_end(pool.pk, olga, 0)


def test_the_final_board_keeps_its_bots_when_they_go_on(settled: Pool, versions: list[BotVersion], olga: User) -> None:
    _ended(settled, olga)
    before = list(Standing.objects.on_board().filter(pool=settled).values_list("version", "rating", "best_rank"))
    bot = versions[0].bot
    newer = BotVersion.objects.create(bot=bot, number=2, content_hash="2" * 64, runtime="python", state="ready")
    Bot.objects.filter(pk=bot.pk).update(active_version=newer)
    refit(settled.pk)
    assert before == [*Standing.objects.on_board().filter(pool=settled).values_list("version", "rating", "best_rank")]
    places = dict(FinalPlace.objects.filter(pool=settled).values_list("version", "place"))
    assert sorted(place for place in places.values() if place) == [1, 2, 3]
    assert places[versions[3].pk] is None  # the anchor


def test_winners_carry_a_badge(client: Client, settled: Pool, versions: list[BotVersion], olga: User) -> None:
    _ended(settled, olga)
    best = FinalPlace.objects.select_related("version__bot").get(pool=settled, place=1)
    page = client.get(best.version.bot.get_absolute_url()).content.decode()
    assert "1st in season 1 of Diamoniak, 2 seats" in page


def test_nothing_is_carried_over_unless_asked_for(settled: Pool, versions: list[BotVersion], olga: User) -> None:
    new = _ended(settled, olga)
    assert not LadderEntry.objects.filter(pool=new).exists()
    assert {each.rating for each in read_field(new, timezone.now()).candidates} == {1500.0}


def test_live_elo_is_carried_over_and_rebuilt_to_the_last_bit(
    settled: Pool, versions: list[BotVersion], olga: User
) -> None:
    last = dict(Snapshot.objects.filter(period__pool=settled).order_by("period__number").values_list("version", "live"))
    new = _ended(settled, olga, carry_over=50)
    ace = versions[0].pk
    start = 1500 + 0.5 * (last[ace] - 1500)
    (candidate,) = [each for each in read_field(new, timezone.now()).candidates if each.version == ace]
    assert candidate.rating == start
    rounds.pods(versions[:2], "ladder/y/c1", 1)
    rounds.finish_all()
    close_period("ladder/y/c1")
    live = Snapshot.objects.get(period__pool=new, version=ace).live
    assert abs(live - start) <= 64
    assert live != start
    assert recompute(new.pk).changed == 0
