"""``arena verify``"""

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.output import EXIT_NO, EXIT_UNUSABLE, err, here, out, plain, styled
from referee.replay import ReplayError, loads
from referee.verify import verify as compare
from referee.words import plural, t


def verify(
    files: Annotated[list[Path], typer.Argument(help="Replay files.", exists=True, dir_okay=False, readable=True)],
) -> None:
    """Play replays again and compare commitment, faults, ranks and transcript hash.

    Exit status 0 means that all are true, 1 that one is not, 2 that one could not be read and no other is false.
    """
    false = unreadable = 0
    for file in files:
        try:
            verdict = compare(loads(file.read_bytes()))
        except (ReplayError, OSError) as error:
            unreadable += 1
            word = styled("bold red", t("unreadable"))
            err.print(f"{plain(str(file))}: {word}. {plain(_why(error))}", soft_wrap=True)
            continue
        false += not verdict.is_true
        word = styled("green", t("true")) if verdict.is_true else styled("bold red", t("FALSE"))
        out.print(f"{plain(str(file))}: {word}", soft_wrap=True)  # one line a file, for people and for grep
        for difference in verdict.differences:
            out.print(f"  {plain(difference)}", soft_wrap=True)
    if len(files) > 1:
        counts = t(
            "{replays}: {true} true, {false} false, {unreadable} unreadable.",
            replays=plural("{n} replay", "{n} replays", len(files)),
            true=len(files) - false - unreadable,
            false=false,
            unreadable=unreadable,
        )
        err.print(here(counts))
    if false or unreadable:
        raise typer.Exit(EXIT_NO if false else EXIT_UNUSABLE)


def _why(error: Exception) -> str:
    """A sentence of ours as it is; what the machine says about a file, in its own words."""
    return error.args[0] if isinstance(error, ReplayError) else str(error)
