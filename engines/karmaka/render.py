"""A view as text for terminals."""

from textwrap import wrap
from typing import Final

from engines.interface import Json
from engines.karmaka.layout import NEEDED, TRANSCENDENCE
from engines.registry import variant

WIDTH: Final = 100


def render(view: Json) -> str:
    """At most 100 columns; the seat whose turn it is has an arrow. Stacks run from bottom to top."""
    lines = [variant(view["variant"]).title, *_headline(view)]
    well = "".join(f", {_slot(slot)} at {slot['at']}" for slot in view["well"]["slots"])
    lines += _field("well", f"{view['well']['size']} cards{well}, {view['reshuffles']} reshuffles")
    lines += _field("ruins", ", ".join(view["ruins"]) or "-")
    if view["centre"]:
        lines += _field("centre", view["centre"] + _target(view))
    if view["aside"]:
        lines += _field("aside", _slots(view["aside"]))
    if view["shown"]:
        cards = view["shown"]["cards"]
        lines += _field("shown", ", ".join(cards) if cards else f"{view['shown']['count']} cards")
    for number, seat in enumerate(view["seats"]):
        lines += _seat_lines(view, number, seat)
    return "\n".join(lines)


def _headline(view: Json) -> list[str]:
    if view["ranks"] is not None:
        end = "at the turn cap" if view["capped"] else f"by seat {view['winner']}"
        return [f"Game over {end} in turn {view['turn']}. Ranks: {', '.join(map(str, view['ranks']))}"]
    turn = f"Turn {view['turn']} of at most {view['turn_cap']}"
    return wrap(f"{turn}. Seat {view['actor']} decides: {view['decision']}.", WIDTH)


def _target(view: Json) -> str:
    target = view["chain"]["target"]
    return "" if target is None else f", used on seat {target}"


def _seat_lines(view: Json, number: int, seat: Json) -> list[str]:
    arrow = ">" if number == view["active"] else " "
    you = " (you)" if number == view["seat"] else ""
    need = "" if seat["level"] == TRANSCENDENCE else f", needs {NEEDED[seat['level']]}"
    lines = [f"{arrow} seat {number}{you}: {seat['level_name']}{need}, {seat['rings']} rings"]
    lines += _field("hand", _hand(view, number, seat))
    lines += _field("deck", _slots(seat["deck"]))
    lines += _field("future", _slots(seat["future"]))
    return lines + _field("deeds", ", ".join(seat["deeds"]) or "-")


def _hand(view: Json, number: int, seat: Json) -> str:
    if number == view["seat"]:
        return ", ".join(view["own"]["hand"]) or "-"
    known = f"; surely {', '.join(seat['surely'])}" if seat["surely"] else ""
    maybe = f"; here or put down: {', '.join(seat['perhaps'])}" if seat["perhaps"] else ""
    return f"{seat['hand']} cards{known}{maybe}"


def _slots(slots: list[Json]) -> str:
    return ", ".join(_slot(slot) for slot in slots) or "-"


def _slot(slot: Json) -> str:
    return slot["card"] or "?"


def _field(label: str, text: str) -> list[str]:
    start = f"    {label:<7} "
    return wrap(start + text, WIDTH, subsequent_indent=" " * len(start))
