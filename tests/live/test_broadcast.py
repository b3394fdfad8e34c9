"""A game in progress tells its viewers the public view and nothing else, and nobody when nobody looks."""

import uuid
from typing import Any

import orjson
import pytest
import redis
from redis.exceptions import RedisError

from arena.leases.keeper import HeldLease
from arena.lib.live import publish as publishing
from arena.lib.live.publish import mark_key, publish, stream_key
from arena.lib.redis_client import client
from arena.matches import broadcast, limits, worker
from arena.matches.actions.claim import claim
from arena.matches.broadcast import Table
from arena.matches.models import Match
from arena.matches.results import Verdict
from engines import PUBLIC, Deal, new_game
from tests.matches import cast

pytestmark = pytest.mark.usefixtures("fresh_redis")


def told(channel: str) -> list[dict[str, Any]]:
    rows: Any = client().xrange(stream_key(channel))
    return [orjson.loads(fields["told"]) for _, fields in rows]


def watch(channel: str) -> None:
    client().set(mark_key(channel), "1")


def play(game_id: int, slug: str = "karmaka-2") -> list[dict[str, Any]]:
    state = new_game(slug, Deal.from_text("live"), record=True)
    table = Table(game_id, HeldLease(uuid.uuid4(), None))
    views = []
    for _ in range(12):
        seat, action = state.actor(), state.legal_actions()[0]
        name = state.action_name(action)
        state.apply(action, seat)
        table.acted(state, seat, name, 1.0)
        views.append(state.view(PUBLIC))
    return views


def test_viewers_get_the_public_view_and_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "PAUSE_S", 0.0)
    watch("game:1")
    views = play(1)
    frames = told("game:1")
    assert [frame["view"] for frame in frames] == views
    assert all(frame.keys() == {"kind", "at", "view", "events"} for frame in frames)
    hidden = [event for frame in frames for event in frame["events"] if event["type"] in {"draw", "future", "dealt"}]
    assert hidden
    assert all("card" not in event and "cards" not in event for event in hidden)


def test_nobody_looks_and_nothing_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "PAUSE_S", 0.0)
    monkeypatch.setattr(Table, "_tell", lambda self, state: pytest.fail("somebody was told"))
    play(2)
    assert told("game:2") == []


def test_a_quick_game_asks_nobody_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "PAUSE_S", 3600.0)
    monkeypatch.setattr(broadcast, "is_watched", lambda channel: pytest.fail("Redis was asked"))
    play(3)


def test_the_first_message_holds_the_whole_story_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "PAUSE_S", 0.0)
    state = new_game("diamoniak-2", Deal.from_text("late"), record=True)
    table = Table(4, HeldLease(uuid.uuid4(), None))
    for number in range(6):
        if number == 5:
            watch("game:4")
        seat = state.actor()
        state.apply(state.legal_actions()[0], seat)
        table.acted(state, seat, "", 0.0)
    (frame,) = told("game:4")
    assert frame["events"] == state.events(PUBLIC)
    assert frame["at"] == 6


@pytest.mark.django_db
def test_redis_away_costs_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: Any, **kwargs: Any) -> None:
        raise RedisError("gone")

    monkeypatch.setattr(broadcast, "PAUSE_S", 0.0)
    monkeypatch.setattr(publishing, "client", type("Gone", (), {"exists": away, "register_script": away}))
    publishing._script.cache_clear()
    cast.match([cast.ready_version(None, "Random", "random"), cast.ready_version(None, "Chance", "random")])
    assert list(worker.play_batch(cast.take().batch).verdicts.values()) == [Verdict.ACCEPTED]
    assert not publish("game:5", "news")
    publishing._script.cache_clear()


@pytest.mark.django_db(transaction=True)
def test_a_result_is_told_after_the_commit() -> None:
    match = cast.match([cast.ready_version(None, "Random", "random"), cast.ready_version(None, "Chance", "random")])
    lease = cast.take()
    for channel in (f"game:{lease.game_id}", f"match:{match.pk}", match.source):
        watch(channel)
    worker.play_batch(lease.batch)
    assert [each["kind"] for each in told(f"game:{lease.game_id}")][-1] == "done"
    assert told(f"match:{match.pk}") == [{"kind": "news"}]
    assert told(match.source) == [{"kind": "news"}]


@pytest.mark.django_db(transaction=True)
def test_the_end_of_a_match_is_told() -> None:
    from arena.matches.actions.settle import cancel

    match = cast.match([cast.ready_version(None, "Random", "random"), cast.ready_version(None, "Chance", "random")])
    watch(f"match:{match.pk}")
    assert cancel(match.pk, "enough")
    assert told(f"match:{match.pk}") == [{"kind": "done"}]


@pytest.mark.django_db(transaction=True)
def test_a_batch_costs_two_calls_to_redis_and_nothing_is_published_where_nobody_looks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    right: Any = redis.Redis.execute_command

    def execute_command(self: "redis.Redis", name: str, *given: Any, **named: Any) -> Any:
        asked.append(name)
        return right(self, name, *given, **named)

    monkeypatch.setattr(redis.Redis, "execute_command", execute_command)
    house = [cast.ready_version(None, "Random", "random"), cast.ready_version(None, "Chance", "random")]
    match = cast.match(house, blocks=8)
    # However slow the machine is: all sixteen are quick games, and of one batch.
    monkeypatch.setattr(broadcast, "PAUSE_S", 3600.0)
    monkeypatch.setattr(limits, "BATCH_HOLD_S", 3600.0)
    asked.clear()
    assert worker.work() == 16
    assert asked == ["EVALSHA"] * 2, "one for the results, one for the end of the match"
    assert _held_for(match) == [], "nothing is kept for later either"
    match = cast.match(house, "watched", blocks=8)
    batch = claim("w")
    assert batch is not None
    seen = f"game:{batch.games[3].id}"
    watch(seen)
    worker.play_batch(batch)
    assert [each["kind"] for each in told(seen)] == ["done"]
    assert len(_held_for(match)) == 2, "the mark of the viewer, and what it was told"


def _held_for(match: Match) -> list[str]:
    """Of this match and its games: a page of an earlier test may still say that it looks at another."""
    channels = [f"match:{match.pk}", *(f"game:{game.pk}" for game in cast.games_of(match))]
    keys = [f"{key}:" for key in client().scan_iter("*live*")]
    return [key for key in keys if any(f":{channel}:" in key for channel in channels)]
