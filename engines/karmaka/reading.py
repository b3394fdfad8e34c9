"""Typed access to JSON from outside. Everything wrong is a ``SavedStateError`` with the field's name."""

from typing import Any

from engines.errors import EngineError, SavedStateError
from engines.interface import Json
from engines.karmaka.bags import bag_of
from engines.karmaka.cards import COPIES, KINDS, NO_CARD, kind_of
from engines.karmaka.slots import SOURCES
from engines.karmaka.table import FRAME_NAMES, Frame
from engines.karmaka.view import GAME, RULES_VERSION
from engines.registry import variant as variant_of_slug
from engines.variants import Variant


def field(data: Json, key: str, wanted: type) -> Any:
    """A field of exactly that type; ``bool`` is not taken for a number."""
    if not isinstance(data, dict):
        raise SavedStateError("It must be a JSON object.")
    value = data.get(key)
    if type(value) is not wanted:
        raise SavedStateError(f"The field {key!r} is missing or not of type {wanted.__name__}.")
    return value


def number(data: Json, key: str, low: int, high: int) -> int:
    value: int = field(data, key, int)
    if not low <= value <= high:
        raise SavedStateError(f"The field {key!r} is {value}; it must be {low} to {high}.")
    return value


def flag(data: Json, key: str) -> bool:
    value: bool = field(data, key, bool)
    return value


def objects(data: Json, key: str, length: int | None = None) -> list[Json]:
    value: list[Json] = field(data, key, list)
    if not all(isinstance(each, dict) for each in value) or length not in (None, len(value)):
        raise SavedStateError(f"The field {key!r} must be a list of {'' if length is None else length} objects.")
    return value


def numbers(data: Json, key: str, length: int, high: int) -> list[int]:
    value: list[int] = field(data, key, list)
    if len(value) != length or not all(type(each) is int and 0 <= each <= high for each in value):
        raise SavedStateError(f"The field {key!r} must be a list of {length} numbers from 0 to {high}.")
    return value[:]


def cards(data: Json, key: str) -> list[int]:
    return _kinds(field(data, key, list), key)


def _kinds(names: Any, key: str) -> list[int]:
    if not isinstance(names, list) or not all(isinstance(each, str) for each in names):
        raise SavedStateError(f"The field {key!r} must be a list of card names.")
    return [kind_of(each) for each in names]


def card_lists(data: Json, key: str, length: int) -> list[list[int]]:
    lists = field(data, key, list)
    if len(lists) != length:
        raise SavedStateError(f"The field {key!r} must have {length} lists.")
    return [_kinds(each, key) for each in lists]


def bag(kinds: list[int], key: str) -> int:
    """A bag, which must not hold more copies than there are."""
    for kind in range(KINDS):
        if kinds.count(kind) > COPIES[kind]:
            raise SavedStateError(f"The field {key!r} has more copies of a card than the game.")
    return bag_of(kinds)


def card(data: Json, key: str) -> int:
    return kind_of(field(data, key, str))


def card_or_none(data: Json, key: str) -> int:
    if isinstance(data, dict) and key in data and data[key] is None:
        return NO_CARD
    return card(data, key)


def source_of(data: Json) -> int:
    source = field(data, "source", str)
    if source not in SOURCES:
        raise SavedStateError(f"There is no source called {source!r}: use one of {', '.join(SOURCES)}.")
    return SOURCES.index(source)


def frames(data: Json, seats: int) -> list[Frame]:
    found: list[Frame] = []
    for each in objects(data, "pending"):
        step = field(each, "step", str)
        if step not in FRAME_NAMES:
            raise SavedStateError(f"There is no decision or step called {step!r}.")
        seat = number(each, "seat", 0, seats - 1)
        found.append((FRAME_NAMES.index(step), seat, card_or_none(each, "card"), number(each, "number", 0, 64)))
    return found


def variant(data: Json) -> Variant:
    """The variant of a saved state or view of this game and this rules version."""
    version = field(data, "rules_version", int)
    if version != RULES_VERSION:
        raise SavedStateError(f"The field 'rules_version' is {version}; this engine plays version {RULES_VERSION}.")
    try:
        found = variant_of_slug(field(data, "variant", str))
    except EngineError as error:
        raise SavedStateError(str(error)) from error
    if found.game != GAME:
        raise SavedStateError(f"{found.slug} is a variant of another game.")
    return found
