"""What an ability is made of."""

from collections.abc import Callable
from typing import Final

from engines.karmaka.table import Frame, Table

SELF: Final = 0
"""Nobody is targeted."""
RIVAL: Final = 1
ANY_SEAT: Final = 2
"""The own seat, a rival or, in team games, the teammate."""

Resolve = Callable[[Table], None]
"""Does what the card says, for ``table.seat`` and on ``table.target``, or pushes the decision it needs."""
Answer = Callable[[Table, Frame, int], None]
"""Goes on after a decision of this card; the number is the action id without the base of its range."""


class Ability:
    """One card: whom it may be used on, what it does, what follows on its decision, and if it gives an extra play."""

    def __init__(
        self, kind: int, targets: int, resolve: Resolve, answer: Answer | None = None, extra_play: bool = False
    ) -> None:
        self.kind = kind
        self.targets = targets
        self.resolve = resolve
        self.answer = answer
        self.extra_play = extra_play


def ask(table: Table, decision: int, seat: int, card: int, number: int = 0) -> None:
    """Push a decision of a card. Frames below it wait until it is answered."""
    table.push(decision, seat, card, number)
