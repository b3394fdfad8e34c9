"""``arena status``"""

import json
import sys
from datetime import datetime
from time import monotonic, sleep
from typing import Annotated, Any

import typer
from rich.status import Status

from referee.cli.output import EXIT_NO, err, here, out, plain
from referee.cli.remote import config
from referee.cli.remote.client import Client
from referee.cli.remote.errors import RemoteError
from referee.cli.remote.tables import show_rows
from referee.cli.remote.words import reason_of, state_word
from referee.words import plural, t

Json = dict[str, Any]

POLL_S = 5.0
"""As often as a ladder is looked at; two requests of the 600 a minute that the arena allows a program."""


def status(
    bot: Annotated[str, typer.Argument(help="Slug of the bot.")],
    *,
    wait: Annotated[
        bool, typer.Option("--wait", help="Until its newest version is checked and placed on all its ladders.")
    ] = False,
    timeout_s: Annotated[float, typer.Option("--timeout", help="Seconds to wait.", min=1)] = 3600,
    as_json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
) -> None:
    """Where the newest versions of a bot are, and why; its ladders, and what is missing to a rating on each.

    With --wait: exit status 1 says that the newest version was rejected or that the bot is suspended from a ladder, 2
    that it took too long.

      arena status my-bot
      arena status my-bot --wait
    """
    client = Client(config.load())
    versions, ladders = _read(client, bot)
    if wait:
        versions, ladders = _followed(client, bot, timeout_s, quiet=as_json or not sys.stderr.isatty())
    if as_json:
        print(json.dumps([{**each, "ladders": ladders if each["is_active"] else []} for each in versions]))
    else:
        _show(bot, versions, ladders)
    failed = bool(versions) and versions[0]["state"] == "rejected"
    if wait and (failed or any(ladder["state"] == "suspended" for ladder in ladders)):
        raise typer.Exit(EXIT_NO)


def _read(client: Client, bot: str) -> tuple[list[Json], list[Json]]:
    versions = client.get(f"/bots/{bot}/versions", limit=10)["items"]
    try:
        return versions, client.get(f"/bots/{bot}/ladders")
    except RemoteError as missing:
        if missing.code != "not-found":
            raise
        return versions, []  # an arena that is too old to tell


def _followed(client: Client, bot: str, timeout_s: float, *, quiet: bool) -> tuple[list[Json], list[Json]]:
    end = monotonic() + timeout_s
    with Status("", console=err) as shown:
        if quiet:
            shown.stop()
        while True:
            versions, ladders = _read(client, bot)
            if not versions:
                raise RemoteError(t("{bot} has no version to wait for. Run: arena submit FOLDER --bot {bot}", bot=bot))
            open_ones = _waited_for(versions[0], ladders)
            if not open_ones:
                return versions, ladders
            if monotonic() > end:
                raise RemoteError(
                    t(
                        "It did not come to an end in {seconds} s: {open}",
                        seconds=round(timeout_s),
                        open=open_ones[0],
                    )
                )
            shown.update(plain("; ".join(open_ones)))
            sleep(POLL_S)


def _waited_for(newest: Json, ladders: list[Json]) -> list[str]:
    """A sentence for each thing; none: it is over."""
    if newest["state"] in {"waiting", "checking"}:
        return [f"v{newest['number']}: {here(reason_of(newest))}"]
    if newest["state"] == "rejected":
        return []
    return [
        f"{ladder['variant']}: {_missing(ladder) or ladder['reason']}" for ladder in ladders if not ladder["is_final"]
    ]


def _missing(ladder: Json) -> str:
    if not ladder["games_missing"]:
        return ""
    games = here(plural("about {n} more game", "about {n} more games", ladder["games_missing"]))
    if not ladder["about"]:
        return games
    over = datetime.fromisoformat(ladder["about"]).astimezone()
    is_today = over.date() == datetime.now().astimezone().date()
    end = f"{over:%H:%M}" if is_today else f"{over:%Y-%m-%d}"
    return here(t("{games}, until about {end}", games=games, end=end))


def _show(bot: str, versions: list[Json], ladders: list[Json]) -> None:
    rows = [
        (
            f"v{version['number']}{' *' if version['is_active'] else ''}",
            state_word(version["state"]),
            here(reason_of(version)),
        )
        for version in versions
    ]
    nothing = t("No version yet. Run: arena submit FOLDER --bot {bot}", bot=bot)
    show_rows((t("version"), t("state"), t("reason")), rows, nothing)
    if ladders:
        out.print()
        show_rows(
            (t("ladder"), t("state"), t("games"), t("rating"), t("to a rating")),
            [
                (each["variant"], state_word(each["state"]), str(each["games"]), _rating(each), _outlook(each))
                for each in ladders
            ],
            "",
        )


def _rating(ladder: Json) -> str:
    return "" if ladder["rating"] is None else f"{ladder['rating']:.0f} ± {ladder['margin_95'] or 0:.0f}"


def _outlook(ladder: Json) -> str:
    return "" if ladder["state"] == "rated" else _missing(ladder) or str(ladder["reason"])
