"""Reading JSON from outside, field by field: each slip becomes a ``SavedStateError`` that names the field."""

from typing import Any

from engines.border import short
from engines.errors import SavedStateError


class Fields:
    """A JSON object whose fields are checked as they are read.

    >>> from engines.reading import Fields
    >>> Fields({"turn": 7}, "saved state").integer("turn", 0, 1000)
    7
    >>> Fields({"turn": -1}, "saved state").integer("turn", 0, 1000)
    Traceback (most recent call last):
    engines.errors.SavedStateError: The field 'turn' of the saved state must be a whole number from 0 to 1000, not -1.

    """

    def __init__(self, json: Any, what: str) -> None:
        self._what = what
        if not isinstance(json, dict):
            raise SavedStateError(f"A {what} is a JSON object, not {short(json)}.")
        self._json: dict[str, Any] = json

    def _get(self, name: str) -> Any:
        if name not in self._json:
            raise SavedStateError(f"The field {name!r} of the {self._what} is missing.")
        return self._json[name]

    def wrong(self, name: str, needed: str) -> SavedStateError:
        """The error for a field that is not what it must be."""
        return SavedStateError(
            f"The field {name!r} of the {self._what} must be {needed}, not {short(self._get(name))}."
        )

    def is_null(self, name: str) -> bool:
        return self._get(name) is None

    def integer(self, name: str, low: int, high: int) -> int:
        value = self._get(name)
        if not _is_integer(value) or not low <= value <= high:
            raise self.wrong(name, f"a whole number from {low} to {high}")
        return int(value)

    def flag(self, name: str) -> bool:
        value = self._get(name)
        if not isinstance(value, bool):
            raise self.wrong(name, "true or false")
        return value

    def text(self, name: str) -> str:
        value = self._get(name)
        if not isinstance(value, str):
            raise self.wrong(name, "a text")
        return value

    def one_of(self, name: str, allowed: tuple[str, ...]) -> int:
        """Which of the allowed texts the field is, counted from 0."""
        value = self._get(name)
        if not isinstance(value, str) or value not in allowed:
            raise self.wrong(name, "one of " + ", ".join(repr(choice) for choice in allowed))
        return allowed.index(value)

    def texts(self, name: str) -> list[str]:
        value = self._get(name)
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise self.wrong(name, "a list of texts")
        return list(value)

    def integers(self, name: str, low: int, high: int) -> list[int]:
        value = self._get(name)
        if not isinstance(value, list) or not all(_is_integer(number) and low <= number <= high for number in value):
            raise self.wrong(name, f"a list of whole numbers from {low} to {high}")
        return [int(number) for number in value]

    def items(self, name: str, length: int | None = None) -> list[Any]:
        """A list of anything, of the length asked for."""
        value = self._get(name)
        if not isinstance(value, list) or (length is not None and len(value) != length):
            raise self.wrong(name, "a list" if length is None else f"a list of {length}")
        return list(value)

    def objects(self, name: str, length: int | None = None) -> list["Fields"]:
        """A list of JSON objects; errors in them name the place, e.g. ``seats[2]``."""
        return [Fields(item, f"{name}[{at}] of the {self._what}") for at, item in enumerate(self.items(name, length))]

    def inner(self, name: str) -> "Fields":
        return Fields(self._get(name), f"{name} of the {self._what}")


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
