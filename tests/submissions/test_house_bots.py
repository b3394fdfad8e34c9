"""House bots as bots of the arena: made once, and a version that somebody relies on stays playable."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from arena.bots.actions.house import ensure_house_bots, house_player
from arena.bots.models import Bot, BotVersion
from arena.matches.players import Players
from arena.ratings.actions.pools import ensure_pools
from arena.ratings.actions.seasons import begin_season
from arena.ratings.ladder.field import read_field
from arena.ratings.leaderboard.standings import versions_on_board
from arena.ratings.models import Anchor, Pool, Standing
from arena.web.ladders.bot_stats import places
from bots.house import registry
from bots.house.registry import names, versions
from engines import Deal, new_game
from tests.house.table import request_for

pytestmark = pytest.mark.django_db


class First:
    """Another way to play."""

    def __init__(self, seed: bytes) -> None:
        pass

    def choose(self, request: dict[str, Any]) -> int:
        return int(request["legal"][0]["id"])


@pytest.fixture
def raise_search(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """The next release: search has one more version."""

    def raise_search() -> int:
        number = versions("search")[-1] + 1
        monkeypatch.setitem(registry._BOTS["search"], number, lambda house: First)
        return number

    return raise_search


def counted() -> dict[str, int]:
    return {bot.house_name: bot.versions.count() for bot in Bot.objects.exclude(house_name="")}


def search() -> Bot:
    return Bot.objects.select_related("active_version").get(house_name="search")


def active() -> BotVersion:
    found = search().active_version
    assert found is not None
    return found


def test_asking_again_changes_nothing() -> None:
    first = [bot.active_version for bot in ensure_house_bots()]
    assert [bot.active_version for bot in ensure_house_bots()] == first
    assert counted() == dict.fromkeys(names(), 1)


def test_one_that_plays_differently_has_a_new_version_and_the_others_stay(raise_search: Callable[[], int]) -> None:
    ensure_house_bots()
    old = active()
    raise_search()
    ensure_house_bots()
    assert counted() == {**dict.fromkeys(names(), 1), "search": 2}
    assert (old.number, active().number) == (1, 2)


def test_an_older_release_has_its_own_version_back(
    raise_search: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    ensure_house_bots()
    old = active()
    number = raise_search()
    ensure_house_bots()
    monkeypatch.delitem(registry._BOTS["search"], number)
    ensure_house_bots()
    assert active() == old


def test_who_was_retired_stays_retired() -> None:
    ensure_house_bots()
    Bot.objects.filter(house_name="search").update(is_retired=True, active_version=None)
    ensure_house_bots()
    assert search().active_version is None


def test_a_version_plays_as_it_did_when_it_was_chosen(raise_search: Callable[[], int]) -> None:
    ensure_house_bots()
    old = active()
    raise_search()
    ensure_house_bots()
    state = new_game("karma-2", Deal.from_text("frozen"))
    for _ in range(12):
        state.apply(random.Random(4).choice(state.legal_actions()))
    request = request_for(state, state.actor(), decision_ms=60)
    assert type(house_player(active(), "karma-2", b"seed")) is First
    assert type(house_player(old, "karma-2", b"seed")) is not First
    label = Players().channel(old, "karma-2", b"seed")
    assert label.version == "v1"
    chosen = house_player(old, "karma-2", b"seed").choose(request)
    assert chosen == registry.create("search", "karma-2", b"seed", versions("search")[-2]).choose(request)


def test_a_worker_of_another_release_refuses_a_version_that_it_does_not_know() -> None:
    ensure_house_bots()
    version = active()
    version.content_hash = "0" * 64
    with pytest.raises(LookupError, match=r"does not know version 1 of Oracle\. Run all workers with the release"):
        house_player(version, "karma-2", b"seed")


def test_a_pool_keeps_its_anchors_until_its_next_season(raise_search: Callable[[], int]) -> None:
    ensure_pools()
    old = active()
    before = set(Anchor.objects.values_list("pool", "version", "rating"))
    raise_search()
    ensure_pools()
    assert set(Anchor.objects.values_list("pool", "version", "rating")) == before
    pool = Pool.objects.get(variant="karma-2", is_open=True)
    playing = {each.version for each in read_field(pool, timezone.now()).candidates if each.is_anchor}
    assert old.pk in playing
    assert active().pk not in playing
    Pool.objects.filter(pk=pool.pk).update(ladder_is_on=False)
    following = begin_season(pool.pk)
    assert following.anchors.get(version__bot=search()).version == active()
    assert following.anchors.count() == len(names())


def test_an_anchor_in_an_older_version_is_on_the_board_and_on_the_bots_page(raise_search: Callable[[], int]) -> None:
    ensure_pools()
    old = active()
    raise_search()
    ensure_pools()
    assert active() != old
    pool = Pool.objects.get(variant="karma-2", is_open=True)
    anchors = set(pool.anchors.values_list("version", flat=True))
    assert versions_on_board([old.pk], anchors) == {old.pk}
    assert versions_on_board([old.pk], set()) == set()
    Standing.objects.create(pool=pool, version=old, is_anchor=True, live=1600, position=1, games=4, blocks=2)
    found = places(search(), "karma-2")
    assert found is not None
    assert found.standing.version == old
