"""The web process ends under event streams and comes back: browsers hear the rest, and nothing twice."""

import os
import signal
import socket
import urllib.request
from collections.abc import Iterator

import pytest

from arena.bots.models import BotVersion
from arena.lib.live.publish import is_watched, publish
from arena.matches.models import Game
from tests.chaos.harness import Arena
from tests.matches import cast
from tests.patience import PATIENCE_S


class Stream:
    """A browser's event source: reads until the connection ends, and knows the last id it saw."""

    def __init__(self, port: int, game: Game, last_id: str = "") -> None:
        self.last_id = last_id
        headers = {"Last-Event-ID": last_id} if last_id else {}
        address = f"http://127.0.0.1:{port}/live/games/{game.pk}/"
        self._answer = urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=PATIENCE_S)

    def heard(self) -> Iterator[str]:
        """The data of each message; ends with the connection."""
        try:
            for line in self._answer:
                name, _, value = line.decode().strip().partition(": ")
                if name == "id":
                    self.last_id = value
                elif name == "data" and "at" in value:
                    yield value
        except OSError:
            return


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_web_process_that_ends_under_streams_loses_and_doubles_no_news(
    arena: Arena, house: list[BotVersion], how: signal.Signals
) -> None:
    (game, *_) = cast.games_of(cast.match(house))
    channel = f"game:{game.pk}"
    port = arena.start_web()
    arena.wait(lambda: _listens(port), "the web process listens")
    streams = [Stream(port, game) for _ in range(20)]
    arena.wait(lambda: is_watched(channel), "somebody looks")
    publish(channel, "frame", {"at": 1})
    first = [next(stream.heard()) for stream in streams]
    assert all('"at":1' in data for data in first)

    process = arena.supervisor.children[-1].process
    assert process is not None
    os.killpg(process.pid, how)
    for stream in streams:
        assert list(stream.heard()) == [], "the connection ends, without another word"
    publish(channel, "frame", {"at": 2})  # while nobody is connected
    arena.wait(lambda: _comes_back(arena, port), "the supervisor brought it back")

    again = [Stream(port, game, stream.last_id) for stream in streams]
    arena.wait(lambda: is_watched(channel), "somebody looks")
    publish(channel, "frame", {"at": 3})
    for stream in again:
        heard = stream.heard()
        assert ['"at":2' in next(heard), '"at":3' in next(heard)] == [True, True]


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _comes_back(arena: Arena, port: int) -> bool:
    arena.supervisor.watch()
    return _listens(port)
