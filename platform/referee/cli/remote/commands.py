"""``arena login``, ``logs``, ``leaderboard``, ``replay``"""

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli.output import here, out, plain
from referee.cli.remote import config
from referee.cli.remote.client import Client, checked_url
from referee.cli.remote.errors import RemoteError
from referee.cli.remote.tables import show_rows
from referee.words import t

AsJson = Annotated[bool, typer.Option("--json", help="JSON on stdout.")]
Bot = Annotated[str, typer.Argument(help="Slug of the bot.")]


def login(
    url: Annotated[str, typer.Argument(help="Address of the arena, for example https://arena.example.org")],
    token_stdin: Annotated[bool, typer.Option(help="Read the token from stdin.")] = False,
) -> None:
    """Keep a token for this machine. Make one at /account/tokens/ of the arena.

    Without a terminal the token comes from stdin (--token-stdin) or from the variable KARMA_ARENA_TOKEN.
    """
    address = checked_url(url)
    account = config.Account(address, _token(token_stdin, address))
    me = Client(account).get("/me")
    file = config.save(account)
    told = t(
        "Logged in as {name} until {day}; kept in {file}.", name=me["name"], day=me["expires_at"][:10], file=str(file)
    )
    out.print(plain(told), soft_wrap=True)


def _token(from_stdin: bool, address: str) -> str:
    if from_stdin:
        token = sys.stdin.readline()
    elif os.environ.get(config.TOKEN_VARIABLE):
        token = os.environ[config.TOKEN_VARIABLE]
    elif sys.stdin.isatty():
        token = str(typer.prompt(here(t("Token (make one at {url}/account/tokens/)", url=address)), hide_input=True))
    else:
        raise RemoteError(
            t("There is no terminal to ask. Use --token-stdin, or set {variable}.", variable=config.TOKEN_VARIABLE)
        )
    if not token.strip():
        raise RemoteError(t("The token is empty. Paste the whole of it: karma_…"))
    return token.strip()


def logs(
    bot: Bot,
    faults: Annotated[bool, typer.Option(help="Only games in which it failed.")] = False,
    limit: Annotated[int, typer.Option(help="How many seats.", min=1, max=200)] = 10,
    as_json: AsJson = False,
) -> None:
    """What your bot wrote to stderr in its newest games, and how it ended."""
    seats = Client(config.load()).get(f"/bots/{bot}/logs", faults_only=faults, limit=limit)["items"]
    if as_json:
        print(json.dumps(seats))
        return
    if not seats:
        out.print(here(t("No finished games yet.")))
    for seat in seats:
        head = t(
            "game {game}, seat {seat}, {variant}, v{version}: rank {rank}",
            game=seat["game"],
            seat=seat["seat"],
            variant=seat["variant"],
            version=seat["version"],
            rank=seat["rank"],
        )
        out.print(f"[bold]{plain(head)}[/bold] {plain(seat['fault_sentence'] or '')}", soft_wrap=True)
        for title, text in seat["evidence"].items():
            if text:
                out.print(f"  [dim]{plain(title)}:[/dim] {plain(str(text).rstrip())}", soft_wrap=True)


def leaderboard(
    variant: Annotated[str, typer.Argument(help="For example karma-4.")],
    limit: Annotated[int, typer.Option(help="How many lines.", min=1, max=200)] = 25,
    as_json: AsJson = False,
) -> None:
    """The board of a variant."""
    lines = Client(config.load()).get(f"/leaderboards/{variant}", limit=limit)["items"]
    if as_json:
        print(json.dumps(lines))
        return
    rows = [(_rank(line), line["bot"], line["owner"], _rating(line), str(line["games"])) for line in lines]
    titles = (t("rank"), t("bot"), t("owner"), t("rating"), t("games"))
    show_rows(titles, rows, t("Nobody is on this board yet."))


def _rank(line: dict[str, Any]) -> str:
    best, worst = line["rank_best"], line["rank_worst"]
    return "" if best is None else str(best) if best == worst else f"{best}–{worst}"


def _rating(line: dict[str, Any]) -> str:
    return "" if line["rating"] is None else f"{line['rating']:.0f} ± {line['margin_95'] or 0:.0f}"


def replay(
    game: Annotated[int, typer.Argument(help="Number of the game.", min=1)],
    file: Annotated[Path | None, typer.Option("--out", "-o", help="Where to put it; default game-N.json.")] = None,
    seat: Annotated[
        int | None, typer.Option(help="Instead: all that your bot in this seat was told, for arena rerun.", min=0)
    ] = None,
) -> None:
    """Fetch the replay of a game, for `arena watch` and `arena verify`; with --seat what `arena rerun` needs."""
    target = file or Path(f"game-{game}.json" if seat is None else f"game-{game}-seat-{seat}.jsonl")
    if target.exists():
        raise RemoteError(t("{file} exists already. Choose another name with --out.", file=str(target)))
    part = "replay" if seat is None else f"seats/{seat}/conversation"
    target.write_bytes(Client(config.load()).raw(f"/games/{game}/{part}"))
    next_step = f"arena watch {target}" if seat is None else f"arena rerun {target} YOUR-BOT"
    out.print(plain(t("{file}: now try {command}", file=str(target), command=next_step)), soft_wrap=True)
