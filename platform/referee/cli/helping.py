"""What ``--help`` says, and how the library complains, in the language of the terminal.

Help is written in English where a command is: as its docstring, and beside its options. It is exchanged once a command
is asked for, so that a terminal in English loads no catalogue.
"""

import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from referee.recognising import recognised
from referee.words import is_spoken, of_terminal, said, t, translated

_PANELS = {
    "ARGUMENTS_PANEL_TITLE": t("Arguments"),
    "OPTIONS_PANEL_TITLE": t("Options"),
    "COMMANDS_PANEL_TITLE": t("Commands"),
    "ERRORS_PANEL_TITLE": t("Error"),
    "REQUIRED_LONG_STRING": t("[required]"),
    "DEFAULT_STRING": t("[default: {}]"),
    "RICH_HELP": t("Try [blue]'{command_path} {help_option}'[/] for help."),
}
"""Texts of the library, by the names that it has for them."""
_USAGE = "Usage: "
_HELP = t("Show this message and exit.")


def in_language(command: Any) -> Any:
    """The same command, with its help in the language of the terminal."""
    language = of_terminal()
    if is_spoken(language):
        _exchange(command, language)
    return command


@contextmanager
def complaints_told() -> Iterator[None]:
    """What the library has to say against a command line."""
    try:
        yield
    except Exception as error:
        language = of_terminal()
        # The library prints help from a class of its errors as well; only complaints have something to format.
        if not is_spoken(language) or not getattr(error, "ctx", None) or not str(error):
            raise
        complaint: Any = error
        english = complaint.format_message()
        complaint.format_message = lambda: said(recognised(english), language)
        with _panels_in(language) as library:
            library.rich_format_error(complaint)
        raise SystemExit(complaint.exit_code) from None


def help_texts(command: Any) -> Iterator[str]:
    """All that the help of a command says, a paragraph each, and that of the commands below it."""
    yield from _paragraphs(command.help or "")
    for parameter in command.params:
        yield from _paragraphs(getattr(parameter, "help", None) or "")
    if isinstance(command.rich_help_panel, str):
        yield command.rich_help_panel
    for below in getattr(command, "commands", {}).values():
        yield from help_texts(below)


def _exchange(command: Any, language: str) -> None:
    command.help = _translated(command.help or "", language)
    for parameter in command.params:
        if getattr(parameter, "help", None):
            parameter.help = _translated(parameter.help, language)
    if isinstance(command.rich_help_panel, str):
        command.rich_help_panel = translated(command.rich_help_panel, language)
    _exchange_what_the_library_says(command, language)
    for below in getattr(command, "commands", {}).values():
        _exchange(below, language)


def _exchange_what_the_library_says(command: Any, language: str) -> None:
    usage, help_option, show = command.get_usage, command.get_help_option, command.format_help

    def get_usage(ctx: Any) -> str:
        return str(usage(ctx)).replace(_USAGE, said(t("Usage: "), language), 1)

    def get_help_option(ctx: Any) -> Any:
        option = help_option(ctx)
        if option is not None:
            option.help = said(_HELP, language)
        return option

    def format_help(ctx: Any, formatter: Any) -> None:
        with _panels_in(language):
            show(ctx, formatter)

    command.get_usage, command.get_help_option, command.format_help = get_usage, get_help_option, format_help
    command.options_metavar = said(t("[OPTIONS]"), language)
    if hasattr(command, "subcommand_metavar"):
        command.subcommand_metavar = said(t("COMMAND [ARGS]..."), language)


@contextmanager
def _panels_in(language: str) -> Iterator[Any]:
    from typer import rich_utils  # noqa: PLC0415 - takes long, and only help and complaints need it

    before = {name: getattr(rich_utils, name) for name in _PANELS}
    for name, text in _PANELS.items():
        setattr(rich_utils, name, said(text, language))
    try:
        yield rich_utils
    finally:
        for name, text in before.items():
            setattr(rich_utils, name, text)


def _translated(text: str, language: str) -> str:
    parts = inspect.cleandoc(text).split("\n\n")
    return "\n\n".join(_wrapped(translated(part, language)) if _has_words(part) else part for part in parts)


def _wrapped(paragraph: str) -> str:
    """The terminal breaks its lines; examples keep theirs."""
    return paragraph if paragraph.startswith("  ") else paragraph.replace("\n", " ")


def _paragraphs(text: str) -> Iterator[str]:
    yield from filter(_has_words, inspect.cleandoc(text).split("\n\n"))


def _has_words(paragraph: str) -> bool:
    """Examples are typed as they are, unless one says what it is for."""
    lines = paragraph.splitlines()
    is_example = all(line.startswith(("  ", "arena ")) for line in lines)
    return bool(paragraph) and (not is_example or any("   " in line.strip() for line in lines))
