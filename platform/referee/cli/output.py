"""Where everything is printed, and how errors look."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import orjson
from rich.console import Console
from rich.markup import escape

from referee.recognising import recognised
from referee.words import of_terminal, said, t

EXIT_NO = 1
"""The question was answered with no: a false replay, a failing bot."""
EXIT_STOPPED = 130
"""Ctrl-C, as shells count it."""
EXIT_UNUSABLE = 2
"""The question could not be asked: no such bot, file or variant."""

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


@contextmanager
def errors_for_people() -> Iterator[None]:
    """Errors that a person can mend are shown as a sentence, not as a traceback."""
    try:
        yield
    except Exception as error:
        if not isinstance(error, _for_people()):
            raise
        fail(error.args[0] if len(error.args) == 1 and isinstance(error.args[0], str) else str(error))


def _for_people() -> tuple[type[Exception], ...]:
    """Imported when something went wrong: whoever asks what can be played does not wait for the whole referee."""
    from engines.errors import EngineError  # noqa: PLC0415
    from referee.conversation import ConversationError  # noqa: PLC0415
    from referee.entrants import EntrantError  # noqa: PLC0415
    from referee.ratings.errors import RatingInputError  # noqa: PLC0415
    from referee.replay import ReplayError  # noqa: PLC0415
    from referee.series import SeriesError  # noqa: PLC0415
    from sandbox import SandboxError  # noqa: PLC0415

    return (
        ConversationError,
        EngineError,
        EntrantError,
        RatingInputError,
        ReplayError,
        SeriesError,
        SandboxError,
        OSError,
    )


def here(text: str) -> str:
    """In the language of this terminal, if the text is a sentence of ours."""
    return said(text, of_terminal())


def styled(style: str, text: str) -> str:
    """A sentence of ours in colour."""
    return f"[{style}]{plain(text)}[/{style}]"


def plain(text: str) -> str:
    """What a bot wrote, for the terminal: no control sequences, no markup. Sentences of ours in its language."""
    return escape(printable(here(text)))


def printable(text: str) -> str:
    """The same where markup is not read."""
    return "".join(sign if sign.isprintable() or sign in "\n\t" else "\ufffd" for sign in text)


def shortened(text: str, longest: int = 1500) -> str:
    """Long texts are cut for the eye, and say so."""
    return text if len(text) <= longest else here(t("{text}… (cut: {n} characters)", text=text[:longest], n=len(text)))


def print_json(value: object) -> None:
    """A result for programs, on stdout."""
    out.print(orjson.dumps(value, option=orjson.OPT_INDENT_2).decode(), markup=False, soft_wrap=True)


def requests_file() -> Path:
    """A new file for the messages that a bot failed at. It stays: its name is told to the bot's author."""
    handle, name = tempfile.mkstemp(prefix="arena-failed-", suffix=".jsonl")
    os.close(handle)
    return Path(name)


def fail(sentence: str) -> NoReturn:
    """Say why nothing could be done, and leave."""
    err.print(f"[bold red]arena:[/bold red] {escape(here(recognised(sentence)))}", soft_wrap=True)
    raise SystemExit(EXIT_UNUSABLE)
