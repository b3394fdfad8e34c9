"""``arena tournament forecast``"""

import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli.output import err, here, out, plain
from referee.cli.remote.tables import show_rows
from referee.cli.remote.tournament.settings_file import read_settings
from referee.cli.remote.tournament.words import AsJson, Slug, client
from referee.words import joined, t

PAUSE_S = 1.0
"""Each call computes for about as long (``arena.tournaments.forecasting.answers.MOMENT_S``)."""


def forecast(
    slug: Slug,
    size: Annotated[int | None, typer.Option(help="For so many entrants, if more than are registered.", min=2)] = None,
    file: Annotated[
        Path | None, typer.Option("--with", help="Settings to try instead, as for `create`; nothing is changed.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """What a tournament will probably say, beside other formats with the same number of games.

    arena tournament forecast spring-cup --size 32
    arena tournament forecast spring-cup --with longer.toml
    """
    settings = read_settings(file) if file else None
    calls = client()
    path = f"/tournaments/{slug}/forecast"
    tail = f"?size={size}" if size else ""
    while True:
        answer = calls.post_json(f"{path}{tail}", settings) if settings is not None else calls.get(path, size=size)
        if answer["progress"] >= 1:
            break
        err.print(here(t("Simulated: {share} %", share=round(100 * answer["progress"]))))
        time.sleep(PAUSE_S)
    if as_json:
        print(json.dumps(answer))
        return
    ways = (t("format"), t("the best wins"), t("games"), t("hours"), t("tie at the cut"))
    show_rows(ways, [_way(way) for way in answer["ways"]], "")
    field = (t("seed"), t("bot"), t("place"), t("four of five"), t("wins"))
    show_rows(field, [_line(line) for line in answer["entrants"]], "")
    told = t("Hours if nothing else is played; processes: {n}.", n=answer["workers"])
    out.print(plain(told if answer["are_workers_seen"] else joined(told, t("None has played lately."))))


def _way(way: dict[str, Any]) -> tuple[str, ...]:
    chance = f"{way['finds_best']:.0%} ± {2 * way['finds_best_error']:.0%}"
    return way["title"], chance, f"{way['games']:.0f}", f"{way['hours']:.1f}", f"{way['tie_at_cut']:.0%}"


def _line(line: dict[str, Any]) -> tuple[str, ...]:
    places = f"{line['place_low']}–{line['place_high']}"
    return str(line["seed"]), line["name"], f"{line['place']:.1f}", places, f"{line['wins']:.0%}"
