"""The author chooses ladders, and is told on the way to a rating how far it is."""

from datetime import timedelta

import pytest
from celery import current_app
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.accounts.models import User
from arena.bots.actions import manage
from arena.bots.actions.submit import SubmitError
from arena.bots.models import Bot, BotVersion
from arena.ratings.actions.close_period import open_pool
from arena.ratings.actions.refit import refit
from arena.ratings.ladder import cycles
from arena.ratings.ladder.places import LadderPlace, PlaceState, ladder_places
from arena.ratings.models import LadderEntry, Pool, Standing
from tests.api.conftest import Caller
from tests.ladders import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _silent(monkeypatch: pytest.MonkeyPatch, fresh_redis: None) -> None:
    monkeypatch.setattr(current_app, "send_task", lambda *_given, **_more: None)


def _place(version: BotVersion, slug: str = "diamoniak-2") -> LadderPlace:
    bot = Bot.objects.get(pk=version.bot_id)
    return next(place for place in ladder_places(bot) if place.pool.variant == slug)


def _step(pool: Pool) -> None:
    cycles.run_ladder(pool.pk)
    rounds.finish_all()
    cycles.run_ladder(pool.pk)
    refit(pool.pk)


def test_a_bot_plays_only_on_the_ladders_that_its_author_chose(new_pool: Pool, versions: list[BotVersion]) -> None:
    ace, bishop, castle, _duke = versions
    manage.edit(ace.bot, ladders=["karma-2"])
    manage.edit(bishop.bot, ladders=["karma-2", "diamoniak-2"])
    cycles.run_ladder(new_pool.pk)
    assert set(LadderEntry.objects.values_list("version", flat=True)) == {bishop.pk, castle.pk}
    assert not ladder_places(Bot.objects.get(pk=ace.bot_id))
    manage.edit(ace.bot, ladders=[])
    cycles.run_ladder(new_pool.pk)
    assert LadderEntry.objects.filter(version=ace).exists()


def test_ladders_that_do_not_fit_are_refused_with_a_sentence(versions: list[BotVersion]) -> None:
    bot = versions[0].bot
    with pytest.raises(SubmitError, match="There is no ladder chess-2") as refused:
        manage.edit(bot, ladders=["chess-2"])
    assert refused.value.field == "ladders"
    with pytest.raises(SubmitError, match="does not play the game of the ladder karma-2"):
        manage.edit(bot, games=["diamoniak"], ladders=["karma-2"])
    bot.refresh_from_db()
    manage.edit(bot, ladders=["karma-2"])
    with pytest.raises(SubmitError, match="karma-2"):
        manage.edit(bot, games=["diamoniak"])
    assert Bot.objects.get(pk=bot.pk).ladders == ["karma-2"]


def test_the_way_to_a_rating_is_told_from_the_first_look_to_the_last_game(
    new_pool: Pool, versions: list[BotVersion]
) -> None:
    ace = versions[0]
    assert (_place(ace).state, _place(ace).missing) == (PlaceState.WAITING, 0)
    cycles.run_ladder(new_pool.pk)
    first = _place(ace)
    assert (first.state, first.games, first.about, first.is_final) == (PlaceState.PLACING, 0, None, False)
    assert first.missing >= 100
    rounds.finish_all()
    cycles.run_ladder(new_pool.pk)
    refit(new_pool.pk)
    later = _place(ace)
    assert 0 < later.missing < first.missing
    assert later.about is not None
    assert later.about > timezone.now() - timedelta(minutes=1)
    for _ in range(10):
        if _place(ace).is_final:
            break
        _step(new_pool)
    assert (_place(ace).state, _place(ace).missing) == (PlaceState.RATED, 0)


def test_who_came_before_is_counted(new_pool: Pool, versions: list[BotVersion]) -> None:
    now = timezone.now()
    for number, version in enumerate(versions[:3]):
        joined = now + timedelta(seconds=number)
        LadderEntry.objects.create(pool=new_pool, version=version, joined_at=joined)
    manage.retire(versions[1].bot)
    assert _place(versions[0]).reason == "Its first games are chosen next."
    assert _place(versions[2]).reason == "1 newcomer came before it."


def test_what_ended_without_a_rating_is_said(new_pool: Pool, versions: list[BotVersion]) -> None:
    ace, bishop, castle, _ = versions
    now = timezone.now()
    for version in versions[:3]:
        LadderEntry.objects.create(pool=new_pool, version=version, joined_at=now, placed_at=now, batch=4)
    LadderEntry.objects.filter(version=ace).update(is_suspended=True, suspended_reason="It crashed five times.")
    lost = Standing(pool=new_pool, version=bishop, position=1, games=300, points=0.0, error=900.0)
    lost.save()
    places = [_place(version) for version in (ace, bishop, castle)]
    assert [place.state for place in places] == [PlaceState.SUSPENDED, PlaceState.PROVISIONAL, PlaceState.PROVISIONAL]
    assert places[0].reason == "It crashed five times."
    assert (places[1].missing, "no result can say" in places[1].reason) == (0, True)
    assert places[2].missing > 0
    assert all(place.is_final for place in places)
    Pool.objects.update(ladder_is_on=False)
    assert _place(castle).state == PlaceState.CLOSED


def test_the_places_of_a_bot_take_the_same_few_queries_on_any_number_of_ladders(
    new_pool: Pool, versions: list[BotVersion], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for slug in ("karma-2", "karma-3", "karmaka-2"):
        pool = open_pool(slug)
        LadderEntry.objects.create(pool=pool, version=versions[0], joined_at=timezone.now())
    bot = Bot.objects.get(pk=versions[0].bot_id)
    with django_assert_max_num_queries(4):
        assert len(ladder_places(bot)) == 4


def test_a_private_or_retired_bot_is_on_no_ladder(new_pool: Pool, versions: list[BotVersion]) -> None:
    manage.edit(versions[0].bot, is_private=True)
    manage.retire(versions[1].bot)
    assert [ladder_places(Bot.objects.get(pk=version.bot_id)) for version in versions[:2]] == [[], []]


def test_page_and_api_say_what_is_missing_and_the_settings_take_the_choice(
    new_pool: Pool, versions: list[BotVersion], client: Client
) -> None:
    cycles.run_ladder(new_pool.pk)
    owner = versions[0].bot.owner
    assert isinstance(owner, User)
    client.force_login(owner)
    page = client.get("/bots/ace/").content.decode()
    assert "On the way to a rating" in page
    assert f"About {_place(versions[0]).missing} more games." in page
    assert "Choose its ladders" in page
    assert "Choose its ladders" not in Client().get("/bots/ace/").content.decode()
    told = Caller().get("/bots/ace/ladders").json()
    assert [(each["variant"], each["state"], each["about"]) for each in told] == [("diamoniak-2", "placing", None)]
    form = {"description": "", "games": ["diamoniak"], "ladders": ["karma-2"], "trial_variant": ""}
    assert "does not play the game of the ladder" in client.post("/bots/ace/edit/", form).content.decode()
    assert client.post("/bots/ace/edit/", {**form, "ladders": ["diamoniak-3"]}).status_code == 302
    assert Caller().get("/bots/ace").json()["ladders"] == ["diamoniak-3"]
    assert Caller().get("/bots/ace/ladders").json() == []
