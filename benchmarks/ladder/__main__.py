"""``python -m benchmarks.ladder``: how long bots wait between two games of a busy ladder, by their kind.

As it stands it asks for half of what the cycles of the first ladders gave to 200 bots on four workers.
"""

import argparse
from statistics import median, quantiles

from benchmarks.figures import Figure, show
from benchmarks.ladder.simulation import Bot, Ladder, Record, Setting, mixed_field

FIRST_MEDIAN_S = 541.0
"""The shortest median of a kind of bots, when everybody waited for cycles and a slow bot held up all others."""
FIRST_LONGEST_S = 2148.0


def kind(bot: Bot, record: Record) -> str:
    if bot.is_anchor:
        return "anchors"
    if record.is_suspended:
        return "suspended"
    if bot.crash_share:
        return "crashing"
    return "quick" if bot.thinks_s < 1 else "slow" if bot.thinks_s < 15 else "very slow"


def line(name: str, records: list[Record]) -> str:
    waits = [wait for record in records for wait in record.waits]
    high = quantiles(waits, n=20)[-1] if len(waits) > 1 else waits[0]
    games = [record.games for record in records]
    seconds = "".join(f"{value:12.0f} s" for value in (median(waits), high, max(waits)))
    return f"{name:<12}{len(records):5}{seconds}{min(games):14}{median(games):14.0f}{max(games):14}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=200)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--pod-size", type=int, default=2)
    parser.add_argument("--hours", type=float, default=6.0)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    bots = mixed_field(chosen.bots, chosen.seed)
    ladder = Ladder(bots, Setting(chosen.workers, chosen.pod_size, chosen.hours, chosen.seed))
    records = ladder.run()
    print(
        f"{chosen.bots} bots, pods of {chosen.pod_size}, {chosen.workers} workers, {chosen.hours:g} simulated hours, "
        f"{ladder.cycles} cycles"
    )
    names = ("median wait", "95 %", "longest", "fewest games", "median", "most")
    print(f"{'':<12}{'bots':>5}" + "".join(f"{name:>14}" for name in names))
    groups: dict[str, list[Record]] = {}
    for bot in bots:
        groups.setdefault(kind(bot, records[bot.version]), []).append(records[bot.version])
    print(line("all", [records[bot.version] for bot in bots if not bot.is_anchor]))
    for name in ("quick", "slow", "very slow", "crashing", "suspended", "anchors"):
        if name in groups:
            print(line(name, groups[name]))
    if vars(chosen) == vars(parser.parse_args([])):  # the setting of the first figures
        waits = [wait for bot in bots if not bot.is_anchor for wait in records[bot.version].waits]
        show(
            [
                Figure("median wait of all bots, s", median(waits), FIRST_MEDIAN_S / 2),
                Figure("longest wait of a bot, s", max(waits), FIRST_LONGEST_S / 2),
            ]
        )


if __name__ == "__main__":
    main()
