"""The messages of protocol 1 as Python objects. Fields that this SDK does not know stay reachable in ``raw``."""

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True)
class Action:
    """One legal action. Return it from ``choose``."""

    id: int
    """Fixed meaning within a rules version of a game."""
    name: str
    """For people: ``play 12 x2``."""
    json: Json
    """For programs: ``{"type": "play", "card": "12", "count": 2}``."""

    @property
    def type(self) -> str:
        """What kind of action it is, e.g. ``play``."""
        return str(self.json["type"])


@dataclass(frozen=True)
class Clock:
    """Time left, in milliseconds."""

    decision_ms: int
    """Free for this decision."""
    bank_ms: int
    """What you may use beyond it, for the rest of the game."""


@dataclass(frozen=True)
class Hello:
    """The first message: which game, which seat."""

    game: str
    """E.g. ``karma``."""
    variant: str
    """E.g. ``karma-4-foresight``."""
    seat: int
    """Your seat, 0..seats-1, clockwise."""
    seats: int
    """How many there are at the table."""
    sides: tuple[tuple[int, ...], ...]
    """Seats of each side; more than one seat in a side is a team."""
    options: dict[str, int]
    """Switches of the rules that are on."""
    random: str
    """Your own randomness: seed your generator with it and your games can be repeated exactly."""
    raw: Json = field(repr=False)
    """The message as it came, also with what is not named above: ``limits``, ``rank_policy``, ``rules_version``."""

    def side_of(self, seat: int) -> int:
        """The number of the side that a seat plays for: the place of its rank in ``End.ranks``.

        >>> hello = Hello("karmaka", "karmaka-2v2", 2, 4, ((0, 2), (1, 3)), {}, "", {})
        >>> hello.side_of(hello.seat), hello.side_of(3)
        (0, 1)
        """
        for number, side in enumerate(self.sides):
            if seat in side:
                return number
        raise KeyError(f"There is no seat {seat}; seats are 0 to {self.seats - 1}.")

    @staticmethod
    def read(raw: Json) -> "Hello":
        return Hello(
            raw["game"],
            raw["variant"],
            raw["seat"],
            raw["seats"],
            tuple(tuple(side) for side in raw["sides"]),
            raw["options"],
            raw["random"],
            raw,
        )


@dataclass(frozen=True)
class Request:
    """One decision of yours."""

    number: int
    """Counts your requests in this game from 1."""
    seat: int
    """Yours, as in hello."""
    decision: str
    """Name of the decision as in the rules, e.g. ``MAIN``."""
    view: Json
    """All that your seat knows now. Each game has types for it: ``engines.karma.sdk``."""
    events: list[Json]
    """What happened since your last request, as your seat saw it."""
    legal: list[Action]
    """Ascending by id. Just one where hidden cards leave you no choice: you are asked all the same."""
    clock: Clock
    """Your time, before this decision."""
    raw: Json = field(repr=False)
    """The message as it came."""

    @staticmethod
    def read(raw: Json) -> "Request":
        clock = raw["clock"]
        return Request(
            raw["number"],
            raw["seat"],
            raw["decision"],
            raw["view"],
            raw["events"],
            [Action(entry["id"], entry["name"], entry["action"]) for entry in raw["legal"]],
            Clock(clock["decision_ms"], clock["bank_ms"]),
            raw,
        )

    def action(self, identifier: int) -> Action:
        """The legal action with that id."""
        for action in self.legal:
            if action.id == identifier:
                return action
        raise KeyError(f"Action {identifier} is not legal now.")

    def of_type(self, kind: str) -> list[Action]:
        """The legal actions of one kind, e.g. ``request.of_type("play")``."""
        return [action for action in self.legal if action.type == kind]


@dataclass(frozen=True)
class End:
    """The game is over."""

    ranks: tuple[int, ...]
    """Per side; equal numbers are ties, lower is better."""
    rank: int
    """Yours."""
    termination: str
    """``normal``, ``cap`` or ``fault``."""
    events: list[Json]
    """What happened since your last request."""
    raw: Json = field(repr=False)
    """The message as it came."""

    @staticmethod
    def read(raw: Json) -> "End":
        return End(tuple(raw["ranks"]), raw["rank"], raw["termination"], raw["events"], raw)
