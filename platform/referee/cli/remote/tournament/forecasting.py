"""``arena tournament forecast``"""

import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli.output import err, out, plain
from referee.cli.remote.tables import show_rows
from referee.cli.remote.tournament.settings_file import read_settings
from referee.cli.remote.tournament.words import AsJson, Slug, client

PAUSE_S = 1.0


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
    given = read_settings(file) if file else None
    calls = client()
    path = f"/tournaments/{slug}/forecast"
    tail = f"?size={size}" if size else ""
    while True:
        found = calls.post_json(f"{path}{tail}", given) if given is not None else calls.get(path, size=size)
        if found["progress"] >= 1:
            break
        err.print(f"{found['progress']:.0%} simulated …")
        time.sleep(PAUSE_S)
    if as_json:
        print(json.dumps(found))
        return
    show_rows(
        ("format", "the best wins", "games", "hours", "tie at the cut"), [_way(each) for each in found["ways"]], ""
    )
    show_rows(("seed", "bot", "place", "four of five", "wins"), [_line(each) for each in found["entrants"]], "")
    seen = "" if found["are_workers_seen"] else " (none has played lately)"
    out.print(plain(f"Hours on {found['workers']} process(es) that play nothing else{seen}."))


def _way(each: dict[str, Any]) -> tuple[str, ...]:
    chance = f"{each['finds_best']:.0%} ± {2 * each['finds_best_error']:.0%}"
    return each["title"], chance, f"{each['games']:.0f}", f"{each['hours']:.1f}", f"{each['tie_at_cut']:.0%}"


def _line(each: dict[str, Any]) -> tuple[str, ...]:
    places = f"{each['place_low']}–{each['place_high']}"
    return str(each["seed"]), each["name"], f"{each['place']:.1f}", places, f"{each['wins']:.0%}"
