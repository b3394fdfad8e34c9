"""``arena verify``"""

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.output import EXIT_NO, EXIT_UNUSABLE, err, out, plain
from referee.replay import ReplayError, loads
from referee.verify import verify as compare


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
            err.print(f"{plain(str(file))}: [bold red]unreadable[/bold red]. {plain(str(error))}", soft_wrap=True)
            continue
        false += not verdict.is_true
        word = "[green]true[/green]" if verdict.is_true else "[bold red]FALSE[/bold red]"
        out.print(f"{plain(str(file))}: {word}", soft_wrap=True)  # one line a file, for people and for grep
        for difference in verdict.differences:
            out.print(f"  {plain(difference)}", soft_wrap=True)
    if len(files) > 1:
        counts = (
            f"{len(files)} replays: {len(files) - false - unreadable} true, {false} false, {unreadable} unreadable."
        )
        err.print(counts)
    if false or unreadable:
        raise typer.Exit(EXIT_NO if false else EXIT_UNUSABLE)
