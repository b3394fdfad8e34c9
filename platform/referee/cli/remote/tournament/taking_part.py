"""``arena tournament enter``, ``withdraw``, ``disqualify``"""

import json
from enum import StrEnum
from typing import Annotated

import typer

from referee.cli.output import out, plain
from referee.cli.remote.tournament.words import AsJson, BotSlug, Reason, Slug, Why, client, tell
from referee.words import t


def enter(
    slug: Slug,
    bot: BotSlug,
    late: Annotated[bool, typer.Option(help="Into a running tournament; for organisers.")] = False,
    as_json: AsJson = False,
) -> None:
    """Enter a bot of yours; as organiser also a house bot. Whatever version is active at the start plays."""
    entered = client().post_json(f"/tournaments/{slug}/entrants", {"bot": bot, "late": late})
    if as_json:
        print(json.dumps(entered))
    else:
        out.print(plain(t("{bot} is entered.", bot=entered["name"])))


def check_in(slug: Slug, bot: BotSlug, as_json: AsJson = False) -> None:
    """Say that a bot will play. Some tournaments ask for it before they start."""
    entered = client().post_json(f"/tournaments/{slug}/entrants/{bot}/check-in", {})
    if as_json:
        print(json.dumps(entered))
    else:
        out.print(plain(t("{bot} is checked in.", bot=entered["name"])))


def withdraw(slug: Slug, bot: BotSlug, reason: Reason = "", as_json: AsJson = False) -> None:
    """Take a bot out. Before the start nothing remains; later its matches become walkovers."""
    tell(client().post_json(f"/tournaments/{slug}/entrants/{bot}/withdraw", {"reason": reason}), as_json)


class Results(StrEnum):
    PLAYED = "played"
    LOSSES = "losses"


def disqualify(
    slug: Slug,
    bot: BotSlug,
    reason: Why,
    results: Annotated[
        Results,
        typer.Option(
            help="How what it played counts in tables: as played, or all as losses. Brackets stay as they are."
        ),
    ] = Results.PLAYED,
    as_json: AsJson = False,
) -> None:
    """Put a bot out of a running tournament: it stands behind everybody who finishes."""
    body = {"reason": reason, "results": results.value}
    tell(client().post_json(f"/tournaments/{slug}/entrants/{bot}/disqualify", body), as_json)
