"""Mistakes of one player over many games, grouped into habits: what it does where, and what would have been better.

A habit is named by the decision and by the types of both actions, as the protocol has them: "MAIN: play, better take".
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from engines import Deal, State, new_game

Json = dict[str, Any]
COSTLIEST = 5


@dataclass(frozen=True)
class Example:
    """The worst time."""

    game: str
    step: int
    played: str
    better: str
    loss: float


@dataclass(frozen=True)
class Habit:
    variant: str
    decision: str
    played: str
    better: str
    times: int
    cost: float
    """Chances to win that it cost, summed over all games."""
    worst: Example


def habits_of(found: Iterable[tuple[str, str, Mapping[str, Any]]], most: int = COSTLIEST) -> list[Habit]:
    """Of (game, variant, mistake as ``referee.analysis.mistakes.as_json`` tells it); the costliest first."""
    groups: dict[tuple[str, str, str, str], list[tuple[str, Mapping[str, Any]]]] = defaultdict(list)
    for game, variant, mistake in found:
        played, better = _type(variant, mistake["played"]), _type(variant, mistake["better"])
        groups[variant, mistake["decision"], played, better].append((game, mistake))
    habits = [
        Habit(*kind, len(rows), round(sum(mistake["loss"] for _game, mistake in rows), 3), _worst(rows))
        for kind, rows in groups.items()
    ]
    return sorted(habits, key=lambda habit: (-habit.cost, habit.decision, habit.played, habit.better))[:most]


def as_json(habits: Iterable[Habit]) -> list[Json]:
    return [asdict(habit) for habit in habits]


def _worst(rows: Iterable[tuple[str, Mapping[str, Any]]]) -> Example:
    game, mistake = max(rows, key=lambda row: row[1]["loss"])
    return Example(game, mistake["step"], mistake["played_name"], mistake["better_name"], mistake["loss"])


@lru_cache(maxsize=32)
def _any_state(variant: str) -> State:
    """An id means the same in every state of a game."""
    return new_game(variant, Deal.from_text("habits"))


def _type(variant: str, action: int) -> str:
    return str(_any_state(variant).action_json(action).get("type", ""))
