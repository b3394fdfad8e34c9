"""Action ids and what they mean. An id means the same in every state and every variant.

=============  ==========================================================================================
0 .. 22        play the card of kind 0 .. 22 as a Deed
23 .. 45       play it for its ability
46 .. 68       play it onto the own Future Life
69 .. 91       play it onto the teammate's Future Life (2v2)
92, 93         pass; stop (no extra play, no further Roulette draw)
94 .. 97       target seat 0 .. 3
98 .. 101      Mimic: copy the exposed Deed of seat 0 .. 3
102 .. 124     pick the hand card of kind 0 .. 22
125 .. 188     pick the own Deed number 0 .. 63 from the bottom
189 .. 252     take the FL card number 0 .. 63 from the bottom
253 .. 255     take the Ruins card at depth 0 (top), 1, 2
256 .. 278     Swindle: take the shown card of kind 0 .. 22
279 .. 296     Destiny: ``279 + 3 * order + cards to the FL``, with the orders of ``ORDERS``
297 .. 849     Sowing: put down, in this order, the cards of ``SEQUENCES``
850 .. 1402    Jubilee: the same as Deeds
1403 .. 1702   Roulette: ruin the cards of ``SETS``
1703           Roulette: draw one more card
1704, 1705     take the offered card; decline it
1706, 1707     pay rings and ascend; stay
=============  ==========================================================================================
"""

from itertools import combinations_with_replacement, permutations, product
from typing import Final

from engines.errors import IllegalActionError
from engines.interface import Json
from engines.karmaka.cards import KINDS, NAMES, names_of

PLAY_DEED: Final = 0
PLAY_ABILITY: Final = 23
PLAY_FUTURE: Final = 46
PLAY_MATE: Final = 69
PASS: Final = 92
STOP: Final = 93
TARGET_SEAT: Final = 94
COPY_SEAT: Final = 98
HAND_CARD: Final = 102
OWN_DEED: Final = 125
FUTURE_CARD: Final = 189
RUINS_CARD: Final = 253
SHOWN_CARD: Final = 256
ARRANGE: Final = 279
SOW: Final = 297
CELEBRATE: Final = 850
RUIN_SET: Final = 1403
DRAW: Final = 1703
ACCEPT: Final = 1704
DECLINE: Final = 1705
PAY: Final = 1706
STAY: Final = 1707
COUNT: Final = 1708

ORDERS: Final[tuple[tuple[int, ...], ...]] = tuple(permutations(range(3)))
"""Orders of three cards looked at, by the order in which they were seen."""
SEQUENCES: Final[tuple[tuple[int, ...], ...]] = (
    (),
    *((kind,) for kind in range(KINDS)),
    *product(range(KINDS), repeat=2),
)
"""Ordered choices of none, one or two cards; the last one ends on top."""
SETS: Final[tuple[tuple[int, ...], ...]] = (
    (),
    *((kind,) for kind in range(KINDS)),
    *combinations_with_replacement(range(KINDS), 2),
)
"""Choices of none, one or two cards without order."""
SET_INDEX: Final[dict[tuple[int, ...], int]] = {cards: at for at, cards in enumerate(SETS)}


def plays(kinds: list[int], to_mate: bool) -> list[int]:
    """Ids of all plays of the different kinds of a hand, ascending. As a Deed, the id is the kind."""
    ids = kinds[:]
    for kind in kinds:
        ids.append(PLAY_ABILITY + kind)
    for kind in kinds:
        ids.append(PLAY_FUTURE + kind)
    if to_mate:
        for kind in kinds:
            ids.append(PLAY_MATE + kind)
    return ids


def describe(action: int) -> Json:
    """The JSON form of an action."""
    if not 0 <= action < COUNT:
        raise IllegalActionError(f"Karmaka has no action {action}. Ids are 0 to {COUNT - 1}.")
    if action < PASS:
        mode = ("deed", "ability", "future", "mate")[action // KINDS]
        return {"type": "play", "mode": mode, "card": NAMES[action % KINDS]}
    if action >= DRAW or action in (PASS, STOP):
        return {"type": _SIMPLE[action]}
    if action >= SOW:
        return _card_choice(action)
    if action >= ARRANGE:
        order, to_future = ORDERS[(action - ARRANGE) // 3], (action - ARRANGE) % 3
        return {"type": "arrange", "future": list(order[:to_future]), "well": list(order[to_future:])}
    return _single_choice(action)


_SIMPLE: Final[dict[int, str]] = {
    PASS: "pass",
    STOP: "stop",
    DRAW: "draw",
    ACCEPT: "take",
    DECLINE: "decline",
    PAY: "pay",
    STAY: "stay",
}


def _card_choice(action: int) -> Json:
    if action >= RUIN_SET:
        return {"type": "ruin", "cards": names_of(SETS[action - RUIN_SET])}
    if action >= CELEBRATE:
        return {"type": "jubilee", "cards": names_of(SEQUENCES[action - CELEBRATE])}
    return {"type": "sow", "cards": names_of(SEQUENCES[action - SOW])}


def _single_choice(action: int) -> Json:
    if action >= SHOWN_CARD:
        return {"type": "swindle", "card": NAMES[action - SHOWN_CARD]}
    if action >= RUINS_CARD:
        return {"type": "pick_ruins", "depth": action - RUINS_CARD}
    if action >= FUTURE_CARD:
        return {"type": "pick_future", "at": action - FUTURE_CARD}
    if action >= OWN_DEED:
        return {"type": "pick_deed", "at": action - OWN_DEED}
    if action >= HAND_CARD:
        return {"type": "pick_hand", "card": NAMES[action - HAND_CARD]}
    if action >= COPY_SEAT:
        return {"type": "copy", "seat": action - COPY_SEAT}
    return {"type": "target", "seat": action - TARGET_SEAT}


def name(action: int) -> str:
    """An action for people: ``play Peek for its ability``."""
    what = describe(action)
    kind = what["type"]
    if kind == "play":
        return f"play {what['card']} {_MODE_WORDS[what['mode']]}"
    if kind == "arrange":
        future = ", ".join(f"card {at}" for at in what["future"]) or "nothing"
        well = ", ".join(f"card {at}" for at in what["well"]) or "nothing"
        return f"put {future} on the Future Life, {well} back on the Well"
    if "cards" in what:
        return f"{_WORDS[kind]} {', then '.join(what['cards']) or 'nothing'}"
    detail = what.get("card", what.get("seat", what.get("at", what.get("depth", ""))))
    return f"{_WORDS[kind]} {detail}".strip()


_MODE_WORDS: Final = {
    "deed": "as a Deed",
    "ability": "for its ability",
    "future": "on the Future Life",
    "mate": "on the teammate's Future Life",
}
_WORDS: Final = {
    "pass": "pass",
    "stop": "stop",
    "draw": "draw one more card",
    "take": "take the offered card",
    "decline": "decline the offered card",
    "pay": "pay rings and ascend",
    "stay": "stay and take a ring",
    "ruin": "ruin",
    "jubilee": "add to the Deeds",
    "sow": "put on the Future Life",
    "swindle": "take",
    "pick_ruins": "take from the Ruins at depth",
    "pick_future": "take from the Future Life number",
    "pick_deed": "choose the own Deed number",
    "pick_hand": "choose",
    "copy": "copy the exposed Deed of seat",
    "target": "target seat",
}
