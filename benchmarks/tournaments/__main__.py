"""``python -m benchmarks.tournaments``: pairing whole tournaments, and the matching beside networkx's.

networkx solves the same complete graphs with the same exact integers; both are timed in turn in this run, so the
ratios hold on a busy machine too.
"""

import argparse
import random
import time
from itertools import combinations

import networkx  # type: ignore[import-untyped] # it ships no types and is a yardstick only

from arena.tournaments.formats.pod_schedule.annealing import anneal
from arena.tournaments.formats.swiss.cost import Contender, Cost, order_field, pair_cost
from arena.tournaments.formats.swiss.matching import digits, minimum_cost_matching, radices_for
from arena.tournaments.pods import pod_sizes
from benchmarks.tournaments.stage import seconds_a_round

STAGES: list[tuple[str, dict[str, object], int]] = [
    ("swiss", {"rounds": 7}, 64),
    ("swiss", {}, 1000),
    ("pod_swiss", {"pod_size": 4, "rounds": 8}, 1000),
]
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
    found = minimum_cost_matching(size, edges) or ()
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


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tournaments", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="how often the solvers are compared (default 3)")
    options = parser.parse_args()
    stages()
    against_networkx(options.rounds)
    schedules()


if __name__ == "__main__":
    main()
