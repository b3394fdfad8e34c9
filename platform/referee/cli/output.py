"""Where everything is printed, and how errors look."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.console import Console
from rich.markup import escape

from engines.errors import EngineError
from referee.entrants import EntrantError
from referee.replay import ReplayError
from referee.series import SeriesError
from sandbox import SandboxError

EXIT_NO = 1
"""The question was answered with no: a false replay, a failing bot."""
EXIT_UNUSABLE = 2
"""The question could not be asked: no such bot, file or variant."""

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


@contextmanager
def errors_for_people() -> Iterator[None]:
    """Errors that a person can mend are shown as a sentence, not as a traceback."""
    try:
        yield
    except (EngineError, EntrantError, ReplayError, SeriesError, SandboxError, OSError) as error:
        fail(str(error))
    except KeyboardInterrupt:
        err.print("Stopped.")
        raise typer.Exit(130) from None


def plain(text: str) -> str:
    """What a bot wrote, for the terminal: no control sequences, no markup."""
    return escape("".join(sign if sign.isprintable() or sign in "\n\t" else "\ufffd" for sign in text))


def fail(sentence: str) -> None:
    """Say why nothing could be done, and leave."""
    err.print(f"[bold red]arena:[/bold red] {escape(sentence)}", soft_wrap=True)
    raise SystemExit(EXIT_UNUSABLE)
