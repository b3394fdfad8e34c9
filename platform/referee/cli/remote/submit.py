"""``arena submit``"""

import json
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from referee.cli.output import EXIT_NO, err, here, out, plain
from referee.cli.remote import config
from referee.cli.remote.client import Client, conditions_of
from referee.cli.remote.errors import RemoteError
from referee.cli.remote.packing import form, packed
from referee.cli.remote.words import reason_of, state_word
from referee.words import t

POLL_S = 1.0
"""A tenth of what the arena allows a program that asks (600 a minute), and a check takes many seconds."""


def submit(
    folder: Annotated[Path, typer.Argument(help="The bot's folder.", exists=True, file_okay=False)],
    *,
    bot: Annotated[str, typer.Option(help="Slug of your bot in the arena.")],
    create: Annotated[str, typer.Option(help="Make the bot first if it is new, under this name.")] = "",
    game: Annotated[list[str] | None, typer.Option(help="With --create: a game it plays; repeat it.")] = None,
    ladder: Annotated[
        list[str] | None,
        typer.Option(help="With --create: a ladder to play on, e.g. karma-4; repeat it. Default: all of its games."),
    ] = None,
    changelog: Annotated[str, typer.Option(help="What is new.")] = "",
    wait: Annotated[bool, typer.Option(help="Follow the check to its end.")] = True,
    timeout_s: Annotated[float, typer.Option("--timeout", help="Seconds to follow it.", min=1)] = 1200,
    as_json: Annotated[bool, typer.Option("--json", help="The version as JSON on stdout.")] = False,
) -> None:
    """Upload a bot and follow its check.

    Exit status 0 means that it is ready (with --no-wait: uploaded), 1 that the check rejected it, 2 that it could not
    be uploaded or the check took too long.

      arena submit my-bot --bot my-bot --create "My Bot" --game karma
      arena submit my-bot --bot my-bot --changelog "plays sevens later"
    """
    client = Client(config.load())
    if create:
        _make(client, bot, create, game or [], ladder or [])
    version = client.post(f"/bots/{bot}/versions", *form(packed(folder, conditions_of(client)), changelog))
    if wait:
        version = _follow(client, version, timeout_s, quiet=as_json or not sys.stderr.isatty())
    if as_json:
        print(json.dumps(version))
    else:
        state = state_word(version["state"])
        out.print(f"{plain(bot)} v{version['number']}: [bold]{state}[/bold]. {plain(reason_of(version))}")
    if version["state"] == "rejected":
        raise typer.Exit(EXIT_NO)


def _make(client: Client, slug: str, name: str, games: list[str], ladders: list[str]) -> None:
    """Only if it is not there: CI runs the same command at every push. Without a version it plays nowhere yet."""
    try:
        client.get(f"/bots/{slug}")
    except RemoteError as missing:
        if missing.code != "not-found":
            raise
        made = client.post_json("/bots", {"name": name, "games": games})
        if made["slug"] != slug:
            raise RemoteError(
                t("The bot {name} was made as {slug}. Use: --bot {slug}", name=name, slug=made["slug"])
            ) from None
        if ladders:
            client.patch_json(f"/bots/{slug}", {"ladders": ladders})


def _follow(client: Client, version: dict[str, Any], timeout_s: float, *, quiet: bool) -> dict[str, Any]:
    end = monotonic() + timeout_s
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=err, transient=True, disable=quiet) as bar:
        task = bar.add_task(here(t("waiting")), total=None)
        while version["state"] not in {"ready", "rejected"}:
            if monotonic() > end:
                raise RemoteError(
                    t(
                        "The check did not end in {seconds} s: {reason} It goes on; look with: arena status {bot}",
                        seconds=round(timeout_s),
                        reason=version["reason"],
                        bot=version["bot"],
                    )
                )
            progress = version["progress"]
            bar.update(
                task,
                description=plain(reason_of(version)),
                completed=progress.get("done", 0),
                total=progress.get("total"),
            )
            sleep(POLL_S)
            version = client.get(f"/bots/{version['bot']}/versions/{version['number']}")
    return version
