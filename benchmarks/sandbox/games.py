"""Whole games, as the arena plays them: one player per core, each with its own jails, one game after the other."""

import multiprocessing
import time
from multiprocessing.connection import Connection

import orjson

import sandbox
from benchmarks.sandbox.bots import PADDING
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


def player(built: BuiltProgram, line: Connection) -> None:
    """Plays for a second whenever it is told to, warm or not, and says how many games a second that made."""
    with (
        sandbox.open_jail(built) as warm,
        sandbox.open_jail(built) as warm_too,
        sandbox.open_jail(built, warm=False) as fresh,
    ):
        game(warm, warm_too)
        while True:
            told = line.recv()
            if told is None:
                return
            jails = (warm, warm_too) if told == "warm" else (fresh, fresh)
            games, begin = 0, time.perf_counter()
            while time.perf_counter() - begin < ROUND_S:
                game(*jails)
                games += 1
            line.send(games / (time.perf_counter() - begin))


def per_second(built: BuiltProgram, players: int, rounds: int) -> tuple[float, float]:
    """Games a second of that many players side by side, in fresh and in warm jails: the best round of each."""
    lines = []
    for _ in range(players):
        ours, theirs = multiprocessing.Pipe()
        multiprocessing.Process(target=player, args=(built, theirs), daemon=True).start()
        lines.append(ours)
    found: dict[str, list[float]] = {"fresh": [], "warm": []}
    for _ in range(rounds):
        for kind, totals in found.items():
            for line in lines:
                line.send(kind)
            totals.append(sum(line.recv() for line in lines))
    for line in lines:
        line.send(None)
    for child in multiprocessing.active_children():
        child.join()
    return max(found["fresh"]), max(found["warm"])
