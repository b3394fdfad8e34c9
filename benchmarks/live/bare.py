"""The least that a server of event streams can do: the same frames at the same rate, without Redis, Django or a game.

``uvicorn benchmarks.live.bare:application``; the reference of ``python -m benchmarks.live``.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from engines import PUBLIC, Deal, new_game

Send = Callable[[dict[str, Any]], Awaitable[None]]
PAUSE_S = 0.25


def sample() -> bytes:
    """The text of a frame in the middle of a game, without the time at which it was sent."""
    import orjson  # noqa: PLC0415 - only the process that serves needs it

    state = new_game("karma-6", Deal.from_text("live"), record=True)
    for _ in range(40):
        since = state.event_count()
        state.apply(state.legal_actions()[-1])
    return orjson.dumps({"at": 40, "view": state.view(PUBLIC), "events": state.events(PUBLIC, since)})[1:]


FRAME = sample()


async def application(scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Send) -> None:
    if scope["type"] != "http":
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]})
    if not scope["path"].startswith("/live/"):
        await send({"type": "http.response.body", "body": b""})
        return
    await send({"type": "http.response.body", "body": b"retry: 3000\n\n", "more_body": True})
    gone = asyncio.create_task(_gone(receive))
    while not gone.done():
        await asyncio.sleep(PAUSE_S)
        body = b'event: frame\ndata: {"sent":%f,%s\n\n' % (time.time(), FRAME)
        await send({"type": "http.response.body", "body": body, "more_body": True})


async def _gone(receive: Callable[[], Awaitable[Any]]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
