"""What can be wrong with what an organiser or a caller asks for. Every message says what to do next."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = "str | int | Phrase | tuple[Value, ...]"
"""Of several each is said by itself, with commas between them."""


@dataclass(frozen=True)
class Phrase:
    """A part of a sentence that is filled in itself."""

    text: str
    values: Mapping[str, Value]

    @classmethod
    def of(cls, text: str, **values: Value) -> "Phrase":
        return cls(text, values)


class TournamentError(ValueError):
    """The base of all errors of the pure tournament code.

    It is the English sentence, and remembers what it was made of: a text marked for translation, with ``{fields}``.

    >>> str(SettingsError("{name} must be one of {names}", name="legs", names=("one", "two")))
    'legs must be one of one, two'
    """

    def __init__(self, text: str, **values: Value) -> None:
        super().__init__(filled(text, values, str))
        self.text, self.values = text, values


class SettingsError(TournamentError):
    """A setting of a format is unknown, of the wrong type or out of range."""


class StateError(TournamentError):
    """Entrants, results or other facts contradict each other or the rules of the format."""


def filled(text: str, values: Mapping[str, Value], say: Callable[[str], str]) -> str:
    """A text without values is left alone: it may be somebody's, with braces in it."""
    return text.format(**{name: _said(value, say) for name, value in values.items()}) if values else text


def _said(value: Value, say: Callable[[str], str]) -> str:
    if isinstance(value, tuple):
        return ", ".join(_said(part, say) for part in value)
    if isinstance(value, Phrase):
        return filled(say(value.text), value.values, say)
    return say(value) if isinstance(value, str) else str(value)
