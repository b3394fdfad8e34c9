"""A view, and an action, as text for terminals."""

from pathlib import Path
from textwrap import wrap
from typing import Final

from engines.diamoniak.cards import CARD_NAMES, COLOUR_LETTERS
from engines.interface import Json
from engines.registry import variant
from engines.words import Speech, Words, mark

WIDTH: Final = 100
_WORDS: Final = Words(Path(__file__).parent)
_LABELS: Final = (mark("draw pile"), mark("returned"), mark("castle"), mark("reserve"))


def render(view: Json, language: str = "") -> str:
    """At most 100 columns; the seat whose turn it is has an arrow."""
    table = _Table(_WORDS.speech(language), language)
    say = table.say
    lines = [say.t(variant(view["variant"]).title), *wrap(table.headline(view), WIDTH)]
    unseen = say.t("{cards}, in unknown order: {names}", cards=table.many(view["draw"]), names=_short(view["unseen"]))
    lines += table.field("draw pile", unseen)
    lines += table.field("returned", f"{table.many(len(view['returned']))}: {_short(view['returned'])}")
    for number, seat in enumerate(view["seats"]):
        lines += table.seat_lines(view, number, seat)
    return "\n".join(lines)


def words_of(action: Json, language: str) -> str:
    """An action in its JSON form, in the words that the table on a page has for it."""
    say = _WORDS.speech(language)
    kind = action["type"]
    if kind == "buy":
        seller = say.t("seat {seat}", seat=action["seller"])
        return say.t("buy the {part} from {name} for three diamonds", part=action["card"], name=seller)
    if kind == "pay" and "cards" in action:
        return say.t("give back {cards}", cards=_short(action["cards"]))
    return say.t(_PLAIN[kind])


_PLAIN: Final = {
    "draw": mark("turn over a card"),
    "stop": mark("stop here"),
    "fairy": mark("send a fairy against the witch"),
    "pay": mark("keep the fairy and pay with three cards"),
}
_ASKED: Final = {
    "START": mark("buy a part or draw"),
    "CONTINUE": mark("draw again or stop"),
    "WITCH": mark("use a fairy or pay"),
    "PAY": mark("give back three cards"),
}


class _Table:
    """In one language."""

    def __init__(self, say: Speech, language: str) -> None:
        self.say = say
        self._language = language
        self._label = max(11, *(len(say.t(label)) + 2 for label in _LABELS))
        # Whole sentences: a colour takes another ending beside every verb.
        self._builds = (
            say.t("builds red"),
            say.t("builds blue"),
            say.t("builds yellow"),
            say.t("builds green"),
        )

    def headline(self, view: Json) -> str:
        say = self.say
        ranks = {"turn": view["turn"], "ranks": ", ".join(map(str, view["ranks"] or []))}
        if view["ranks"] is not None:
            if view["capped"]:
                return say.t("Game over at the turn cap in turn {turn}. Ranks: {ranks}", **ranks)
            return say.t("Game over with a full castle in turn {turn}. Ranks: {ranks}", **ranks)
        decision = view["decision"]
        asked = say.t(_ASKED[decision]) if self._language else decision
        turn = say.t(
            "Turn {turn} of at most {cap}, {drawn} drawn", turn=view["turn"], cap=view["turn_cap"], drawn=view["drawn"]
        )
        decides = say.t("Seat {seat} decides: {decision}.", seat=view["active"], decision=asked)
        witch = say.t("A witch lies open.") if view["shown"] else ""
        return f"{turn}. {decides} {witch}".rstrip()

    def seat_lines(self, view: Json, number: int, seat: Json) -> list[str]:
        say = self.say
        arrow = ">" if number == view["active"] else " "
        who = say.t("seat {seat} (you)", seat=number) if number == view["seat"] else say.t("seat {seat}", seat=number)
        colour = seat["colour"]
        builds = say.t("builds nothing") if colour is None else self._builds[COLOUR_LETTERS.index(colour)]
        built = say.t("{n} of 6", n=len(seat["castle"]))
        lines = [f"{arrow} {who} {builds}, {built}"]
        lines += self.field("castle", _short(seat["castle"]))
        return lines + self.field("reserve", _short(seat["reserve"]))

    def field(self, label: str, text: str) -> list[str]:
        start = f"    {self.say.t(label):<{self._label}}"
        return wrap(start + text, WIDTH, subsequent_indent=" " * len(start), drop_whitespace=True)

    def many(self, n: int) -> str:
        return self.say.plural("{n} card", "{n} cards", n)


def _short(cards: list[str]) -> str:
    """Equal cards together, e.g. ``R1 Dx3``."""
    parts = []
    for name in CARD_NAMES:
        count = cards.count(name)
        if count:
            parts.append(name if count == 1 else f"{name}x{count}")
    return " ".join(parts) or "-"
