"""All listeners of one web process behind one connection to Redis.

A listener subscribes first and reads what was kept after that, so nothing can slip through between; ids tell what it
has had already. A listener that cannot keep up, or whose hub lost Redis, is cut off: its browser reconnects with the
last id it saw and gets the rest.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import structlog
from django.conf import settings
from redis.asyncio import BlockingConnectionPool, Redis
from redis.exceptions import RedisError

from arena.lib.live import KEPT_MESSAGES, MARK_S
from arena.lib.live.publish import mark_key, stream_key
from arena.lib.live.tally import EVERY_S, Tally
from arena.lib.redis_client import key

CONNECTION_CAP = 500
"""Of one process. Above it browsers are asked to come back later, and poll until then."""
CONNECTIONS = 6
"""To Redis."""
QUEUE_SIZE = 100
"""Messages that wait for one slow browser: half of those that Redis keeps, so that whoever is cut off can still catch
up by connecting again."""
ANSWER_S = 5.0
"""For Redis, which answers in less than a millisecond. A page that gets no stream after it polls."""
BEAT_S = 15.0
"""Silence after which a sign of life is sent, so that proxies do not close the connection."""

_ALWAYS = key("live", "hub")
"""A channel on which nobody speaks: with one subscription the reader never runs out of them."""

_log = structlog.get_logger(__name__)


class FullError(Exception):
    """No more listeners fit into this process."""


@dataclass(frozen=True)
class Message:
    """``id`` is empty for what is not a message of the channel: signs of life and resets."""

    id: str
    text: str


BEAT = Message("", "")
RESET = Message("", "reset")
"""Something may have been missed: look at the database again."""


class _Listener:
    def __init__(self) -> None:
        self.queue: asyncio.Queue[Message | None] = asyncio.Queue(QUEUE_SIZE)

    def hear(self, message: Message | None) -> None:
        if self.queue.full():
            # Too slow: what waits is thrown away, and the end takes its place.
            while not self.queue.empty():
                self.queue.get_nowait()
            message = None
        self.queue.put_nowait(message)


class Hub:
    """Belongs to one event loop: ``hub()`` finds it."""

    def __init__(self) -> None:
        # A few connections that listeners wait for, one of them taken by the subscription: when a whole audience comes
        # back at once, each must not open its own. No time limit on reading: a subscription waits for ever on purpose.
        self._pool = BlockingConnectionPool.from_url(
            settings.REDIS_URL,
            max_connections=CONNECTIONS,
            timeout=ANSWER_S,
            decode_responses=True,
            socket_connect_timeout=2,
            health_check_interval=30,
        )
        self._redis = Redis(connection_pool=self._pool)
        self._pubsub = self._redis.pubsub()
        self._listeners: dict[str, set[_Listener]] = {}
        self._subscribed: dict[str, asyncio.Event] = {}
        self._reader: asyncio.Task[None] | None = None
        self._changing = asyncio.Lock()
        self._tally = Tally()
        self._teller: asyncio.Task[None] | None = None

    @property
    def count(self) -> int:
        return self._tally.open

    def refuse(self) -> None:
        """Somebody was sent away at the cap."""
        self._tally.refused += 1
        self._tell_soon()

    async def listen(self, channel: str, last_id: str = "") -> AsyncGenerator[Message]:
        """Messages after ``last_id``; without one, everything that is kept and then what comes.

        Raises ``FullError`` at the cap. Ends when the listener is cut off.
        """
        if self.count >= CONNECTION_CAP:
            self.refuse()
            raise FullError
        self._tally.open += 1
        self._tell_soon()
        listener = _Listener()
        stream = stream_key(channel)
        try:
            was_recorded = await self._redis.set(mark_key(channel), "1", ex=MARK_S, get=True)
            await self._join(stream, listener)
            _go_if_cancelled()
            had = last_id
            async for message in self._kept(stream, last_id, bool(was_recorded)):
                had = message.id or had
                self._tally.sent += 1
                yield message
            async for message in self._coming(channel, listener):
                if message.id and not _is_newer(message.id, had):
                    continue
                had = message.id or had
                self._tally.sent += bool(message.id)
                yield message
        except (RedisError, TimeoutError) as error:
            _log.warning("live_cut_off", channel=channel, error=str(error))
        finally:
            self._tally.open -= 1
            self._tell_soon()
            await self._leave(stream, listener)

    async def _kept(self, stream: str, last_id: str, was_recorded: bool) -> AsyncIterator[Message]:
        rows: Any = await self._redis.xrange(stream, min=last_id or "-", count=2 * KEPT_MESSAGES)
        _go_if_cancelled()
        if last_id:
            # The last message heard must still be there, and recording must not have stopped since.
            if not was_recorded or not rows or rows[0][0] != last_id:
                yield RESET
            else:
                rows = rows[1:]
        for number, fields in rows:
            yield Message(number, fields["told"])

    async def _coming(self, channel: str, listener: _Listener) -> AsyncIterator[Message]:
        mark_again = time.monotonic() + MARK_S / 4
        while True:
            try:
                # Not wait_for: before Python 3.12 it may lose a cancellation, and a browser that left stays counted.
                async with asyncio.timeout(BEAT_S):
                    message = await listener.queue.get()
            except TimeoutError:
                message = BEAT
            if message is None:
                return
            if time.monotonic() > mark_again:
                mark_again = time.monotonic() + MARK_S / 4
                if not await self._redis.set(mark_key(channel), "1", ex=MARK_S, get=True):
                    yield RESET  # Redis lost the mark, so nothing was recorded for a while
                _go_if_cancelled()
            yield message

    async def _join(self, stream: str, listener: _Listener) -> None:
        self._listeners.setdefault(stream, set()).add(listener)
        async with self._changing:
            await self._subscribe(_ALWAYS)
            await self._subscribe(stream)
            confirmed = self._subscribed[stream]
        async with asyncio.timeout(ANSWER_S):
            await confirmed.wait()

    async def _subscribe(self, stream: str) -> None:
        if stream in self._subscribed:
            return
        self._subscribed[stream] = asyncio.Event()
        await self._pubsub.subscribe(stream)
        if self._reader is None:
            self._reader = asyncio.create_task(self._read())

    async def _leave(self, stream: str, listener: _Listener) -> None:
        members = self._listeners.get(stream, set())
        members.discard(listener)
        async with self._changing:
            # Somebody may have joined while this one waited for the lock.
            if members or self._listeners.get(stream) is not members:
                return
            del self._listeners[stream]
            if self._subscribed.pop(stream, None) is not None:
                with suppress(RedisError):
                    await self._pubsub.unsubscribe(stream)

    async def _read(self) -> None:
        """Hands out what Redis announces, until the connection breaks: then all are cut off and start anew."""
        try:
            async for said in self._pubsub.listen():
                stream = said["channel"]
                if said["type"] == "subscribe" and stream in self._subscribed:
                    self._subscribed[stream].set()
                elif said["type"] == "message":
                    number, _, text = said["data"].partition(" ")
                    for listener in self._listeners.get(stream, ()):
                        listener.hear(Message(number, text))
        except (RedisError, OSError) as error:
            _log.warning("live_lost_redis", error=str(error))
        finally:
            self._reader = None
            self._subscribed.clear()
            self._pubsub = self._redis.pubsub()
            for members in self._listeners.values():
                for listener in members:
                    listener.hear(None)

    def _tell_soon(self) -> None:
        if self._teller is None or self._teller.done():
            self._teller = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        """Ends by itself when nobody listens and everything is told; a loss is made good the next time."""
        while self.count or self._tally.is_news:
            await asyncio.sleep(EVERY_S)
            with suppress(RedisError, TimeoutError):
                await self.tell_tally()

    async def tell_tally(self) -> None:
        """What the figures of the whole arena are added up from."""
        seconds, _ = await self._redis.time()
        pipe = self._redis.pipeline()
        what = self._tally.write(pipe, seconds)
        await pipe.execute()
        self._tally.was_told(what)

    async def close(self) -> None:
        for task in (self._reader, self._teller):
            if task is not None:
                task.cancel()
        await self._pubsub.aclose()  # type: ignore[no-untyped-call]  # redis has no types there
        await self._redis.aclose()
        await self._pool.aclose()


def _go_if_cancelled() -> None:
    """Redis' client may lose a cancellation while it works; a browser that left would then stay counted for long."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


def _is_newer(one: str, other: str) -> bool:
    return _parts(one) > _parts(other)


def _parts(number: str) -> tuple[int, int]:
    time, _, place = (number or "0-0").partition("-")
    return int(time), int(place or 0)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
