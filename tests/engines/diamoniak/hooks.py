"""What the conformance suite has to know of Diamoniak; see ``tests/engines/conformance/__init__.py``."""

from engines.diamoniak import ENGINE
from engines.interface import State
from tests.engines.conformance.hooks import Group

EXTRA_VARIANTS = [
    "diamoniak-2+buyAfterDraw",
    "diamoniak-3+drawBeforeBuy",
    "diamoniak-3+lockColour",
    "diamoniak-4+buyAfterDraw+lockColour",
]


def hidden(state: State, seat: int) -> list[Group]:
    """The draw pile in its order; there is nothing else to hide."""
    return [{f"draw {at}": [card] for at, card in enumerate(state.save()["draw"])}]


def with_hidden(state: State, seat: int, groups: list[Group]) -> State:
    saved = state.save()
    saved["draw"] = [groups[0][f"draw {at}"][0] for at in range(len(saved["draw"]))]
    return ENGINE.restore(saved)
