"""What a game tells the suite about itself; described in the package's docstring."""

from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from engines.interface import State
from engines.registry import targets

Group = dict[str, list[str]]


class Hooks(Protocol):
    EXTRA_VARIANTS: list[str]

    def hidden(self, state: State, seat: int) -> list[Group]: ...

    def with_hidden(self, state: State, seat: int, groups: list[Group]) -> State: ...


def hooks_of(game: str) -> Hooks:
    """Of our own games among the tests, of a game of another package in its module ``conformance``."""
    if find_spec(f"tests.engines.{game}") is not None:
        return cast("Hooks", import_module(f"tests.engines.{game}.hooks"))
    package = targets()[game].partition(":")[0].rpartition(".")[0]
    return cast("Hooks", import_module(f"{package}.conformance"))
