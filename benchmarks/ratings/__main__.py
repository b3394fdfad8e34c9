"""``python -m benchmarks.ratings``: how long ratings take, beside libraries that do the same for a few games.

Times are processor seconds, so a busy machine disturbs them little. A reference that would take hours on all games
is timed on a part of them and compared per game. ``--only refit`` is the stored part without live Elo.
"""

import argparse
import resource
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

import choix
import numpy as np
from openskill.models import BradleyTerryFull
from openskill.models.weng_lin.bradley_terry_full import BradleyTerryFullRating

from arena.ratings.leaderboard.seat_facts import seat_facts
from arena.ratings.leaderboard.sums import Sums, sums_of
from arena.ratings.leaderboard.tally import tally
from benchmarks.ratings.stored import PERIOD, stored
from engines.variants import RankPolicy
from referee.ratings.elo.columns import ColumnFold
from referee.ratings.elo.fold import fold
from referee.ratings.fit.batch import BatchFit, fit, fit_counts
from referee.ratings.fit.places import board_ranges
from referee.ratings.fit.rank_range import rank_ranges, tie_groups
from referee.ratings.games import Entrant, RatedGame
from referee.ratings.table import FAULT, Form, Table

SIDES = 4
FAULTS = 0.002
"""Share of games that end by a fault: they count otherwise than the other games of their block."""
REFERENCE_GAMES = 2_000
CHUNK = 400_000


