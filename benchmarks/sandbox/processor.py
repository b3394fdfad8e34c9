"""Processor time of a decision on both sides of its pipes.

On one core that is how long it takes while nobody else is in the way, and it says so on a busy machine too.
"""

import json
import statistics
import time
from collections.abc import Callable

from benchmarks.sandbox.bots import PlainBot, request
from benchmarks.sandbox.games import ask_as_the_referee
from sandbox import BuiltProgram, Jail
from sandbox.clock import CpuMeter

WARM_UP = 50
BLOCK = 100
"""Decisions of one conversation before the other one goes on: as many as a game has."""


def of_decisions(built: BuiltProgram, jail: Jail, rounds: int) -> tuple[float, float]:
    """Seconds of a decision behind plain pipes, and of one in the sandbox as the referee asks for it."""
    with PlainBot(built.files / "bot.py") as bot, jail.start() as channel:

        def plainly() -> None:
            assert json.loads(bot.ask(request(1))) == {"action": 1}

        def in_the_jail() -> None:
            ask_as_the_referee(channel, 1)

        _own_s(plainly, WARM_UP), _own_s(in_the_jail, WARM_UP)
        bot.come_to_our_core()
        meter = CpuMeter(bot.pid)
        before = meter.read_s()
        ours = [(_own_s(plainly, BLOCK), _own_s(in_the_jail, BLOCK)) for _ in range(rounds)]
        plain_bot = (meter.read_s() - before) / (rounds * BLOCK)
        jailed_bot = statistics.mean(usage.cpu_s for usage in channel.close().decisions[WARM_UP:])
        return (
            statistics.median(plain for plain, _ in ours) + plain_bot,
            statistics.median(jailed for _, jailed in ours) + jailed_bot,
        )


def _own_s(action: Callable[[], None], times: int) -> float:
    before = time.process_time()
    for _ in range(times):
        action()
    return (time.process_time() - before) / times
