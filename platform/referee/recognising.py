"""English sentences of those who know no other language, known again by their form.

The sandbox and the engines stand alone: they say in English what happened, and know nothing about languages. What they
say most often is listed here, so that it can be said in others too. What is not listed stays English.
"""

import re
from functools import cache

from referee.words import Sentence, t

_FORMS: tuple[Sentence, ...] = (
    # sandbox/verdict.py
    t("It needed more than its {memory} MiB of memory."),
    t("It used up its {seconds} s of processor time."),
    t("The process is gone before its first answer: {exit}."),
    t("The process is gone: {exit}."),
    t(
        "There was no answer within {limit} s (used {cpu} s of processor time, {wall} s on the clock, of which {stall} "
        "s were the machine's and not counted)."
    ),
    t(
        "There was only part of a line within {limit} s (used {cpu} s of processor time, {wall} s on the clock, of "
        "which {stall} s were the machine's and not counted)."
    ),
    # sandbox/report.py
    t("it ended by itself with exit code {code}"),
    t("it ended with exit code {code}"),
    t("it was ended by SIGSEGV; it touched memory that is not its own"),
    t("it was ended by SIGABRT; it gave up by abort()"),
    t("it was ended by SIGSYS; it made a system call of a foreign architecture"),
    t("it was ended by {signal}"),
    t("it was running and was closed by us"),
    # sandbox/pipes.py, sandbox/channel.py
    t("The request could not be delivered: it does not read its stdin."),
    t("A line is at most {most} bytes long; this one has {size} and no end."),
    t("A line is at most {most} bytes long, not {size}."),
    t("{size} more bytes followed the answer; one line was asked for."),
    t("It wrote more than {most} bytes to stderr."),
    t("It wrote {text} when nobody had asked for anything."),
    t("It wrote more than {most} bytes in one game."),
    t("The answer is not UTF-8 at byte {byte}."),
    t("The machine stood still; the game is void and played again."),
    # engines/registry.py
    t("There is no game called {name}. Games: {known}."),
    t("There is no variant called {name}. Games: {known}."),
    t("There is no variant called {name}. Variants: {known}."),
    # the library of the command line
    t("Missing command."),
    t("Missing argument {name}. Choose from: {choices}"),
    t("Missing argument {name}."),
    t("Missing option {name}."),
    t("No such command {name}."),
    t("No such option: {name} (Possible options: {known})"),
    t("No such option: {name} Did you mean {known}?"),
    t("No such option: {name}"),
    t("Invalid value for {name}: {reason}"),
    t("Invalid value: {reason}"),
    t("File {name} does not exist."),
    t("File {name} is a directory."),
    t("File {name} is not readable."),
    t("Directory {name} does not exist."),
    t("Directory {name} is a file."),
    t("{value} is not a valid {kind}."),
    t("{value} is not in the range {range}."),
    t("{value} is not one of {choices}."),
    t("Got unexpected extra argument ({words})"),
    t("Got unexpected extra arguments ({words})"),
    t("Got unexpected extra argument(s) ({words})"),
    t("Option {name} requires an argument."),
    # bots/house/values.py
    t("Winning chances need numpy, which is not installed. Fix: pip install 'karma-arena[refit]'"),
)
"""The narrower of two before the wider."""
_NESTED = {"exit", "reason"}
"""What sentences are filled with that are sentences of the same kind."""
_LONGEST = 1000
"""Characters; what is longer is somebody's log."""


def recognised(english: str) -> str:
    """The same text, as a sentence that can be said in other languages where its form is known.

    >>> recognised("The process is gone: it was ended by SIGKILL.")
    'The process is gone: it was ended by SIGKILL.'
    """
    if isinstance(english, Sentence) or len(english) > _LONGEST:
        return english
    for form, pattern in zip(_FORMS, _patterns(), strict=True):
        if found := pattern.fullmatch(english):
            parts = found.groupdict()
            return Sentence.of(form.id, parts | {name: recognised(parts[name]) for name in _NESTED & parts.keys()})
    return english


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(form.id))) for form in _FORMS)
