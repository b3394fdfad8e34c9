"""Questions to seats. The rules are generators: they yield a question and go on with the answer."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

from tests.engines.oracles.interface import Json

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Question:
    """A decision: who is asked what, and all possible answers as on the rules page."""

    seat: int
    decision: str
    options: list[Json]
    card: str | None
    """The card whose ability asks, if one does."""
    number: int = 0
    """Draws left, or rings missing."""


Asking = Generator[Question, Json, Answer]
"""A piece of the rules that may ask on its way."""


def ask(question: Question, *, all_know_the_choice: bool = True) -> Asking[Json]:
    """The answer. Nobody is asked who has no choice, but only if the whole table can tell that there is none."""
    if len(question.options) == 1 and all_know_the_choice:
        return question.options[0]
    answer = yield question
    return answer