def ladder(bots: int, games: int, seed: int) -> Iterator[RatedGame]:
    """Blocks of four games between bots near each other in strength, one at a time: nothing is held in memory."""
    rng = np.random.default_rng(seed)
    truth = np.sort(rng.normal(0.0, 0.8, bots))
    blocks = games // SIDES
    steps = rng.integers(1, max(2, min(10, bots // SIDES)), size=(blocks, SIDES)).cumsum(axis=1)
    tables = (rng.integers(0, bots, size=(blocks, 1)) + steps) % bots
    noise = rng.gumbel(size=(blocks, SIDES, SIDES))
    winners = np.argmax(truth[tables][:, None, :] + noise, axis=2)
    for block in range(blocks):
        table = tables[block].tolist()
        for winner in winners[block].tolist():
            ranks = [1 if seat == winner else 2 for seat in range(SIDES)]
            yield RatedGame.solo(RankPolicy.FIRST_WINS, table, ranks, block=block)


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def openskill_fold(games: list[RatedGame]) -> None:
    model = BradleyTerryFull()
    known: dict[Entrant, BradleyTerryFullRating] = {}
    for game in games:
        teams = [[known.setdefault(side[0], model.rating())] for side in game.sides]
        for side, (rating,) in zip(game.sides, model.rate(teams, ranks=list(game.ranks)), strict=True):
            known[side[0]] = rating


def choix_fit(games: list[RatedGame], bots: int) -> None:
    data = []
    for game in games:
        table = [int(side[0]) for side in game.sides]
        winner = table[game.ranks.index(1)]
        data.append((winner, tuple(bot for bot in table if bot != winner)))
    choix.opt_top1(bots, data, alpha=0.1)


def per_game(name: str, spent: float, count: int, reference: float) -> None:
    each = spent / count
    print(f"{name:<58}{spent:9.2f} s{each * 1e6:10.2f} us/game{reference / each:9.1f} x")


def compare(bots: int, games: int) -> None:
    making = seconds(lambda: sum(1 for _ in ladder(bots, games, 1)))
    sample = list(islice(ladder(bots, REFERENCE_GAMES, 2), REFERENCE_GAMES))
    openskill = seconds(lambda: openskill_fold(sample)) / len(sample)
    reference = seconds(lambda: choix_fit(sample, bots)) / len(sample)
    print(f"{bots:,} bots, {games:,} games of {SIDES} sides; making the games ({making:.1f} s) is subtracted")
    per_game(f"openskill BradleyTerryFull, {REFERENCE_GAMES:,} games", openskill * len(sample), len(sample), openskill)
    per_game("live Elo fold", seconds(lambda: fold(ladder(bots, games, 1))) - making, games, openskill)
    per_game(
        f"choix opt_top1, {REFERENCE_GAMES:,} games, no intervals", reference * len(sample), len(sample), reference
    )
    anchors: dict[Entrant, float] = dict.fromkeys(range(0, bots, max(1, bots // 3)), 1500.0)
    spent = seconds(partial(fit, ladder(bots, games, 1), anchors)) - making
    per_game("batch fit with intervals", spent, games, reference)


def table(bots: int, games: int, seed: int) -> Table:
    """The games of ``ladder`` as the log keeps them, without an object for each."""
    rng = np.random.default_rng(seed)
    truth = np.sort(rng.normal(0.0, 0.8, bots))
    form = Form(RankPolicy.FIRST_WINS.value, (1,) * SIDES, ())
    rows = np.zeros(games // SIDES * SIDES, dtype=form.dtype)
    rows["seq"] = rows["game"] = np.arange(1, len(rows) + 1)
    rows["block"] = np.arange(len(rows)) // SIDES
    for start in range(0, len(rows), CHUNK):  # as large as its rows and not much larger
        part = rows[start : start + CHUNK]
        blocks = len(part) // SIDES
        steps = rng.integers(1, max(2, min(10, bots // SIDES)), size=(blocks, SIDES)).cumsum(axis=1)
        tables = (rng.integers(0, bots, size=(blocks, 1)) + steps) % bots
        winners = np.argmax(truth[tables][:, None, :] + rng.gumbel(size=(blocks, SIDES, SIDES)), axis=2)
        part["members"] = np.repeat(tables, SIDES, axis=0)
        part["ranks"] = np.where(np.arange(SIDES)[None, :] == winners.reshape(-1, 1), 1, 2)
        faulty = np.flatnonzero(rng.random(len(part)) < FAULTS)
        part["ranks"][faulty] = [1] * (SIDES - 1) + [SIDES]
        part["flags"][faulty] = FAULT | 1 << (SIDES - 1)
    return Table(form, rows)


def stored_table(bots: int, games: int, first: int) -> Table:
    """The same between versions that the database knows under other numbers."""
    found = table(bots, games, 1)
    found.rows["members"] += first
    return found


def from_columns(bots: int, games: int) -> None:
    """What a refit computes, from the columns of the log to the lines of the board; without reading and writing."""
    whole = table(bots, games, 1)
    before, last = Table(whole.form, whole.rows[:-PERIOD]), Table(whole.form, whole.rows[-PERIOD:])
    del whole
    anchors: dict[Entrant, float] = dict.fromkeys(range(0, bots, max(1, bots // 3)), 1500.0)
    sums: list[Sums] = []
    fits: list[BatchFit] = []

    def grown() -> None:
        more = sums[0].plus(sums_of([last]))
        assert more is not None
        sums.append(more)

    steps: dict[str, Callable[[], object]] = {
        "fold of live Elo": lambda: ColumnFold([before]).upto(games),
        "counts and sums": lambda: sums.append(sums_of([before])),
        "fit with intervals": lambda: fits.append(fit_counts(sums[0].counts, anchors)),
        "figures of the lines": lambda: tally(sums[0].figures, sums[0].counts, fits[0]),
        "seat facts": lambda: seat_facts(sums[0].seats),
        "ranks, ties, blocks apart": lambda: board_ranges(fits[0]),
        f"counts of {PERIOD:,} more games": grown,
        "fit of all of them": lambda: fits.append(fit_counts(sums[1].counts, anchors, before=fits[0].end)),
    }
    print(f"{bots:,} bots, {games:,} games in columns:")
    for name, step in steps.items():
        spent = seconds(step)
        print(f"  {name:<30}{spent:6.2f} s, {memory():6.0f} MB at most so far", flush=True)


def board(bots: int, games: int) -> None:
    found = fit(ladder(bots, games, 3), {0: 1500.0})
    ratings = [line.rating for line in found.ratings]
    ranges = seconds(lambda: rank_ranges(ratings, found.covariance))
    groups = seconds(lambda: tie_groups(ratings, found.covariance))
    form = type(found.covariance).__name__
    print(f"rank ranges of {bots:,} bots ({form}): {ranges:.2f} s; tie groups: {groups:.2f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=1_000)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--board", type=int, default=10_000, help="bots on the large leaderboard; 0 leaves it out")
    parser.add_argument("--only", choices=("columns", "stored", "refit"), help="one part only")
    chosen = parser.parse_args()
    if chosen.only in (None, "columns"):
        from_columns(chosen.bots, chosen.games)
    if chosen.only != "columns":
        stored(chosen.bots, partial(stored_table, chosen.bots, chosen.games), with_live=chosen.only != "refit")
    if chosen.only:
        tell_memory()
        return
    compare(chosen.bots, chosen.games)
    board(chosen.bots, min(chosen.games, 100 * chosen.bots))
    if chosen.board:
        spent = seconds(lambda: board(chosen.board, chosen.games))
        print(f"  making {chosen.games:,} games, fit and board of {chosen.board:,} bots: {spent:.1f} s")
    tell_memory()


def tell_memory() -> None:
    print(f"peak memory {memory():.0f} MB")


def memory() -> float:
    """The most that the process held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
