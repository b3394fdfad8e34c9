"""What a seat may know, as JSON. Every field is described in ``README.md``, section "The view"."""

from engines.interface import PUBLIC, Json
from engines.karma.cards import NO_CARD, cards_in, names_of
from engines.karma.ending import ranks
from engines.karma.fits import FREE
from engines.karma.table import CHOOSE_UP, DECISIONS, NOT_CHOSEN, OVER, Holding, Table


def view(table: Table, seat: int) -> Json:
    """The view of a seat, or of a spectator for ``PUBLIC``."""
    running = table.current not in (CHOOSE_UP, OVER)
    return {
        "game": "karma",
        "variant": table.variant.slug,
        "rules_version": table.rules,
        "seat": seat,
        "decision": DECISIONS[table.current],
        "active": table.active if running else None,
        "first": table.first,
        "turn": table.turn,
        "fits_on": None if table.top == FREE else names_of([table.top])[0],
        "pile": names_of(table.pile),
        "box": names_of(cards_in(table.box)),
        "draw": table.draw_size(),
        "seats": [_open_cards(place) for place in table.seats],
        "out": list(table.outs),
        "ranks": ranks(table) if table.current == OVER else None,
        "own": None if seat == PUBLIC else _own_cards(table, seat),
    }


def _open_cards(holding: Holding) -> Json:
    """What everyone sees of a seat."""
    return {
        "hand": holding.size,
        "known": names_of(cards_in(holding.known)),
        "up": names_of(cards_in(holding.up)),
        "down": [slot for slot, card in enumerate(holding.down) if card != NO_CARD],
    }


def _own_cards(table: Table, seat: int) -> Json:
    """What only the seat itself knows."""
    own = table.seats[seat]
    faces: list[str] | None = None
    if table.variant.option("foresight"):
        faces = names_of(sorted(own.down_cards()))
    chosen: list[str] | None = None
    if own.chosen != NOT_CHOSEN:
        chosen = names_of(cards_in(own.chosen))
    return {"hand": names_of(cards_in(own.hand)), "foresight": faces, "chosen": chosen}
