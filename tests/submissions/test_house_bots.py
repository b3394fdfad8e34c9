"""House bots as bots of the arena: made once, and somebody new only where one plays differently."""

import pytest

from arena.bots.actions.house import ensure_house_bots
from arena.bots.models import Bot
from arena.ratings.actions.pools import ensure_pools
from arena.ratings.models import Anchor
from bots.house.registry import names
from bots.house.version import VERSIONS

pytestmark = pytest.mark.django_db


def versions() -> dict[str, int]:
    return {bot.house_name: bot.versions.count() for bot in Bot.objects.exclude(house_name="")}


def test_every_house_bot_has_a_version() -> None:
    assert list(VERSIONS) == names()


def test_asking_again_changes_nothing() -> None:
    first = [bot.active_version for bot in ensure_house_bots()]
    assert [bot.active_version for bot in ensure_house_bots()] == first
    assert versions() == dict.fromkeys(names(), 1)


def test_one_that_plays_differently_is_a_new_version_and_an_anchor_and_the_others_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pools = ensure_pools()
    monkeypatch.setitem(VERSIONS, "search", VERSIONS["search"] + 1)
    ensure_pools()
    assert versions() == {**dict.fromkeys(names(), 1), "search": 2}
    search = Bot.objects.get(house_name="search")
    assert search.active_version is not None
    assert search.active_version.number == 2
    assert Anchor.objects.filter(version=search.active_version).count() == len(pools)
