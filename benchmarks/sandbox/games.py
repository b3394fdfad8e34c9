"""Whole games, as the arena plays them: one player per core, each with its own jails, one game after the other."""

import multiprocessing
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

import orjson

import sandbox
from benchmarks.sandbox.bots import PADDING
from benchmarks.sandbox.forks import ForkServer
from sandbox import BuiltProgram, Channel, Jail

LONG = 30.0
ROUND_S = 1.0


def ask_as_the_referee(channel: Channel, number: int) -> None:
    """With the JSON library that the referee uses."""
    channel.send(orjson.dumps({"n": number, "view": PADDING}), LONG)
    assert orjson.loads(channel.receive(LONG)) == {"action": number}


def game(first: Jail, second: Jail) -> None:
    """Two bots, 40 decisions."""
    with first.start() as one, second.start() as two:
        for number in range(20):
            ask_as_the_referee(one, number)
            ask_as_the_referee(two, number)
        one.hang_up()
        two.hang_up()


def ask_forked(bot: ForkServer, number: int) -> None:
    assert orjson.loads(bot.ask(orjson.dumps({"n": number, "view": PADDING}))) == {"action": number}


def forked_game(first: ForkServer, second: ForkServer) -> None:
    """The same without any jail."""
    first.start()
    second.start()
    for number in range(20):
        ask_forked(first, number)
        ask_forked(second, number)
    first.end()
    second.end()


def player(built: BuiltProgram, line: Connection) -> None:
    """Plays for a second whenever it is told to, in one of three ways, and says how many games a second that made."""
    source = built.files / "bot.py"
    with (
        ForkServer(source) as one,
        ForkServer(source) as two,
        sandbox.open_jail(built) as warm,
        sandbox.open_jail(built) as warm_too,
        sandbox.open_jail(built, warm=False) as fresh,
    ):
        game(warm, warm_too)
        while True:
            told = line.recv()
            if told is None:
                return
            ways: dict[str, Callable[[], None]] = {
                "fresh": lambda: game(fresh, fresh),
                "warm": lambda: game(warm, warm_too),
                "forked": lambda: forked_game(one, two),
            }
            games, begin = 0, time.perf_counter()
            while time.perf_counter() - begin < ROUND_S:
                ways[told]()
                games += 1
            line.send(games / (time.perf_counter() - begin))


def per_second(built: BuiltProgram, players: int, rounds: int) -> tuple[float, float, float]:
    """Games a second of that many players side by side, in fresh and warm jails and without: the best round of each."""
    lines = []
    for _ in range(players):
        ours, theirs = multiprocessing.Pipe()
        multiprocessing.Process(target=player, args=(built, theirs), daemon=True).start()
        lines.append(ours)
    found: dict[str, list[float]] = {"fresh": [], "warm": [], "forked": []}
    for _ in range(rounds):
        for kind, totals in found.items():
            for line in lines:
                line.send(kind)
            totals.append(sum(line.recv() for line in lines))
    for line in lines:
        line.send(None)
    for child in multiprocessing.active_children():
        child.join()
    return max(found["fresh"]), max(found["warm"]), max(found["forked"])
