"""Events on their way in and out of a log. All games write them alike: values are plain, or lists of plain values."""

from typing import Any

from engines.errors import SavedStateError
from engines.interface import Json


def copied(event: Json) -> Json:
    """A copy that its reader may change: the log stays as it was written."""
    copy = event.copy()
    for key, value in event.items():
        if type(value) is list:
            copy[key] = value[:]
    return copy


def read_public(event: Any, at: int) -> Json:
    """The part of a saved event that everyone saw. Raises ``SavedStateError``."""
    if isinstance(event, dict) and isinstance(event.get("type"), str):
        return read_details(event, at)
    raise SavedStateError(f"The event {at} of the saved state must be a JSON object with a text 'type'.")


def read_details(event: Any, at: int) -> Json:
    """A copy of what a saved event tells. Raises ``SavedStateError``."""
    if isinstance(event, dict) and all(isinstance(key, str) and _is_detail(event[key]) for key in event):
        return copied(event)
    raise SavedStateError(f"The event {at} of the saved state must tell plain values or lists of them.")


def read_entry(entry: Any, at: int, lowest: int, highest: int) -> tuple[Json, int, Json]:
    """A saved event with a part that not everyone saw: ``[public, who saw more, what more]``."""
    if not isinstance(entry, list) or len(entry) != 3:
        raise SavedStateError(f"The event {at} of the saved state must be a list [public, who saw more, private].")
    public, owner, private = entry
    if type(owner) is not int or not lowest <= owner <= highest:
        raise SavedStateError(
            f"The event {at} of the saved state must say who saw more as a number from {lowest} to {highest}."
        )
    return read_public(public, at), owner, read_details(private, at)


def _is_detail(value: Any) -> bool:
    return all(_is_plain(part) for part in value) if isinstance(value, list) else _is_plain(value)


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float)
