"""Settings of a format: from a plain mapping (a form, JSON) to a checked frozen dataclass."""

from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_origin, get_type_hints

from arena.tournaments.planning.errors import SettingsError
from engines.words import mark

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    S = TypeVar("S", bound=DataclassInstance)
else:
    S = TypeVar("S")


def read_settings(kind: type[S], values: Mapping[str, object]) -> S:
    """Build settings of a kind; unknown names, wrong types and values out of range are refused.

    >>> from arena.tournaments.planning.formats.swiss.settings import SwissSettings
    >>> read_settings(SwissSettings, {"rounds": 7}).rounds
    7
    >>> read_settings(SwissSettings, {"round": 7})
    Traceback (most recent call last):
    ...
    arena.tournaments.planning.errors.SettingsError: there is no setting 'round'; this format has rounds, tie_breaks
    """
    hints = get_type_hints(kind)
    known = [field.name for field in fields(kind)]
    read: dict[str, object] = {}
    for name, value in values.items():
        if name not in known:
            raise SettingsError(f"there is no setting {name!r}; this format has {', '.join(known) or 'none'}")
        read[name] = _convert(name, value, hints[name])
    return kind(**read)


def _convert(name: str, value: object, hint: Any) -> object:
    if isinstance(hint, UnionType):
        options = get_args(hint)
        if value is None and NoneType in options:
            return None
        hint = next(option for option in options if option is not NoneType)
    if get_origin(hint) is tuple:
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            raise SettingsError(f"{name} must be a list of names, not {value!r}")
        return tuple(value)
    if issubclass(hint, StrEnum):
        try:
            return hint(value)
        except ValueError:
            raise SettingsError(f"{name} must be one of {', '.join(hint)}, not {value!r}") from None
    # bool is an int to Python, but "3 rounds" must not become True and true must not become one round.
    if type(value) is not hint:
        raise SettingsError(f"{name} must be of type {hint.__name__}, not {value!r}")
    return value


def check_at_least(name: str, value: int | None, least: int) -> None:
    if value is not None and value < least:
        raise SettingsError(mark("{name} must be at least {least}, not {value}"), name=name, least=least, value=value)
