"""``arena verify``"""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from referee.cli.output import EXIT_NO, out
from referee.replay import loads
from referee.verify import verify as compare


def verify(
    files: Annotated[list[Path], typer.Argument(help="Replay files.", exists=True, dir_okay=False, readable=True)],
) -> None:
    """Play replays again and compare commitment, ranks and transcript hash.

    Exit status 0 means that all are true, 1 that one is not.
    """
    all_true = True
    for file in files:
        verdict = compare(loads(file.read_bytes()))
        all_true &= verdict.is_true
        word = "[green]true[/green]" if verdict.is_true else "[bold red]FALSE[/bold red]"
        out.print(f"{escape(str(file))}: {word}", soft_wrap=True)  # one line a file, for people and for grep
        for difference in verdict.differences:
            out.print(f"  {escape(difference)}", soft_wrap=True)
    if not all_true:
        raise typer.Exit(EXIT_NO)
