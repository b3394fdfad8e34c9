"""Arguments and options that the commands of tournaments share, and how a tournament is told in a line."""

import json
from typing import Annotated, Any

import typer

from referee.cli.output import out, plain
from referee.cli.remote import config
from referee.cli.remote.client import Client

Slug = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="As in its address, for example spring-cup.")]
BotSlug = Annotated[str, typer.Argument(metavar="BOT", help="Slug of the bot.")]
AsJson = Annotated[bool, typer.Option("--json", help="What the API answered, on stdout.")]
Reason = Annotated[str, typer.Option(help="For the public log.")]
Why = Annotated[str, typer.Option("--reason", help="For the public log; entrants read it.")]
Cascade = Annotated[bool, typer.Option(help="Void matches that depend on this one and have begun.")]

NEXT = {
    "draft": "arena tournament open {slug}",
    "registration": "arena tournament seed {slug}",
    "seeded": "arena tournament start {slug}",
    "paused": "arena tournament resume {slug}",
}
"""What its organiser does next."""


def client() -> Client:
    return Client(config.load())


def tell(answer: dict[str, Any], as_json: bool) -> None:
    """How a tournament stands after a command."""
    if as_json:
        print(json.dumps(answer))
        return
    out.print(
        f"[bold]{plain(answer['name'])}[/bold] ({plain(answer['slug'])}): {answer['state']}, "
        f"{plain(answer['format'])} of {plain(answer['variant'])}, {answer['entrants']} entrants.",
        soft_wrap=True,
    )
    following = NEXT.get(answer["state"])
    if following and answer.get("may_manage"):
        out.print(f"Next: {plain(following.format(slug=answer['slug']))}", soft_wrap=True)
