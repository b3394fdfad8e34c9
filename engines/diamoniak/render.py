"""A view as text for terminals."""

from textwrap import wrap

from engines.diamoniak.cards import CARD_NAMES, COLOUR_LETTERS, COLOUR_NAMES
from engines.interface import Json
from engines.registry import variant

WIDTH = 100


def render(view: Json) -> str:
    """At most 100 columns; the seat whose turn it is has an arrow."""
    lines = [variant(view["variant"]).title, _headline(view)]
    lines += _field("draw pile", f"{view['draw']} cards, in unknown order: {_short(view['unseen'])}")
    lines += _field("returned", f"{len(view['returned'])} cards: {_short(view['returned'])}")
    for number, seat in enumerate(view["seats"]):
        lines += _seat_lines(view, number, seat)
    return "\n".join(lines)


def _headline(view: Json) -> str:
    if view["ranks"] is not None:
        end = "at the turn cap" if view["capped"] else "with a full castle"
        return f"Game over {end} in turn {view['turn']}. Ranks: {', '.join(map(str, view['ranks']))}"
    witch = " A witch lies open." if view["shown"] else ""
    turn = f"Turn {view['turn']} of at most {view['turn_cap']}, {view['drawn']} drawn"
    return f"{turn}. Seat {view['active']} decides: {view['decision']}.{witch}"


def _seat_lines(view: Json, number: int, seat: Json) -> list[str]:
    arrow = ">" if number == view["active"] else " "
    you = " (you)" if number == view["seat"] else ""
    colour = seat["colour"]
    builds = "builds nothing" if colour is None else f"builds {COLOUR_NAMES[COLOUR_LETTERS.index(colour)]}"
    lines = [f"{arrow} seat {number}{you} {builds}, {len(seat['castle'])} of 6"]
    lines += _field("castle", _short(seat["castle"]))
    return lines + _field("reserve", _short(seat["reserve"]))


def _field(label: str, text: str) -> list[str]:
    start = f"    {label:<11}"
    return wrap(start + text, WIDTH, subsequent_indent=" " * len(start), drop_whitespace=True)


def _short(cards: list[str]) -> str:
    """Equal cards together, e.g. ``R1 Dx3``."""
    parts = []
    for name in CARD_NAMES:
        count = cards.count(name)
        if count:
            parts.append(name if count == 1 else f"{name}x{count}")
    return " ".join(parts) or "-"
