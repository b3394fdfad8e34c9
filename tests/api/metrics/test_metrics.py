"""The figures for Prometheus: right, in its form, and not for everybody."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from datetime import timedelta
from unittest import mock

import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django.fixtures import Settings
from redis.exceptions import ConnectionError as RedisConnectionError

from arena.api.metrics.collector import ArenaCollector
from arena.bots.models import BotVersion
from arena.health import signs
from arena.lib.live import hub, tally
from arena.lib.live.hub import Hub
from arena.lib.live.publish import is_watched, publish
from arena.lib.redis_client import client as redis_client
from arena.matches.models import Attempt, Game, Seat
from arena.ratings.models import Pool
from tests.matches import cast

pytestmark = pytest.mark.django_db
Figures = dict[tuple[str, str], float]


@pytest.fixture(autouse=True)
def _opened(settings: Settings) -> None:
    settings.METRICS_ADDRESSES = ["127.0.0.1/32"]


def figures() -> Figures:
    answer = Client().get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain; version=")
    return {
        (sample.name, next(iter(sample.labels.values()), "")): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


def test_an_empty_arena_has_zeros_and_no_nonsense() -> None:
    found = figures()
    assert found["karma_games", "queued"] == 0
    assert found["karma_games_per_minute", ""] == 0
    assert found["karma_attempts_last_hour", "void"] == 0
    assert ("karma_decision_seconds", "50") not in found


def test_games_attempts_and_faults_are_counted(versions: list[BotVersion]) -> None:
    cast.match(versions, blocks=2)
    cast.finish(cast.take(), faults=["crash"])
    cast.take()
    Seat.objects.filter(rank__isnull=False).update(clock={"start_ms": 20, "total_ms": 30, "decisions": 10})
    found = figures()
    assert (found["karma_games", "queued"], found["karma_games", "leased"]) == (2, 1)
    assert found["karma_queue_games", "practice"] == 2
    assert found["karma_games_per_minute", ""] == 1
    assert found["karma_attempts_last_hour", "bot-fault"] == 1
    assert found["karma_attempts_last_hour", "running"] == 1
    assert found["karma_bot_faults_last_hour", "crash"] == 1
    assert found["karma_sandbox_start_seconds", "95"] == pytest.approx(0.02)
    assert found["karma_decision_seconds", "50"] == pytest.approx(0.003)


def test_waits_grow_with_the_clock(versions: list[BotVersion]) -> None:
    cast.match(versions)
    later = ArenaCollector(timezone.now() + timedelta(seconds=100))
    waits = next(family for family in later.queue() if family.name == "karma_queue_oldest_wait_seconds")
    assert 100 <= waits.samples[0].value < 200


def test_ratings_workers_and_the_pulse_are_told() -> None:
    Pool.objects.create(variant="karma-2", last_seq=9, fitted_seq=4)
    signs.worker_is_alive("play@a", ["play"])
    signs.pulse_was_felt()
    found = figures()
    assert found["karma_rating_lag_events", "karma-2"] == 5
    assert (found["karma_workers", "play"], found["karma_workers", "control"]) == (1, 0)
    assert found["karma_pulse_age_seconds", ""] <= 60


def test_games_that_began_tell_how_long_they_waited(versions: list[BotVersion]) -> None:
    cast.match(versions)
    lease = cast.take()
    started = timezone.now()
    cast.finish(lease)
    Attempt.objects.filter(game=lease.game_id).update(started_at=started)
    Game.objects.filter(pk=lease.game_id).update(queued_at=started - timedelta(seconds=7))
    assert figures()["karma_queue_wait_seconds", "50"] == pytest.approx(7)


def test_event_streams_of_all_processes_are_added_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def watch() -> tuple[float, ...]:
        one, other = Hub(), Hub()
        try:
            async with aclosing(one.listen("game:1")) as first, aclosing(other.listen("game:1")) as second:
                heard = [asyncio.ensure_future(anext(each)) for each in (first, second)]
                async with asyncio.timeout(20):
                    while not await asyncio.to_thread(is_watched, "game:1"):  # from then on what is told is kept
                        await asyncio.sleep(0.01)
                await asyncio.to_thread(publish, "game:1", "news", {"n": 1})
                assert [json.loads((await each).text)["n"] for each in heard] == [1, 1]
                monkeypatch.setattr(hub, "CONNECTION_CAP", 1)
                with pytest.raises(hub.FullError):
                    await anext(one.listen("game:2"))
                for each in (one, other):
                    await each.tell_tally()
                    await each.tell_tally()  # told twice, counted once
                return await asyncio.to_thread(told)
        finally:
            await one.close()
            await other.close()

    def told() -> tuple[float, ...]:
        families = {family.name: family.samples[0].value for family in ArenaCollector().event_streams()}
        return tuple(families[f"karma_event_stream{name}"] for name in ("s", "_messages", "_refusals"))

    assert asyncio.run(watch()) == (2, 2, 1)
    redis_client().zadd(tally.SEEN, {str(name): 1 for name in redis_client().hkeys(tally.OPEN)})
    assert told() == (0, 2, 1)  # the processes are gone, what they sent stays counted


def test_without_redis_the_rest_is_still_told() -> None:
    with mock.patch("arena.health.signs.client", side_effect=RedisConnectionError("away")):
        found = figures()
    assert ("karma_games", "queued") in found
    assert ("karma_workers", "play") not in found
    assert ("karma_event_streams", "") not in found


def status(address: str, **headers: str) -> int:
    return Client().get("/metrics", REMOTE_ADDR=address, headers=headers).status_code


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "203.0.113.7", ""])
def test_nobody_reads_it_until_an_operator_opens_it(settings: Settings, address: str) -> None:
    settings.METRICS_ADDRESSES = []
    assert status(address) == 403


def test_a_list_of_addresses_opens_it_for_them(settings: Settings) -> None:
    settings.METRICS_ADDRESSES = ["127.0.0.1/32", "10.0.7.0/24", "2001:db8::/64"]
    for address in ("127.0.0.1", "10.0.7.200", "2001:db8::5"):
        assert status(address) == 200
    for address in ("127.0.0.2", "10.0.8.1", "::1", "", "nonsense"):
        assert status(address) == 403


def test_a_proxy_does_not_lend_its_address(settings: Settings) -> None:
    settings.METRICS_ADDRESSES = ["127.0.0.1/32"]
    forwarded = {"X-Forwarded-For": "203.0.113.7"}
    assert status("127.0.0.1", **forwarded) == 403, "a proxy that nobody told us of"
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert status("127.0.0.1", **forwarded) == 403
    assert status("10.0.0.1", **{"X-Forwarded-For": "127.0.0.1"}) == 200


def test_a_token_opens_it_from_anywhere(settings: Settings) -> None:
    settings.METRICS_ADDRESSES = []
    settings.METRICS_TOKEN = "m" * 32
    right = {"Authorization": "Bearer " + "m" * 32}
    assert status("127.0.0.1") == 403
    assert Client().get(f"/metrics?token={'m' * 32}").status_code == 403
    assert status("127.0.0.1", Authorization="Bearer wrong") == 403
    assert status("127.0.0.1", Authorization="Bearer ") == 403
    assert status("203.0.113.7", **right) == 200


def test_nothing_but_reading_is_answered() -> None:
    assert Client().post("/metrics").status_code == 405
