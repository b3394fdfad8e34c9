"""How a bot plays, as questions that its decisions answer: what the style card on its page is made of.

A game names its habits in a module of its own, as it does with the policies of the house bots. They are asked of
finished games only, so they may look at hidden cards.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Habit:
    text: str
    """What is done, as a sentence without its subject: ``takes the pile although something fits``. Plain English, which
    the game's catalogues translate."""
    look: Callable[[Any, list[int], int], bool | None]
    """From the state before a decision, its legal actions and the one that was taken: was it done? None: the decision
    was no occasion for it."""
