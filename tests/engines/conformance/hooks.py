"""What a game tells the suite about itself; described in the package's docstring."""

from importlib import import_module
from typing import Protocol, cast

from engines.interface import State

Group = dict[str, list[str]]


class Hooks(Protocol):
    EXTRA_VARIANTS: list[str]

    def hidden(self, state: State, seat: int) -> list[Group]: ...

    def with_hidden(self, state: State, seat: int, groups: list[Group]) -> State: ...


def hooks_of(game: str) -> Hooks:
    return cast("Hooks", import_module(f"tests.engines.{game}.hooks"))
