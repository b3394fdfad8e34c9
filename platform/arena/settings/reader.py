"""Reads one variable of the environment; a wrong value becomes one sentence that names it and the right form.

A variable can also come from a file: `SECRET_KEY_FILE=/run/secrets/key` gives `SECRET_KEY`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TypeVar

from django.core.exceptions import ImproperlyConfigured
from environs import FileAwareEnv

from arena.settings.variables import Variable

T = TypeVar("T")

_env = FileAwareEnv(strip_whitespace=True)


def complaint(variable: Variable, value: str | None) -> ImproperlyConfigured:
    state = "is not set" if value is None else "is not usable" if variable.is_secret else f"is {value!r}"
    return ImproperlyConfigured(f"{variable.name} {state}. Expected: {variable.form}.")


def read(variable: Variable, parse: Callable[[str], T]) -> T | None:
    """The parsed value; nothing when the variable is unset or empty (`NAME=` in a compose file means unset)."""
    try:
        raw = _env.str(variable.name, default="")
    except ValueError as error:
        path = os.environ.get(f"{variable.name}_FILE", "")
        raise ImproperlyConfigured(
            f"{variable.name}_FILE is {path!r}. Expected: the path of a readable file."
        ) from error
    if not raw:
        return None
    try:
        return parse(raw)
    except ValueError as error:
        raise complaint(variable, raw) from error


def read_or(variable: Variable, parse: Callable[[str], T], default: T) -> T:
    value = read(variable, parse)
    return default if value is None else value


def required(variable: Variable, value: T | None) -> T:
    if value is None:
        raise complaint(variable, None)
    return value


def in_the_environment(names: Iterable[str]) -> list[str]:
    """Those that stand there in plain text, where other programs of the same user can read them."""
    return [name for name in names if os.environ.get(name)]
