"""``arena tournament override``, ``replay``, ``undo``"""

import json
import sys
from typing import Annotated, Any

import typer

from referee.cli.output import EXIT_NO, err, here, out, plain
from referee.cli.remote.errors import RemoteError
from referee.cli.remote.tournament.words import AsJson, Cascade, Reason, Slug, Why, client, state_word
from referee.words import t

Key = Annotated[str, typer.Argument(metavar="MATCH", help="Stage, round and number, for example 1.2.3.")]


def override(
    slug: Slug,
    match: Key,
    *,
    rank: Annotated[list[str], typer.Option(help="BOT=RANK, 1 is best; one for each entrant of the match.")],
    reason: Why,
    cascade: Cascade = False,
    as_json: AsJson = False,
) -> None:
    """Rule how a match ended. The games stay; the ruling holds until it is undone.

    arena tournament override cup 1.2.1 --rank ace=1 --rank bishop=2 --reason "bishop read the seed"
    """
    body = {"ranks": dict(_rank(text) for text in rank), "reason": reason}
    _rule(f"/tournaments/{slug}/matches/{match}/override", body, cascade, as_json)


def replay(slug: Slug, match: Key, reason: Why, cascade: Cascade = False, as_json: AsJson = False) -> None:
    """Play a match again with new deals. The old games stay to be looked at."""
    _rule(f"/tournaments/{slug}/matches/{match}/replay", {"reason": reason}, cascade, as_json)


def undo(slug: Slug, reason: Reason = "", cascade: Cascade = False, as_json: AsJson = False) -> None:
    """Take your last step back, where that is possible."""
    _rule(f"/tournaments/{slug}/undo", {"reason": reason}, cascade, as_json)


def _rank(text: str) -> tuple[str, int]:
    bot, _, rank = text.partition("=")
    if not bot or not rank.isdecimal():
        raise RemoteError(t("Write ranks as BOT=RANK, for example my-bot=1; {text} is none.", text=text))
    return bot, int(rank)


def _rule(path: str, body: dict[str, Any], cascade: bool, as_json: bool) -> None:
    """Exit status 1 if played matches would become void and nobody has said that they may."""
    calls = client()
    try:
        answer = calls.post_json(path, {**body, "cascade": cascade})
    except RemoteError as refused:
        if refused.code != "cascade":
            raise
        err.print(plain(str(refused)), soft_wrap=True)
        if not sys.stdin.isatty() or not typer.confirm(here(t("Void them?")), err=True):
            err.print(here(t("Nothing was changed. Repeat the command with --cascade to go on.")))
            raise typer.Exit(EXIT_NO) from None
        answer = calls.post_json(path, {**body, "cascade": True})
    if as_json:
        print(json.dumps(answer))
    elif "key" in answer:
        ranks = ", ".join(f"{slot['text']} {slot['rank'] or ''}".strip() for slot in answer["slots"])
        told = t("Match {key}: {state}. {ranks}", key=answer["key"], state=state_word(answer["state"]), ranks=ranks)
        out.print(plain(told), soft_wrap=True)
    else:
        out.print(plain(answer["text"]), soft_wrap=True)
