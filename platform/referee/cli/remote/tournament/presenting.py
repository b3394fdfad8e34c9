"""``arena tournament reveal``, ``announce``, ``copy``"""

import json
from typing import Annotated

import typer

from referee.cli.output import out, plain
from referee.cli.remote.tournament.words import AsJson, Slug, client, tell
from referee.words import t


def reveal(
    slug: Slug,
    match: Annotated[str, typer.Option(help="Only this match of the next round, for example 1.2.1.")] = "",
    next_round: Annotated[
        str,
        typer.Option(
            "--round", help="The round that is next, for example 1.2: nothing happens if it is shown already."
        ),
    ] = "",
    at: Annotated[str, typer.Option(help="Not now: by itself at this moment, for example 2031-05-01T18:00:00Z.")] = "",
    as_json: AsJson = False,
) -> None:
    """Show the next round of a tournament whose results are revealed round by round."""
    path, body = ("reveal_at", {"at": at}) if at else ("reveal", {"match": match, "round": next_round})
    tell(client().post_json(f"/tournaments/{slug}/{path}", body), as_json)


def announce(
    slug: Slug,
    title: Annotated[str, typer.Argument(help="One line.")],
    text: Annotated[str, typer.Option(help="More, as plain text.")] = "",
    as_json: AsJson = False,
) -> None:
    """Tell everybody something: on the tournament's page, and to those who follow its news."""
    made = client().post_json(f"/tournaments/{slug}/announcements", {"title": title, "text": text})
    if as_json:
        print(json.dumps(made))
    else:
        out.print(plain(t("Announced: {title}", title=made["title"])), soft_wrap=True)


def copy(
    slug: Slug,
    name: Annotated[str, typer.Argument(help="Of the new tournament.")],
    as_json: AsJson = False,
) -> None:
    """A new draft with the settings of an old tournament."""
    tell(client().post_json(f"/tournaments/{slug}/copy", {"name": name}), as_json)
