"""What the comparison needs of an oracle. Cards, actions, views and events are JSON as on the game's rules page."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

SPECTATOR = -1
"""The "seat" whose view and events are those of a spectator."""


class Oracle(ABC):
    """One game in progress, from the deal on."""

    @abstractmethod
    def deciders(self) -> list[int]:
        """The seats that are asked now, ascending; none when the game is over."""

    @abstractmethod
    def decision(self) -> str:
        """The name of the present decision; empty when the game is over."""

    @abstractmethod
    def options(self, seat: int) -> list[Json]:
        """The JSON forms of what a seat that is asked may do, in any order, each of them once."""

    @abstractmethod
    def choose(self, seat: int, option: Json) -> None:
        """Carry out one of the options, and everything up to the next decision that is asked."""

    @abstractmethod
    def ranks(self) -> list[int] | None:
        """Ranks per side at the end; None while the game runs."""

    @abstractmethod
    def is_capped(self) -> bool:
        """The game ended at the turn cap."""

    @abstractmethod
    def zones(self) -> Json:
        """Where every card is, the hidden ones too, in the form that the game's ``zones_of_save`` gives."""

    @abstractmethod
    def view(self, seat: int) -> Json:
        """The whole view of a seat, or of the ``SPECTATOR``, as on the rules page."""

    @abstractmethod
    def events(self, seat: int, since: int) -> list[Json]:
        """The events from number ``since`` on, as a seat or the ``SPECTATOR`` sees them."""

    @abstractmethod
    def weight(self, temper: str, seat: int, option: Json) -> float:
        """How much a player of that temper likes an option; 0 is never chosen unless all are 0."""


@dataclass(frozen=True)
class Game:
    """An oracle as the comparison gets it."""

    slugs: tuple[str, ...]
    """The variants to compare, with the options that are worth it: ``karma-4``, ``karma-4+strictFollowUp``."""
    deal: Callable[[str, bytes, int | None], Oracle]
    """A new game of a variant (slug) from the secret seed of its deal; the first seat is drawn if it is None."""
    zones_of_save: Callable[[Json], Json]
    """The zones in what the engine's ``save()`` writes."""
    tempers: tuple[str, ...]
    """Ways of choosing, so that what is rare among uniform choices happens too. ``Oracle.weight`` knows them."""
    story: Callable[[list[Json]], str] = lambda events: " ".join(event["type"] for event in events)
    """The events of a whole game, as a spectator saw them, as a line of words."""
    rare: Mapping[str, str] = field(default_factory=dict)
    """Rare moments: what happens, and the regular expression that finds it in a story."""
