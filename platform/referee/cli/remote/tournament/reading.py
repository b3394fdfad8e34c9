"""``arena tournament list``, ``show``, ``entrants``, ``matches``, ``standings``, ``export``, ``formats``"""

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli.output import here, out, plain, styled
from referee.cli.remote.errors import RemoteError
from referee.cli.remote.tables import show_rows
from referee.cli.remote.tournament.words import AsJson, Slug, client, state_word, tell
from referee.words import plural, t

Limit = Annotated[int, typer.Option(help="How many lines.", min=1, max=200)]


class Form(StrEnum):
    JSON = "json"
    CSV = "csv"
    BRACKETS = "brackets"


def tournaments(
    state: Annotated[str | None, typer.Option(help="draft, registration, seeded, running, paused, …")] = None,
    variant: Annotated[str | None, typer.Option(help="For example karma-4.")] = None,
    bot: Annotated[str | None, typer.Option(help="Only those it takes part in.")] = None,
    limit: Limit = 25,
    as_json: AsJson = False,
) -> None:
    """Tournaments, newest first."""
    listed = client().get("/tournaments", state=state, variant=variant, bot=bot, limit=limit)["items"]
    if as_json:
        print(json.dumps(listed))
        return
    rows = [
        (
            tournament["slug"],
            state_word(tournament["state"]),
            tournament["variant"],
            tournament["format"],
            f"{tournament['entrants']}/{tournament['most_entrants']}",
        )
        for tournament in listed
    ]
    titles = (t("tournament"), t("state"), t("variant"), t("format"), t("entrants"))
    show_rows(titles, rows, t("No such tournament."))


def show(slug: Slug, as_json: AsJson = False) -> None:
    """Settings, progress and places of a tournament."""
    tournament = client().get(f"/tournaments/{slug}")
    tell(tournament, as_json)
    if as_json:
        return
    progress = tournament["progress"]
    if progress:
        out.print(here(_progress(progress)))
    settings = {**tournament["settings"], "blocks": tournament["blocks"], "seeding": tournament["seeding"]}
    out.print(plain(", ".join(f"{name} {value}" for name, value in settings.items())), soft_wrap=True)
    if tournament["deadline"]:
        out.print(plain(t("Registration closes: {when}.", when=tournament["deadline"])))
    for place in tournament["places"][:3]:
        out.print(f"{place['place']}. {plain(place['bot'])}")


def _progress(progress: dict[str, Any]) -> str:
    played = {
        "done": progress["matches_done"],
        "matches": plural("{n} match", "{n} matches", progress["matches"]),
        "played": progress["games_done"],
        "games": plural("{n} game", "{n} games", progress["games"]),
    }
    if not progress["minutes_left"]:
        return t("Done: {done} of {matches}, {played} of {games}.", **played)
    return t(
        "Done: {done} of {matches}, {played} of {games}; about {n} min left.", n=progress["minutes_left"], **played
    )


def entrants(slug: Slug, limit: Limit = 200, as_json: AsJson = False) -> None:
    """Who takes part, with seeds once there are some."""
    field = client().get(f"/tournaments/{slug}/entrants", limit=limit)["items"]
    if as_json:
        print(json.dumps(field))
        return
    ordered = sorted(field, key=lambda entrant: entrant["seed"] or 0)
    rows = [
        (
            _text(entrant["seed"]),
            entrant["bot"],
            _text(entrant["version"]),
            entrant["owner"] or here(t("house")),
            entrant["departure"] or "",
        )
        for entrant in ordered
    ]
    show_rows((t("seed"), t("bot"), t("version"), t("owner"), t("left")), rows, t("Nobody has entered yet."))


def matches(
    slug: Slug,
    round_number: Annotated[int | None, typer.Option("--round", help="Only this round.", min=1)] = None,
    stage: Annotated[int | None, typer.Option(help="Only this stage.", min=1)] = None,
    limit: Limit = 200,
    as_json: AsJson = False,
) -> None:
    """Pairings and results. The key of a match is what `override` and `replay` take."""
    played = client().get(f"/tournaments/{slug}/matches", round=round_number, stage=stage, limit=limit)["items"]
    if as_json:
        print(json.dumps(played))
        return
    rows = [(match["key"], state_word(match["state"]), _line(match), match["ruling"] or "") for match in played]
    show_rows((t("match"), t("state"), t("entrants"), t("ruling")), rows, t("Nothing is paired yet."))


def _line(match: dict[str, Any]) -> str:
    return ", ".join(f"{slot['text']} {_text(slot['score'])}".strip() for slot in match["slots"])


def _text(value: object) -> str:
    return "" if value is None else str(value)


def standings(slug: Slug, as_json: AsJson = False) -> None:
    """Standings of every stage; final places once the tournament is over."""
    answer = client().get(f"/tournaments/{slug}/standings")
    if as_json:
        print(json.dumps(answer))
        return
    if not answer["stages"]:
        out.print(plain(t("Not started yet: {state}.", state=state_word(answer["state"]))))
    for stage in answer["stages"]:
        for number, table in enumerate(stage["tables"], start=1):
            out.print(f"[bold]{plain(_heading(stage, number if len(stage['tables']) > 1 else 0))}[/bold]")
            rows = [(str(row["place"]), row["bot"], row["points"]) for row in table]
            show_rows((t("place"), t("bot"), t("points")), rows, "")
        if not stage["tables"]:
            out.print(f"[bold]{plain(_heading(stage, 0))}[/bold]")
            _show_places(stage["places"])
    if answer["places"]:
        out.print(styled("bold", t("Final places")))
        _show_places(answer["places"])


def _heading(stage: dict[str, Any], group: int) -> str:
    if group:
        return t("Stage {stage}, {format}, group {group}", stage=stage["stage"], format=stage["format"], group=group)
    return t("Stage {stage}, {format}", stage=stage["stage"], format=stage["format"])


def _show_places(places: list[dict[str, Any]]) -> None:
    rows = [(str(row["place"]), row["bot"]) for row in places]
    show_rows((t("place"), t("bot")), rows, t("No place is settled yet."))


def export(
    slug: Slug,
    form: Annotated[Form, typer.Option(help="brackets: one stage, for bracket viewers.")] = Form.JSON,
    stage: Annotated[int, typer.Option(help="With --form brackets.", min=1)] = 1,
    file: Annotated[Path | None, typer.Option("--out", "-o", help="Where to put it; default stdout.")] = None,
) -> None:
    """Everything in one JSON document, places as CSV, or a stage as brackets-model JSON."""
    if file is not None and file.exists():
        raise RemoteError(t("{file} exists already. Choose another name with --out.", file=str(file)))
    tail = {Form.JSON: "", Form.CSV: "/csv", Form.BRACKETS: f"/brackets/{stage}"}[form]
    content = client().raw(f"/tournaments/{slug}/export{tail}")
    if file is None:
        print(content.decode(), end="" if content.endswith(b"\n") else "\n")
    else:
        file.write_bytes(content)


def formats(as_json: AsJson = False) -> None:
    """Formats and their settings, for the file that `create` takes."""
    kinds = client().get("/formats")
    if as_json:
        print(json.dumps(kinds))
        return
    for kind in kinds:
        out.print(f"[bold]{plain(kind['name'])}[/bold]: {plain(kind['summary'])}", soft_wrap=True)
        for setting in kind["settings"]:
            out.print(f"  {plain(setting['name'])} = {plain(json.dumps(setting['default']))}", soft_wrap=True)
