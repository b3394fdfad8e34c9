"""``arena refit``"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table as RichTable

from referee.cli.output import EXIT_NO, err, fail, here, out, plain, print_json
from referee.words import Argument, plural, t

BOT = t("bot")


@dataclass(frozen=True)
class Comparison:
    """The fit beside the leaderboard that the file brought along."""

    lines: int
    different: int
    largest: float
    """Largest difference of two ratings, in points."""


def refit(
    file: Annotated[Path, typer.Argument(help="Results of a leaderboard.", exists=True, dir_okay=False, readable=True)],
    limit: Annotated[int, typer.Option(help="How many lines to show.", min=1)] = 25,
    as_json: Annotated[bool, typer.Option("--json", help="All lines, unrounded, as JSON on stdout.")] = False,
) -> None:
    """Fit the ratings of a leaderboard again, from the results that it offers for download.

    The file holds the ratings of the leaderboard too. Exit status 0 means that all agree to the last bit, 1 that one
    does not (another processor or version of numpy may differ in the last bits), 2 that the file cannot be read.
    """
    try:
        from referee.ratings.fit.batch import fit_columns  # noqa: PLC0415 - a second of imports that only this needs
        from referee.ratings.fit.columns import of_tables  # noqa: PLC0415
        from referee.ratings.results import read_results  # noqa: PLC0415
    except ModuleNotFoundError as error:
        needed = t(
            "Fitting ratings needs {package}, which is not installed. Fix: pip install 'karma-arena[refit]'",
            package=str(error.name),
        )
        fail(needed)

    with err.status(here(t("Reading the games …"))):
        results = read_results(file)
    with err.status(here(t("Fitting …"))):
        fit = fit_columns(of_tables(results.tables), results.anchors, alpha=results.header.alpha)
    names = {entrant.entrant: f"{entrant.bot} v{entrant.version}" for entrant in results.header.entrants}
    lines = [
        {
            "entrant": int(line.entrant),
            "bot": names.get(int(line.entrant), ""),
            "rating": line.rating,
            "error": line.standard_error,
            "margin_95": line.margin,
            "games": line.games,
            "blocks": line.blocks,
        }
        for line in fit.ratings
    ]
    board = {line.entrant: (line.rating, line.error, line.margin_95) for line in results.header.board}
    compared = _compare(lines, board)
    if as_json:
        print_json({"lines": lines, "unrated": list(fit.unrated), "different": compared.different})
    else:
        _show(lines[:limit], board)
    _tell(compared, len(lines), sum(len(table.rows) for table in results.tables))


def _compare(lines: list[dict[str, Any]], board: dict[int, tuple[float, float, float]]) -> Comparison:
    fitted = {line["entrant"]: (line["rating"], line["error"], line["margin_95"]) for line in lines}
    different = [who for who, values in board.items() if fitted.get(who) != values]
    gaps = [abs(fitted[who][0] - board[who][0]) if who in fitted else float("inf") for who in different]
    return Comparison(len(board), len(different), max(gaps, default=0.0))


def _show(lines: list[dict[str, Any]], board: dict[int, tuple[float, float, float]]) -> None:
    table = RichTable()
    for heading in (BOT, t("rating"), t("± {level}", level="95 %"), t("games"), t("blocks"), t("on the board")):
        table.add_column(here(heading), justify="left" if heading == BOT else "right")
    for line in lines:
        shown = board.get(line["entrant"])
        table.add_row(
            plain(line["bot"] or t("(not shown, {number})", number=line["entrant"])),
            f"{line['rating']:.1f}",
            f"{line['margin_95']:.1f}",
            str(line["games"]),
            str(line["blocks"]),
            "" if shown is None else here(t("same")) if shown[0] == line["rating"] else f"{shown[0]:.1f}",
        )
    out.print(table)


def _tell(compared: Comparison, entrants: int, games: int) -> None:
    counted: dict[str, Argument] = {
        "games": plural("{n} game", "{n} games", games),
        "versions": plural("{n} version", "{n} versions", entrants),
        "lines": compared.lines,
    }
    if not compared.different:
        agree = t("{games}, {versions}. Ratings of the leaderboard that agree to the last bit: all {lines}.", **counted)
        err.print(here(agree), soft_wrap=True)
        return
    differ = t(
        "{games}, {versions}. Ratings that differ from the leaderboard: {different} of {lines}, by up to {points} "
        "points.",
        different=compared.different,
        points=f"{compared.largest:.2g}",
        **counted,
    )
    err.print(here(differ), soft_wrap=True)
    raise typer.Exit(EXIT_NO)
