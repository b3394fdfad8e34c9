"""A view, and an action, as text for terminals."""

from pathlib import Path
from textwrap import wrap
from typing import Final

from engines.interface import PUBLIC, Json
from engines.words import Speech, Words, mark

WIDTH: Final = 100
_WORDS: Final = Words(Path(__file__).parent)
_LABELS: Final = (mark("pile"), mark("box"), mark("draw"), mark("hand"), mark("below"), mark("chosen"))


def render(view: Json, language: str = "") -> str:
    """At most 100 columns; cards are named 1 to 16, T, B, F and G."""
    say = _WORDS.speech(language)
    label = max(7, *(len(say.t(name)) + 1 for name in _LABELS))
    lines = wrap(_headline(view, say, language), WIDTH) if language else [_headline(view, say, language)]
    lines += _cards(say.t("pile"), view["pile"], say.t("empty"), label, say.t(" (bottom to top)"))
    lines += _cards(say.t("box"), view["box"], say.t("empty"), label)
    left = say.plural("{n} card", "{n} cards", view["draw"])
    lines += _cards(say.t("draw"), [left], left, label)
    lines += [_seat_line(view, seat, say) for seat in range(len(view["seats"]))]
    if view["own"] is not None:
        lines += _own_lines(view["own"], say, label)
    return "\n".join(lines)


def words_of(action: Json, language: str) -> str:
    """An action in its JSON form, in the words that the table on a page has for it."""
    say = _WORDS.speech(language)
    kind = action["type"]
    if kind == "choose":
        return say.t("lay out {cards}", cards=" ".join(action["cards"]))
    if kind == "give":
        return say.t("give the pile to {name}", name=say.t("seat {seat}", seat=action["seat"]))
    if kind == "take":
        return say.t("take the pile")
    if kind == "flip":
        slot = action["slot"]
        return say.t(_SLOTS[slot])
    cards = action["card"] + (f" x{action['count']}" if action["count"] > 1 else "")
    if action["zone"] == "up":
        return say.t("play {cards} from the table", cards=cards)
    return say.t("play {cards}", cards=cards)


_SLOTS: Final = (
    mark("turn over the first face-down card"),
    mark("turn over the second face-down card"),
    mark("turn over the third face-down card"),
)
_ASKED: Final = {
    "CHOOSE_UP": mark("choose three cards for the table"),
    "MAIN": mark("play or take the pile"),
    "FOLLOW_UP": mark("add a card from the table"),
    "GIVE_TO": mark("say who gets the pile"),
}


def _headline(view: Json, say: Speech, language: str) -> str:
    who = say.t("spectator") if view["seat"] == PUBLIC else say.t("seat {seat}", seat=view["seat"])
    decision = view["decision"]
    asked = say.t(_ASKED[decision]) if language and decision in _ASKED else decision
    if view["ranks"] is not None:
        now = say.t("over, ranks {ranks}", ranks=" ".join(str(rank) for rank in view["ranks"]))
    elif view["active"] is None:
        now = asked
    else:
        now = say.t("turn {turn}, seat {seat}: {decision}", turn=view["turn"], seat=view["active"], decision=asked)
        now += say.t(" on {card}", card=view["fits_on"]) if view["fits_on"] else say.t(", everything fits")
    return say.t("{variant}, seen by {who}", variant=view["variant"], who=who) + f" | {now}"


def _cards(name: str, cards: list[str], nothing: str, label: int, note: str = "") -> list[str]:
    text = " ".join(cards) + note if cards else nothing
    return wrap(text, WIDTH, initial_indent=f"{name:<{label}}", subsequent_indent=" " * label)


def _seat_line(view: Json, seat: int, say: Speech) -> str:
    entry = view["seats"][seat]
    sign = ">" if view["active"] == seat else "*" if view["own"] is not None and view["seat"] == seat else " "
    down = "".join("#" if slot in entry["down"] else "." for slot in range(3))
    up = " ".join(entry["up"]) or "-"
    out = "  " + say.t("out") if seat in view["out"] else ""
    who, held, open_, hidden = say.t("seat {seat}", seat=seat), say.t("hand"), say.t("up"), say.t("down")
    line = f"{sign}{who}  {held} {entry['hand']:>2}  {open_} {up:<9} {hidden} {down}{out}"
    return line + _known(entry["known"], WIDTH - len(line), say)


def _known(cards: list[str], room: int, say: Speech) -> str:
    """The known part of a hand, shortened where it does not fit on the line."""
    if not cards:
        return ""
    text = "  " + " ".join([say.t("known"), *cards])
    return text if len(text) <= room else text[: room - 3].rsplit(" ", 1)[0] + " .."


def _own_lines(own: Json, say: Speech, label: int) -> list[str]:
    lines = _cards(say.t("hand"), own["hand"], say.t("empty"), label)
    if own["foresight"] is not None:
        note = say.t(" (face down, slots unknown)")
        lines += _cards(say.t("below"), own["foresight"], say.t("nothing"), label, note)
    if own["chosen"] is not None:
        lines += _cards(say.t("chosen"), own["chosen"], say.t("nothing"), label)
    return lines
