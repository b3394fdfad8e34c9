"""Arguments and options that the commands of tournaments share, and how a tournament is told in a line."""

import json
from typing import Annotated, Any

import typer

from referee.cli.output import here, out, plain
from referee.cli.remote import config
from referee.cli.remote.client import Client
from referee.words import Sentence, plural, t

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
_STATES: dict[str, Sentence] = {
    # of tournaments
    "draft": t("draft"),
    "registration": t("registration"),
    "seeded": t("seeded"),
    "running": t("running"),
    "paused": t("paused"),
    "finished": t("finished"),
    "cancelled": t("cancelled"),
    # of matches
    "pending": t("pending"),
    "ready": t("ready"),
    "done": t("done"),
    "void": t("void"),
}


def state_word(state: str) -> str:
    """A newer arena may know more of them."""
    return here(_STATES[state]) if state in _STATES else state


def client() -> Client:
    return Client(config.load())


def tell(answer: dict[str, Any], as_json: bool) -> None:
    """How a tournament stands after a command."""
    if as_json:
        print(json.dumps(answer))
        return
    told = t(
        "({slug}): {state}, {format}, {variant}, {entrants}.",
        slug=answer["slug"],
        state=state_word(answer["state"]),
        format=answer["format"],
        variant=answer["variant"],
        entrants=plural("{n} entrant", "{n} entrants", answer["entrants"]),
    )
    out.print(f"[bold]{plain(answer['name'])}[/bold] {plain(told)}", soft_wrap=True)
    following = NEXT.get(answer["state"])
    if following and answer.get("may_manage"):
        out.print(plain(t("Next: {command}", command=following.format(slug=answer["slug"]))), soft_wrap=True)
