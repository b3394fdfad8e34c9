"""A view as text for terminals."""

from textwrap import wrap

from engines.interface import PUBLIC, Json

WIDTH = 100


def render(view: Json) -> str:
    """At most 100 columns; cards are named 1 to 16, T, B, F and G."""
    lines = [_headline(view)]
    lines += _cards("pile", view["pile"], "empty", " (bottom to top)")
    lines += _cards("box", view["box"], "empty")
    lines.append(f"{'draw':<7}{view['draw']} cards")
    lines += [_seat_line(view, seat) for seat in range(len(view["seats"]))]
    if view["own"] is not None:
        lines += _own_lines(view["own"])
    return "\n".join(lines)


def _headline(view: Json) -> str:
    who = "spectator" if view["seat"] == PUBLIC else f"seat {view['seat']}"
    if view["ranks"] is not None:
        now = "over, ranks " + " ".join(str(rank) for rank in view["ranks"])
    elif view["active"] is None:
        now = view["decision"]
    else:
        now = f"turn {view['turn']}, seat {view['active']}: {view['decision']}"
        now += f" on {view['fits_on']}" if view["fits_on"] else ", everything fits"
    return f"{view['variant']}, seen by {who} | {now}"


def _cards(label: str, cards: list[str], nothing: str, note: str = "") -> list[str]:
    text = " ".join(cards) + note if cards else nothing
    return wrap(text, WIDTH, initial_indent=f"{label:<7}", subsequent_indent=" " * 7)


def _seat_line(view: Json, seat: int) -> str:
    entry = view["seats"][seat]
    mark = ">" if view["active"] == seat else "*" if view["own"] is not None and view["seat"] == seat else " "
    down = "".join("#" if slot in entry["down"] else "." for slot in range(3))
    up = " ".join(entry["up"]) or "-"
    out = "  out" if seat in view["out"] else ""
    line = f"{mark}seat {seat}  hand {entry['hand']:>2}  up {up:<9} down {down}{out}"
    return line + _known(entry["known"], WIDTH - len(line))


def _known(cards: list[str], room: int) -> str:
    """The known part of a hand, shortened where it does not fit on the line."""
    if not cards:
        return ""
    text = "  known " + " ".join(cards)
    return text if len(text) <= room else text[: room - 3].rsplit(" ", 1)[0] + " .."


def _own_lines(own: Json) -> list[str]:
    lines = _cards("hand", own["hand"], "empty")
    if own["foresight"] is not None:
        lines += _cards("below", own["foresight"], "nothing", " (face down, slots unknown)")
    if own["chosen"] is not None:
        lines += _cards("chosen", own["chosen"], "nothing")
    return lines
