"""``python -m benchmarks.tournaments``: pairing whole tournaments, storing them, and the matching beside networkx's.

networkx solves the same complete graphs with the same exact integers; both are timed in turn in this run, so the
ratios hold on a busy machine too. Storing is compared to PostgreSQL copying the same rows by itself.
``--only forecast`` times forecasts for 64 entrants.
``--only waits`` plays tournaments on real workers and compares the clock to the games.
"""

import argparse
import os
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from statistics import mean

import networkx  # type: ignore[import-untyped] # it ships no types and is a yardstick only

from arena.embedded.services import Services
from arena.tournaments.planning.formats.pod_schedule.annealing import anneal
from arena.tournaments.planning.formats.swiss.cost import Contender, Cost, order_field, pair_cost
from arena.tournaments.planning.formats.swiss.matching import Edges, digits, minimum_cost_matching, radices_for
from arena.tournaments.planning.pods import pod_sizes
from benchmarks.tournaments.forecasts import forecasts
from benchmarks.tournaments.stage import seconds_a_round
from benchmarks.tournaments.waits import waits

STAGES: list[tuple[str, dict[str, object], int]] = [
    ("swiss", {"rounds": 7}, 64),
    ("swiss", {}, 1000),
    ("pod_swiss", {"pod_size": 4, "rounds": 8}, 1000),
]
STORED = [(64, 7), (1000, 7)]
"""Entrants and rounds of the tournaments that are stored too."""
SCHEDULES = [(9, 3, 4, 0), (12, 3, 4, 0), (13, 4, 4, 0), (16, 4, 5, 0), (10, 4, 3, 3), (8, 4, 3, 12), (12, 4, 3, 9)]


def stages() -> None:
    print(f"{'stage':<12}{'entrants':>9}{'rounds':>8}{'pair mean':>12}{'pair max':>11}{'plan again':>12}  (ms of CPU)")
    for name, settings, size in STAGES:
        pairing, again = seconds_a_round(name, settings, size)
        mean, most, repeat = 1e3 * sum(pairing) / len(pairing), 1e3 * max(pairing), 1e3 * max(again)
        print(f"{name:<12}{size:>9}{len(pairing):>8}{mean:>12.1f}{most:>11.1f}{repeat:>12.1f}")


def graph(size: int) -> dict[tuple[int, int], Cost]:
    rng = random.Random(size)
    field = order_field([Contender(n, n + 1, rng.randrange(5), (rng.randrange(size),)) for n in range(size)])
    return {(a, b): pair_cost(field[a], field[b]) for a, b in combinations(range(size), 2)}


def by_networkx(size: int, edges: dict[tuple[int, int], Cost]) -> int:
    radices = radices_for(size // 2, list(edges.values()))
    numbers = {pair: digits(cost, radices) for pair, cost in edges.items()}
    highest = max(numbers.values())
    weighted = networkx.Graph()
    weighted.add_weighted_edges_from((a, b, highest - number) for (a, b), number in numbers.items())
    found = networkx.max_weight_matching(weighted, maxcardinality=True)
    return sum(numbers[min(pair), max(pair)] for pair in found)


def by_ours(size: int, edges: dict[tuple[int, int], Cost]) -> int:
    radices = radices_for(size // 2, list(edges.values()))
    found = minimum_cost_matching(size, Edges.of(edges)) or ()
    return sum(digits(edges[pair], radices) for pair in found)


def against_networkx(rounds: int) -> None:
    print(f"\n{'complete graph':<21}{'ours':>20}{'networkx':>11}{'ratio':>9}  (ms of CPU, best of {rounds}; same cost)")
    for size in (32, 64, 128):
        edges = graph(size)
        best = {by_ours: float("inf"), by_networkx: float("inf")}
        costs = set()
        for _ in range(rounds):
            for solve in (by_ours, by_networkx):
                start = time.process_time()
                costs.add(solve(size, edges))
                best[solve] = min(best[solve], time.process_time() - start)
        assert len(costs) == 1, "the two solvers disagree"
        ours, theirs = 1e3 * best[by_ours], 1e3 * best[by_networkx]
        print(f"{size:>3} entrants         {ours:>20.1f}{theirs:>11.1f}{theirs / ours:>8.1f}x")


def schedules() -> None:
    print(f"\n{'preset schedule':<24}{'repeats':>9}{'known best':>12}{'seconds':>10}")
    for entrants, size, rounds, known in SCHEDULES:
        start = time.process_time()
        found = anneal(pod_sizes(entrants, size), rounds).repeats
        seconds = time.process_time() - start
        print(f"{entrants:>3} in {size}s, {rounds} rounds{found:>15}{known:>12}{seconds:>10.2f}")


@contextmanager
def database() -> Iterator[None]:
    """A PostgreSQL and a Valkey of its own, thrown away afterwards."""
    with tempfile.TemporaryDirectory(prefix="karma-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        with Services(Path(folder), throw_away=True) as addresses:
            os.environ.update(addresses, ARENA_ENV="test", ARENA_DATA_DIR=f"{folder}/data", LOG_LEVEL="warning")
            os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
            import django  # noqa: PLC0415 - settings are read at import, and the addresses are known only now

            django.setup()
            from django.core.management import call_command  # noqa: PLC0415 - as above
            from django.db import connections  # noqa: PLC0415 - as above

            call_command("migrate", verbosity=0)
            yield
            connections.close_all()


def stored() -> None:
    from benchmarks.tournaments.database import swiss  # noqa: PLC0415 - models need the settings

    print("\nA Swiss in PostgreSQL, one advance a round; mean and worst of the rounds, ms of the clock.")
    print("copy: PostgreSQL storing the same rows by INSERT ... SELECT; again: the same advance with nothing new")
    names = ("whole", "own", "pairing", "database", "queries", "sending", "messages", "again", "copying")
    heads = ("whole", "process", "pairing", "database", "queries", "sending", "messages", "again", "copy")
    print(f"{'entrants':<10}{'':<7}" + "".join(f"{head:>10}" for head in heads) + f"{'db/copy':>9}")
    for size, rounds in STORED:
        spent = swiss(size, rounds)
        ratio = sum(each.database for each in spent) / sum(each.copying for each in spent)
        for word, fold in (("mean", mean), ("worst", max)):
            values = [fold([getattr(each, name) for each in spent]) for name in names]
            cells = [
                value if name in ("queries", "messages") else 1e3 * value
                for name, value in zip(names, values, strict=True)
            ]
            print(f"{size:<10}{word:<7}" + "".join(f"{cell:>10.0f}" for cell in cells) + f"{ratio:>8.1f}x")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tournaments", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="how often the solvers are compared (default 3)")
    parser.add_argument("--only", choices=("pure", "forecast", "stored", "waits"), help="one part only")
    parser.add_argument("--times", type=int, default=1, help="waits: so many times the usual blocks of a match")
    options = parser.parse_args()
    if options.only in (None, "pure"):
        stages()
        against_networkx(options.rounds)
        schedules()
    if options.only in (None, "forecast"):
        forecasts()
    if options.only in (None, "stored"):
        with database():
            stored()
    if options.only == "waits":
        waits(options.times)  # in a process of its own: it has another database


if __name__ == "__main__":
    main()
