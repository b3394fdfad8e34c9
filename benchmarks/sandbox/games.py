"""Whole games, as the arena plays them: one player per core, each with its own jails, one game after the other."""

import multiprocessing
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection

import orjson

import sandbox
from benchmarks.platform.cpu import cpu_ms
from benchmarks.sandbox.bots import PADDING
from benchmarks.sandbox.forks import ForkServer
from sandbox import BuiltProgram, Channel, Jail

LONG = 30.0
ROUND_S = 1.0
FEWEST = 10
"""Games of a round, on a machine that is busy with other things."""


@dataclass(frozen=True)
class Played:
    """In one of the ways to start bots, by all players together: the best round of each figure."""

    a_second: float
    cpu_ms: float
    """Of a game, with its bots: on a busy machine the clock tells of the others, this does not."""


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
    """Plays for a second whenever it is told to, in one of three ways; says how many games a second that made and what
    each took."""
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
            games, begin, cpu = 0, time.perf_counter(), cpu_ms(os.getpid())
            while games < FEWEST or time.perf_counter() - begin < ROUND_S:
                ways[told]()
                games += 1
            line.send((games / (time.perf_counter() - begin), (cpu_ms(os.getpid()) - cpu) / games))


def play_in_turns(built: BuiltProgram, players: int, rounds: int) -> dict[str, Played]:
    """That many players side by side: in fresh and warm jails, and forked without any."""
    lines = []
    for _ in range(players):
        ours, theirs = multiprocessing.Pipe()
        multiprocessing.Process(target=player, args=(built, theirs), daemon=True).start()
        lines.append(ours)
    found: dict[str, list[Played]] = {"fresh": [], "warm": [], "forked": []}
    for _ in range(rounds):
        for kind, totals in found.items():
            for line in lines:
                line.send(kind)
            parts = [line.recv() for line in lines]
            totals.append(Played(sum(part[0] for part in parts), sum(part[1] for part in parts) / players))
    for line in lines:
        line.send(None)
    for child in multiprocessing.active_children():
        child.join()
    return {
        kind: Played(max(each.a_second for each in totals), min(each.cpu_ms for each in totals))
        for kind, totals in found.items()
    }
