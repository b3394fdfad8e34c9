"""Ladders slow down while nobody looks and nobody waits, and are back with the next beat when somebody does."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings
from redis.exceptions import RedisError

from arena.bots.models import BotVersion
from arena.lib import looked
from arena.lib.live import tally
from arena.lib.redis_client import client as redis
from arena.lib.redis_client import key
from arena.ratings.ladder import cycles, rules
from arena.ratings.models import Cycle, CycleState, LadderEntry, Pool

pytestmark = pytest.mark.django_db
LONG = 3600


@pytest.fixture(autouse=True)
def nobody_looks(settings: Settings) -> Iterator[None]:
    settings.LADDERS_REST = True
    redis().delete(tally.OPEN, tally.SEEN)
    redis().set(key("looked"), redis().time()[0] - LONG)
    yield
    redis().delete(key("looked"))


@pytest.fixture
def rested(pool: Pool) -> Pool:
    """Its last cycle was closed a minute ago; an unseen ladder makes pauses of six."""
    Cycle.objects.create(
        pool=pool,
        number=1,
        state=CycleState.CLOSED,
        opened_at=timezone.now() - timedelta(minutes=2),
        closed_at=timezone.now() - timedelta(minutes=1),
        deadline=timezone.now(),
    )
    return pool


def opens(pool: Pool) -> bool:
    cycles.run_ladder(pool.pk)
    return Cycle.objects.filter(pool=pool, state=CycleState.OPEN).exists()


def test_a_ladder_that_nobody_looks_at_pauses_between_its_cycles(rested: Pool) -> None:
    assert not opens(rested)
    Cycle.objects.update(closed_at=timezone.now() - timedelta(seconds=rules.pause_s(LONG) + 1))
    assert opens(rested), "slower, but it never stands still"


def test_a_look_at_any_page_wakes_it(rested: Pool, client: Client) -> None:
    assert not opens(rested)
    assert client.get("/robots.txt").status_code == 200
    assert opens(rested)


def test_the_figures_are_no_look(rested: Pool, client: Client) -> None:
    client.get("/metrics")
    client.get("/healthz")
    assert not opens(rested)


def test_an_open_live_page_is_one(rested: Pool) -> None:
    redis().hset(tally.OPEN, "web:1", 1)
    redis().zadd(tally.SEEN, {"web:1": redis().time()[0]})
    assert opens(rested)


def test_a_newcomer_is_placed_at_once_and_the_ladder_plays_on_meanwhile(
    rested: Pool, versions: list[BotVersion]
) -> None:
    LadderEntry.objects.filter(version=versions[0]).update(placed_at=None)
    assert opens(rested)
    assert LadderEntry.objects.get(version=versions[0]).batch == 1


def test_no_ladder_rests_unless_the_operator_wants_it(rested: Pool, settings: Settings) -> None:
    settings.LADDERS_REST = False
    assert opens(rested)


def test_without_redis_it_plays_on(rested: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> float:
        raise RedisError("away")

    monkeypatch.setattr(looked, "seconds_since", away)
    assert opens(rested)


def test_an_arena_that_was_never_looked_at_begins_to_count_now() -> None:
    redis().delete(key("looked"))
    assert looked.seconds_since() <= 1
