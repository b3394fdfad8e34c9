"""The one interface of all games.

Read this page once and write a search bot the same hour::

    from engines import Deal, new_game

    state = new_game("karma-4", Deal.from_text("tutorial"))
    while not state.is_over():
        actions = state.legal_actions()          # ascending ids; just one where hidden cards leave no choice
        state.apply(actions[0])                  # the seat that acts is state.actor()
    print(state.ranks())                         # per side; equal numbers are ties, lower is better

A search bot receives a view, not a state. ``engine(game).imagine(view, rng)`` gives a random state that agrees with
all that the seat knows; ``clone`` it and play on with ``apply``.
``state.resample(seat, rng)`` is the same from a state.

Who is asked never depends on hidden cards. A decision with one legal action is carried out without asking if everybody
at the table can know that there is just one (a single seat to give to); if hidden cards leave no choice (nothing in the
hand fits), the seat is asked all the same, or the others could tell its cards by the clock.
"""

from abc import ABC, abstractmethod
from random import Random
from typing import Any

from engines.chance import Deal
from engines.variants import Variant

Json = dict[str, Any]

PUBLIC = -1
"""Stands for "a spectator" where a seat is asked for."""

NOBODY = -1
"""``actor()`` of a finished game."""


class State(ABC):
    """One game in progress. Seats are 0..n-1, clockwise. Actions are small integers with a fixed meaning."""

    variant: Variant

    # -- whose decision ---------------------------------------------------------------------------------------

    @abstractmethod
    def actor(self) -> int:
        """The seat asked next, or ``NOBODY`` when the game is over. With several at once, the lowest."""

    @abstractmethod
    def deciders(self) -> tuple[int, ...]:
        """All seats that decide now without seeing each other's choice. One seat, except in setup choices."""

    @abstractmethod
    def decision(self) -> str:
        """Name of the present decision as in the rules, e.g. ``MAIN``; empty when the game is over."""

    # -- actions ----------------------------------------------------------------------------------------------

    @abstractmethod
    def legal_actions(self, seat: int = -1) -> list[int]:
        """Ids of the legal actions of a seat (default: the actor), ascending. Empty for a seat not asked."""

    @abstractmethod
    def apply(self, action: int, seat: int = -1) -> None:
        """Play a legal action of a seat (default: the actor) and everything it forces. Unchecked: for search."""

    @abstractmethod
    def play(self, seat: object, action: object) -> None:
        """As ``apply``, for actions from outside: what is no legal id is refused, and nothing changes.

        Raises ``WrongSeatError``, ``IllegalActionError`` or ``GameOverError``, whatever is passed.
        """

    @abstractmethod
    def action_name(self, action: int) -> str:
        """For people, e.g. ``play 12 x2``."""

    @abstractmethod
    def action_json(self, action: int) -> Json:
        """For programs, e.g. ``{"type": "play", "zone": "hand", "card": "12", "count": 2}``."""

    # -- the end ----------------------------------------------------------------------------------------------

    @abstractmethod
    def is_over(self) -> bool: ...

    @abstractmethod
    def is_capped(self) -> bool:
        """The game ended at the turn cap, not by the rules' own end."""

    @abstractmethod
    def ranks(self) -> list[int]:
        """Per side, competition ranking ("1224"). Raises ``GameNotOverError`` while the game runs."""

    @abstractmethod
    def progress(self) -> list[list[int]]:
        """Per side, how far it came; compare as lists, greater is better. A tie-break only, never rated."""

    # -- what is seen -----------------------------------------------------------------------------------------

    @abstractmethod
    def view(self, seat: object) -> Json:
        """Exactly what a seat may know now (``PUBLIC``: a spectator), as documented JSON. Checked as in ``play``."""

    @abstractmethod
    def events(self, seat: object, since: int = 0) -> list[Json]:
        """What happened from event number ``since`` on, as the seat (or ``PUBLIC``) saw it. Checked as in ``play``.

        Only games started with ``record=True`` keep events; clones for search do not.
        """

    @abstractmethod
    def event_count(self) -> int: ...

    # -- copies -----------------------------------------------------------------------------------------------

    @abstractmethod
    def clone(self) -> "State":
        """An independent copy without the event log."""

    @abstractmethod
    def resample(self, seat: int, rng: Random) -> "State":
        """A uniformly random state among those that agree with everything the seat knows."""

    @abstractmethod
    def save(self) -> Json:
        """The whole state as JSON, secrets included; ``Engine.restore`` brings it back, events included.

        They are the list ``events``, which is null where the game is not recorded: whoever makes it an empty list
        before it is restored records from there on.
        """


class Engine(ABC):
    """The rules of one game.

    A game of another package sets these fields in ``__init__``, not on the class: where the engines are compiled they
    look at the object alone.
    """

    name: str
    """As in slugs and addresses: ``karma``."""
    rules_version: int
    """Raised whenever an action id, a view field or a rule changes its meaning."""
    older_rules: tuple[int, ...] = ()
    """Earlier versions that can still be played, so that their replays are shown and verified by their own rules."""
    action_count: int
    """Ids of actions are 0..action_count-1 in every variant: the size of a learner's output layer."""
    options: dict[str, str]
    """Switches of custom variants, with a sentence each."""

    @abstractmethod
    def variants(self) -> list[Variant]:
        """The registered variants, in the order in which people see them."""

    @abstractmethod
    def custom_variant(self, base: Variant, options: tuple[tuple[str, int], ...]) -> Variant:
        """The variant with other switches. Raises ``UnknownVariantError`` for a switch or value it lacks."""

    @abstractmethod
    def new_state(
        self,
        variant: Variant,
        deal: Deal,
        first_seat: int | None = None,
        record: bool = False,
        rules_version: int | None = None,
    ) -> State:
        """Deal a game. Without ``first_seat`` it is drawn from the deal.

        ``rules_version`` is one of ``older_rules``, or ``None`` for the present rules.
        """

    @abstractmethod
    def restore(self, saved: Any) -> State:
        """The state that ``State.save`` wrote. Raises ``SavedStateError``."""

    @abstractmethod
    def imagine(self, view: Any, rng: Random) -> State:
        """A uniformly random state among those that agree with a seat's view: where a search bot begins.

        A view carries all that the seat knows, what it remembers included, so this equals ``State.resample`` and
        can be called by a bot that never holds a real state. Raises ``SavedStateError`` for a malformed view.
        """

    @abstractmethod
    def check(self, state: State) -> None:
        """Raise ``AssertionError`` with a sentence if an invariant of the rules does not hold."""

    @abstractmethod
    def render(self, view: Json, language: str = "") -> str:
        """A view as text for terminals, at most 100 columns. Transcripts have the English."""

    def words_of(self, action: Json, language: str) -> str:
        """An action in its JSON form, for people who read that language; empty for a game that has its names only."""
        return ""
