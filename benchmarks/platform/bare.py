"""The referee alone, in as many processes as there are workers: no database, no broker, no replay files."""

import hashlib
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from bots.house.registry import create
from referee.channels.inprocess import InProcessChannel
from referee.deal import SealedDeal
from referee.game import play_game


def play(slug: str, first: int, count: int) -> float:
    """Play games one after another; the seconds they took."""
    begin = time.perf_counter()
    for number in range(first, first + count):
        seed = hashlib.sha256(b"%d" % number).digest()
        channels = [InProcessChannel(create("random", slug, seed + bytes([seat])), "Dice") for seat in range(2)]
        play_game(slug, channels, SealedDeal(seed, seed[:16]))
    return time.perf_counter() - begin


def games_per_minute(slug: str, games: int, processes: int) -> float:
    """All processes at once, each warm before the clock starts."""
    each = games // processes
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        list(pool.map(play, [slug] * processes, [0] * processes, [2] * processes))
        times = list(pool.map(play, [slug] * processes, range(0, games, each), [each] * processes))
    return 60 * each * processes / max(times)
