"""What a game says about itself: all that the rest of the arena knows of it.

A game is a package. It names one object of this class as an entry point of the group ``karma_arena.games``, and its
pages, ladders, house bots and documents are there. What it does not bring is made up for: colours from its name, a
table from its views, house bots that need no advice. Texts are plain English; the pages put them through gettext.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from engines.habits import Habit
from engines.house import House
from engines.interface import Engine
from engines.lessons import Lesson

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_NAME = 20
LONGEST_SLUG = 60
"""As much as the arena's tables hold."""


@dataclass(frozen=True)
class Colours:
    """Of a game's badges and art, as ``#rrggbb``. Ink must be readable on its own ground and on the page."""

    ink: str
    """On light pages."""
    ground: str
    """Behind that ink."""
    dark_ink: str
    dark_ground: str
    suit: str
    """Of the signs on its cards, which are white by day and by night."""


@dataclass(frozen=True)
class Game:
    """The declaration of a game."""

    engine: Engine
    title: str
    """Its name for people: ``Karma``."""
    summary: str
    """One sentence: what one does in it, and what ends it."""
    folder: Path
    """Where its files are. Found there by name, each of them optional: ``README.md`` (the rules), ``strategy.md``,
    ``art.svg``, ``web/table.js`` and ``web/table.css`` (how a replay looks)."""
    seats: str = ""
    """How many can play, for people; from the variants unless said."""
    skill: str = ""
    """What it takes to be good at it, in two or three words."""
    place: int = 100
    """Where it stands in lists: lower numbers first, equal ones by title."""
    colours: Colours | None = None
    house: str = ""
    """The module whose ``HOUSE`` tells the house bots how to play. A name, not the object: bots that import the engine
    for a search of their own need not load it."""
    habits: str = ""
    """The module whose ``HABITS`` say what tells its players apart (``engines.habits``); without it bots have no style
    card."""
    lesson: str = ""
    """The module whose ``LESSON`` is a first game that teaches by playing (``engines.lessons``); without it the game's
    page offers none."""
    sdk: str = ""
    """The module with what authors of bots import: types of the view."""
    observe: Callable[[Any, int], bytes] | None = None
    """From a state and a seat to exactly what the seat knows, as numbers from 0 to 255, a byte each: as many for all
    states of a variant, each with a meaning of its own. What ``bots.environments`` gives to learners; without it the
    game is not played there."""

    @property
    def name(self) -> str:
        return self.engine.name

    @property
    def seats_sentence(self) -> str:
        if self.seats:
            return self.seats
        counts = sorted({variant.seats for variant in self.engine.variants()})
        return f"{counts[0]} to {counts[-1]} seats" if len(counts) > 1 else f"{counts[0]} seats"

    def file(self, name: str) -> Path | None:
        """A file of the game's folder, if it is there."""
        path = self.folder / name
        return path if path.is_file() else None

    def policies(self) -> House:
        if not self.house:
            return House()
        declared = import_module(self.house).HOUSE
        if not isinstance(declared, House):
            raise TypeError(f"{self.house}.HOUSE must be a House, not {type(declared).__name__}.")
        return declared

    def first_lesson(self) -> Lesson | None:
        return import_module(self.lesson).LESSON if self.lesson else None

    def questions(self) -> tuple[Habit, ...]:
        """What is asked about how somebody plays it."""
        return tuple(import_module(self.habits).HABITS) if self.habits else ()


def problem_of(name: str, declared: object) -> str:
    """Why an object cannot be the game that an entry point of this name promises; empty if it can."""
    if not isinstance(declared, Game):
        return f"The entry point names {type(declared).__name__}, not an object of the class engines.games.Game."
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        return f"A game's name is at most {LONGEST_NAME} small letters, digits and single hyphens."
    if declared.name != name:
        return f"Its engine is called {declared.name!r}, not {name!r}."
    slugs = [variant.slug for variant in declared.engine.variants()]
    if not slugs:
        return "It has no variants."
    for slug in slugs:
        if not NAME.fullmatch(slug) or not slug.startswith(f"{name}-") or len(slug) > LONGEST_SLUG:
            return (
                f"Its variant {slug[:80]!r} must be called {name}- and then small letters, digits and single hyphens, "
                f"{LONGEST_SLUG} characters at most."
            )
    if len(set(slugs)) < len(slugs) or {variant.game for variant in declared.engine.variants()} != {name}:
        return "Its variants must have slugs of their own and name the game as theirs."
    return ""
