"""Listeners hear everything once, in order, also across a reconnection."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing, asynccontextmanager

import orjson
import pytest

from arena.lib.live import hub as module
from arena.lib.live.hub import BEAT, RESET, FullError, Hub, Message
from arena.lib.live.publish import is_watched, mark_key, publish, stream_key
from arena.lib.redis_client import client
from tests.patience import PATIENCE_S

CHANNEL = "game:7"


@pytest.fixture(autouse=True)
def _clean(fresh_redis: None) -> Iterator[None]:
    return iter([None])


@asynccontextmanager
async def a_hub() -> AsyncIterator[Hub]:
    found = Hub()
    try:
        yield found
    finally:
        await found.close()


def run(work: Callable[[Hub], Awaitable[None]]) -> None:
    async def main() -> None:
        async with a_hub() as found, asyncio.timeout(PATIENCE_S):
            await work(found)

    asyncio.run(main())


def tell(*numbers: int) -> None:
    for number in numbers:
        assert publish(CHANNEL, "news", {"n": number})


def numbers(messages: list[Message]) -> list[int]:
    return [orjson.loads(message.text)["n"] for message in messages]


async def joined(found: Hub, listeners: int = 1) -> None:
    """So many are there, and what is published from now on reaches them."""
    stream = stream_key(CHANNEL)
    while len(found._listeners.get(stream, ())) < listeners or not _is_confirmed(found, stream):
        await asyncio.sleep(0.01)


def _is_confirmed(found: Hub, stream: str) -> bool:
    return stream in found._subscribed and found._subscribed[stream].is_set()


async def take(found: Hub, count: int, last_id: str = "", before: Callable[[], None] = lambda: None) -> list[Message]:
    """The first so many messages of a fresh listener; ``before`` runs as soon as it is there."""
    async with aclosing(found.listen(CHANNEL, last_id)) as messages:
        reading = asyncio.ensure_future(_first(messages, count))
        await joined(found)
        await asyncio.to_thread(before)
        return await reading


async def _first(messages: AsyncIterator[Message], count: int) -> list[Message]:
    heard = []
    async for message in messages:
        heard.append(message)
        if len(heard) == count:
            break
    return heard


def test_nobody_listens_and_nothing_is_kept() -> None:
    assert not publish(CHANNEL, "news")
    assert not is_watched(CHANNEL)
    assert not client().exists(stream_key(CHANNEL))


def test_a_listener_hears_what_is_told_in_order() -> None:
    async def work(found: Hub) -> None:
        heard = await take(found, 3, before=lambda: tell(1, 2, 3))
        assert numbers(heard) == [1, 2, 3]

    run(work)


def test_a_reconnection_misses_nothing_and_doubles_nothing() -> None:
    async def work(found: Hub) -> None:
        first = await take(found, 1, before=lambda: tell(1))
        tell(2)  # while nobody is connected
        tell(3)
        again = await take(found, 3, first[-1].id, before=lambda: tell(4))
        assert numbers(again) == [2, 3, 4]

    run(work)


def test_a_latecomer_gets_what_was_kept() -> None:
    async def work(found: Hub) -> None:
        await take(found, 2, before=lambda: tell(1, 2))
        assert numbers(await take(found, 2)) == [1, 2]

    run(work)


def test_who_was_away_too_long_is_told_to_look_again() -> None:
    async def work(found: Hub) -> None:
        first = await take(found, 1, before=lambda: tell(1))
        client().delete(mark_key(CHANNEL))  # as after two minutes without a viewer
        assert not publish(CHANNEL, "news", {"n": 2})
        again = await take(found, 1, first[-1].id)
        assert again == [RESET]

    run(work)


def test_who_comes_after_the_kept_messages_are_gone_is_told_to_look_again() -> None:
    async def work(found: Hub) -> None:
        first = await take(found, 1, before=lambda: tell(1))
        client().delete(stream_key(CHANNEL))
        # An empty stream counts from the present millisecond: within the same one it would give the same number again.
        while _present_ms() <= int(first[-1].id.partition("-")[0]):
            pass
        tell(2)
        again = await take(found, 2, first[-1].id)
        assert again[0] == RESET
        assert numbers(again[1:]) == [2]

    run(work)


def _present_ms() -> int:
    seconds, microseconds = client().time()
    return int(seconds) * 1000 + int(microseconds) // 1000


def test_many_listeners_share_one_connection() -> None:
    async def work(found: Hub) -> None:
        groups = [asyncio.ensure_future(take(found, 2)) for _ in range(20)]
        await joined(found, 20)
        await asyncio.to_thread(tell, 1, 2)
        assert all(numbers(heard) == [1, 2] for heard in await asyncio.gather(*groups))
        assert found.count == 0

    run(work)


def test_a_whole_audience_that_comes_at_once_is_let_in() -> None:
    """It once was not: every listener opened a connection of its own, and Redis' client allows a hundred."""

    async def work(found: Hub) -> None:
        groups = [asyncio.ensure_future(take(found, 1)) for _ in range(150)]
        await joined(found, 150)
        await asyncio.to_thread(tell, 1)
        assert all(numbers(heard) == [1] for heard in await asyncio.gather(*groups))

    run(work)


def test_above_the_cap_nobody_is_let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CONNECTION_CAP", 1)

    async def work(found: Hub) -> None:
        waiting = asyncio.ensure_future(take(found, 1))
        await joined(found)
        with pytest.raises(FullError):
            await anext(found.listen(CHANNEL))
        await asyncio.to_thread(tell, 1)
        await waiting

    run(work)


def test_a_silent_channel_gives_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEAT_S", 0.05)

    async def work(found: Hub) -> None:
        assert await take(found, 2) == [BEAT, BEAT]

    run(work)


def test_a_listener_that_cannot_keep_up_is_cut_off_and_can_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    witness = module._Listener()
    monkeypatch.setattr(module, "QUEUE_SIZE", 3)

    async def work(found: Hub) -> None:
        async with aclosing(found.listen(CHANNEL)) as messages:
            first = asyncio.ensure_future(anext(messages))
            await joined(found)
            await asyncio.to_thread(tell, 1)
            last = await first
            found._listeners[stream_key(CHANNEL)].add(witness)  # hears everything at the same moment, and has room
            await asyncio.to_thread(tell, *range(2, 9))
            for _ in range(2, 9):
                await witness.queue.get()
            found._listeners[stream_key(CHANNEL)].discard(witness)
            heard = [message async for message in messages]
        assert heard == []
        assert numbers(await take(found, 7, last.id)) == list(range(2, 9))

    run(work)


def test_losing_redis_cuts_off_the_listeners_and_the_hub_recovers() -> None:
    async def work(found: Hub) -> None:
        async with aclosing(found.listen(CHANNEL)) as messages:
            first = asyncio.ensure_future(anext(messages))
            await joined(found)
            await asyncio.to_thread(tell, 1)
            last = await first
            assert found._reader is not None
            found._reader.cancel()
            assert [message async for message in messages] == []
        tell(2)
        assert numbers(await take(found, 1, last.id)) == [2]

    run(work)
