"""``arena bench``"""

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from engines import variant as find_variant
from engines import variants
from referee.channels.inprocess import InProcessChannel
from referee.cli.output import EXIT_NO, here, out, plain, print_json
from referee.cli.tables import game_json, game_table
from referee.deal import SealedDeal
from referee.entrants import FolderEntrant
from referee.game import play_game
from referee.replay import Termination
from referee.substitute import AnyLegal
from referee.words import t

_TITLES = {
    "games": t("games"),
    "decisions": t("decisions"),
    "decisions_per_second": t("decisions per second"),
    "decisions_per_second_of_own_time": t("decisions per second of own time"),
    "median_ms": t("median ms"),
    "p99_ms": t("p99 ms"),
    "slowest_ms": t("slowest ms"),
}
"""Of the figures; JSON has their names."""


def bench(
    folder: Annotated[Path, typer.Argument(help="The bot's folder.", exists=True, file_okay=False)],
    variant: Annotated[str, typer.Option(help="What to play; the first of arena variants unless named.")] = "",
    seconds: Annotated[float, typer.Option(min=0.1, help="How long.")] = 5.0,
    as_json: Annotated[bool, typer.Option("--json", help="The figures as JSON on stdout.")] = False,
) -> None:
    """Measure how fast a bot decides: games against instant opponents, in the sandbox, until the time is over."""
    variant = variant or variants()[0].slug
    others = find_variant(variant).seats - 1
    times: list[float] = []
    games = 0
    with FolderEntrant(folder) as bot:
        begin = time.perf_counter()
        while not games or time.perf_counter() - begin < seconds:
            deal = SealedDeal.from_text(f"bench {games}")
            opponents = [InProcessChannel(AnyLegal(deal.salt), "instant") for _ in range(others)]
            record = play_game(variant, [bot.open(variant), *opponents], deal)
            if record.termination in (Termination.FAULT, Termination.VOID):
                if as_json:
                    print_json(game_json(record))
                else:
                    out.print(game_table(record))
                raise typer.Exit(EXIT_NO)
            times += [decision.charged_ms for decision in record.decisions if decision.seat == 0]
            games += 1
        took = time.perf_counter() - begin
    figures = _figures(times, games, took)
    if as_json:
        print_json(figures)
        return
    table = Table(title=f"{plain(folder.resolve().name)}, {variant}", title_justify="left", show_header=False)
    for name, value in figures.items():
        table.add_row(here(_TITLES[name]), f"{value:,}" if isinstance(value, int) else f"{value:,.2f}")
    out.print(table)


def _figures(times: list[float], games: int, took: float) -> dict[str, float]:
    ordered = sorted(times)
    thought_s = sum(times) / 1000
    return {
        "games": games,
        "decisions": len(times),
        "decisions_per_second": len(times) / took,
        "decisions_per_second_of_own_time": len(times) / thought_s if thought_s else 0.0,
        "median_ms": ordered[len(ordered) // 2],
        "p99_ms": ordered[int(len(ordered) * 0.99)],
        "slowest_ms": ordered[-1],
    }
