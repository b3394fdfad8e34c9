"""Action ids and what they mean. An id means the same in every state.

=============  ==================================================================================
0 .. 59        play from hand: ``3 * kind + count - 1``
60 .. 119      play from the face-up cards: ``60 + 3 * kind + count - 1``
120 .. 122     flip the face-down card in slot 0, 1, 2
123            take the pile
124 .. 129     give the pile to seat 0 .. 5
130 .. 1669    choose three of the six dealt cards as face-up cards, in the order of ``CHOICES``
=============  ==================================================================================
"""

from itertools import combinations, combinations_with_replacement
from typing import Final

from engines.errors import IllegalActionError
from engines.interface import Json
from engines.karma.cards import KINDS, NAMES, names_of

FROM_HAND: Final = 0
FROM_UP: Final = 60
FLIP: Final = 120
TAKE: Final = 123
GIVE: Final = 124
CHOOSE: Final = 130

CHOICES: Final[tuple[tuple[int, ...], ...]] = tuple(combinations_with_replacement(range(KINDS), 3))
"""Every possible set of three face-up cards, each in ascending order."""
_CHOICE_ID: Final[dict[tuple[int, ...], int]] = {cards: CHOOSE + at for at, cards in enumerate(CHOICES)}
COUNT: Final = CHOOSE + len(CHOICES)


def plays(zone: int, base: int) -> list[int]:
    """Ids of all plays of a zone, ascending, from ``FROM_HAND`` or ``FROM_UP`` on: every bit is one (see ``cards``)."""
    ids: list[int] = []
    rest = zone
    while rest:
        lowest = rest & -rest
        ids.append(base + lowest.bit_length() - 1)
        rest -= lowest
    return ids


def choices(six: list[int]) -> list[int]:
    """Ids of all ways to choose three of the dealt cards, ascending; equal cards are one way."""
    ids = [_CHOICE_ID[cards] for cards in combinations(sorted(six), 3)]
    return sorted(set(ids))


def describe(action: int) -> Json:
    """The JSON form of an action."""
    if not 0 <= action < COUNT:
        raise IllegalActionError(f"Karma has no action {action}. Ids are 0 to {COUNT - 1}.")
    if action >= CHOOSE:
        return {"type": "choose", "cards": names_of(CHOICES[action - CHOOSE])}
    if action >= GIVE:
        return {"type": "give", "seat": action - GIVE}
    if action == TAKE:
        return {"type": "take"}
    if action >= FLIP:
        return {"type": "flip", "slot": action - FLIP}
    zone, card = ("up", action - FROM_UP) if action >= FROM_UP else ("hand", action)
    return {"type": "play", "zone": zone, "card": NAMES[card // 3], "count": card % 3 + 1}


def name(action: int) -> str:
    """An action for people: ``play 12 x2``."""
    what = describe(action)
    kind = what["type"]
    if kind == "choose":
        return "choose " + " ".join(what["cards"])
    if kind == "give":
        return f"give the pile to seat {what['seat']}"
    if kind == "take":
        return "take the pile"
    if kind == "flip":
        return f"flip slot {what['slot']}"
    words = f"play {what['card']}" + (f" x{what['count']}" if what["count"] > 1 else "")
    return words + (" from the table" if what["zone"] == "up" else "")
