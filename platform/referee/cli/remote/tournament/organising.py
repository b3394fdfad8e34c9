"""``arena tournament create``, ``open``, ``seed``, ``start``, ``pause``, ``resume``, ``cancel``"""

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli.output import EXIT_NO, here, out
from referee.cli.remote.errors import RemoteError
from referee.cli.remote.tables import show_rows
from referee.cli.remote.tournament.settings_file import read_settings
from referee.cli.remote.tournament.words import AsJson, Reason, Slug, Why, client, state_word, tell
from referee.words import t


class Method(StrEnum):
    RATING = "rating"
    RANDOM = "random"
    MANUAL = "manual"


def create(
    file: Annotated[Path, typer.Argument(help="Settings as TOML or JSON; - reads JSON from stdin.")],
    name: Annotated[str | None, typer.Option(help="Instead of the name in the file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Announce a tournament, as a draft that only you see.

    The file has the fields of POST /api/v1/tournaments. As TOML:

      name = "Spring Cup"
      variant = "karma-4"
      format = "pod_swiss"
      blocks = 3
      deadline = 2031-05-01T18:00:00Z
      \\[settings]
      rounds = 4
    """
    settings = read_settings(file)
    if name is not None:
        settings["name"] = name
    tell(client().post_json("/tournaments", settings), as_json)


def _do(slug: str, action: str, as_json: bool, body: dict[str, Any] | None = None) -> None:
    tell(client().post_json(f"/tournaments/{slug}/{action}", body or {}), as_json)


def open_registration(slug: Slug, as_json: AsJson = False) -> None:
    """Let authors enter their bots; also again, after `seed` and before the start."""
    _do(slug, "open", as_json)


def fill(slug: Slug, size: Annotated[int, typer.Argument(min=2)], as_json: AsJson = False) -> None:
    """Enter house bots until the field has a size, or no more are left."""
    _do(slug, "fill", as_json, {"size": size})


def enter_list(
    slug: Slug,
    file: Annotated[Path, typer.Argument(help="CSV: a bot (name, slug or id) and a seed in each line; - is stdin.")],
    invites: Annotated[bool, typer.Option("--invite", help="Invite the authors of these bots.")] = False,
    preview: Annotated[bool, typer.Option(help="Only say what would happen.")] = False,
    as_json: AsJson = False,
) -> None:
    """Enter bots from a list: all of them, or nobody if a line has a fault (exit status 1)."""
    text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8-sig")
    answer = client().post_json(
        f"/tournaments/{slug}/entrants-list", {"text": text, "invites": invites, "preview": preview}
    )
    if as_json:
        print(json.dumps(answer))
    else:
        rows = [
            (
                str(line["line"]),
                line["bot"] or line["text"],
                str(line["seed"] or ""),
                line["error"] or here(t("enters")),
            )
            for line in answer["lines"]
        ]
        show_rows((t("line"), t("bot"), t("seed"), t("what happens")), rows, "")
        out.print(here(t("Entered.") if answer["is_entered"] else t("Nobody was entered.")))
    if any(line["error"] for line in answer["lines"]):
        raise typer.Exit(EXIT_NO)


def seed(
    slug: Slug,
    by: Annotated[Method | None, typer.Option(help="Seed anew by this method.")] = None,
    move: Annotated[list[str] | None, typer.Option(help="BOT=SEED: put a bot on a seed; repeat it.")] = None,
    as_json: AsJson = False,
) -> None:
    """Close registration if it is open and propose seeds; choose another method, or move single bots.

    arena tournament seed spring-cup --by random
    arena tournament seed spring-cup --move my-bot=1 --move other=2
    """
    moves = [_move(text) for text in move or []]
    calls = client()
    path = f"/tournaments/{slug}"
    tournament = calls.get(path)
    if tournament["state"] == "registration":
        tournament = calls.post_json(f"{path}/close", {})
    if by is not None:
        tournament = calls.post_json(f"{path}/seeding", {"method": by.value})
    for bot, to in moves:
        tournament = calls.post_json(f"{path}/entrants/{bot}/seed", {"seed": to})
    if tournament["state"] != "seeded":
        raise RemoteError(
            t(
                "The state of the tournament: {state}. It is seeded between registration and start.",
                state=state_word(tournament["state"]),
            )
        )
    tell(tournament, as_json)


def _move(text: str) -> tuple[str, int]:
    bot, _, to = text.partition("=")
    if not bot or not to.isdecimal() or int(to) < 1:
        raise RemoteError(t("Write moves as BOT=SEED, for example my-bot=1; {text} is none.", text=text))
    return bot, int(to)


def start(slug: Slug, as_json: AsJson = False) -> None:
    """Start: versions and seeds freeze, the first round is made."""
    _do(slug, "start", as_json)


def pause(slug: Slug, reason: Reason = "", as_json: AsJson = False) -> None:
    """Let no new games begin. Those being played finish and count."""
    _do(slug, "pause", as_json, {"reason": reason})


def resume(slug: Slug, as_json: AsJson = False) -> None:
    """Go on after a pause."""
    _do(slug, "resume", as_json)


def cancel(slug: Slug, reason: Why, as_json: AsJson = False) -> None:
    """End it for good. Played games stay. A tournament that is played to its end finishes by itself."""
    _do(slug, "cancel", as_json, {"reason": reason})
