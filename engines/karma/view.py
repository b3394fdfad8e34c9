"""What a seat may know, as JSON. Every field is described in ``README.md``, section "The view"."""

from engines.interface import PUBLIC, Json
from engines.karma.cards import NO_CARD, cards_in, names_of
from engines.karma.ending import ranks
from engines.karma.fits import FREE
from engines.karma.table import CHOOSE_UP, DECISIONS, NOT_CHOSEN, OVER, SLOTS, Table

RULES_VERSION = 1


def view(table: Table, seat: int) -> Json:
    """The view of a seat, or of a spectator for ``PUBLIC``."""
    running = table.current not in (CHOOSE_UP, OVER)
    return {
        "game": "karma",
        "variant": table.variant.slug,
        "rules_version": RULES_VERSION,
        "seat": seat,
        "decision": DECISIONS[table.current],
        "active": table.seat if running else None,
        "first": table.first,
        "turn": table.turn,
        "fits_on": None if table.top == FREE else names_of([table.top])[0],
        "pile": names_of(table.pile),
        "box": names_of(cards_in(table.box)),
        "draw": table.draw_size(),
        "seats": [_open_cards(table, each) for each in range(len(table.hands))],
        "out": list(table.outs),
        "ranks": ranks(table) if table.current == OVER else None,
        "own": None if seat == PUBLIC else _own_cards(table, seat),
    }


def _open_cards(table: Table, seat: int) -> Json:
    """What everyone sees of a seat."""
    slots = table.downs[SLOTS * seat : SLOTS * seat + SLOTS]
    return {
        "hand": table.sizes[seat],
        "known": names_of(cards_in(table.known[seat])),
        "up": names_of(cards_in(table.ups[seat])),
        "down": [slot for slot, card in enumerate(slots) if card != NO_CARD],
    }


def _own_cards(table: Table, seat: int) -> Json:
    """What only the seat itself knows."""
    faces: list[str] | None = None
    if table.variant.option("foresight"):
        down = table.downs[SLOTS * seat : SLOTS * seat + SLOTS]
        faces = names_of(sorted(card for card in down if card != NO_CARD))
    chosen: list[str] | None = None
    if table.current == CHOOSE_UP and table.chosen[seat] != NOT_CHOSEN:
        chosen = names_of(cards_in(table.chosen[seat]))
    return {"hand": names_of(cards_in(table.hands[seat])), "foresight": faces, "chosen": chosen}
