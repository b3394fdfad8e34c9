"""A view, and an action, as text for terminals."""

from pathlib import Path
from textwrap import wrap
from typing import Any, Final

from engines.interface import Json
from engines.karmaka.layout import NEEDED, TRANSCENDENCE
from engines.registry import variant
from engines.words import Speech, Words, mark

WIDTH: Final = 100
_WORDS: Final = Words(Path(__file__).parent)
_LABELS: Final = (
    mark("well"),
    mark("ruins"),
    mark("centre"),
    mark("aside"),
    mark("shown"),
    mark("hand"),
    mark("deck"),
    mark("future"),
    mark("deeds"),
)


def render(view: Json, language: str = "") -> str:
    """At most 100 columns; the seat whose turn it is has an arrow. Stacks run from bottom to top."""
    table = _Table(_WORDS.speech(language), language)
    say = table.say
    lines = [say.t(variant(view["variant"]).title), *wrap(table.headline(view), WIDTH)]
    slots = "".join(
        ", " + say.t("{card} at {place}", card=_slot(slot), place=slot["at"]) for slot in view["well"]["slots"]
    )
    reshuffles = say.plural("{n} reshuffle", "{n} reshuffles", view["reshuffles"])
    lines += table.field("well", f"{table.many(view['well']['size'])}{slots}, {reshuffles}")
    lines += table.field("ruins", ", ".join(view["ruins"]) or "-")
    if view["centre"]:
        lines += table.field("centre", view["centre"] + table.target(view))
    if view["aside"]:
        lines += table.field("aside", _slots(view["aside"]))
    if view["shown"]:
        cards = view["shown"]["cards"]
        lines += table.field("shown", ", ".join(cards) if cards else table.many(view["shown"]["count"]))
    for number, seat in enumerate(view["seats"]):
        lines += table.seat_lines(view, number, seat)
    return "\n".join(lines)


def words_of(action: Json, language: str) -> str:
    """An action in its JSON form, in the words that the table on a page has for it."""
    say = _WORDS.speech(language)
    kind = action["type"]
    if kind == "play":
        mode = action["mode"]
        return say.t(_MODES[mode], card=action["card"])
    if kind == "arrange":
        return say.t(
            "put {future} on the Future Life, {well} back on the Well",
            future=_seen(action["future"], say),
            well=_seen(action["well"], say),
        )
    if "cards" in action:
        cards = say.t(", then ").join(action["cards"]) or say.t("nothing")
        return say.t(_SEVERAL[kind], cards=cards)
    if kind in _PLAIN:
        return say.t(_PLAIN[kind])
    place = next((action[key] for key in ("at", "depth") if key in action), 0)
    filling: dict[str, Any] = {"card": action.get("card", ""), "n": place + 1}
    if "seat" in action:
        filling["name"] = say.t("seat {seat}", seat=action["seat"])
    return say.t(_SINGLE[kind], **filling)


_MODES: Final = {
    "deed": mark("play {card} as a Deed"),
    "ability": mark("play {card} for its ability"),
    "future": mark("put {card} on the Future Life"),
    "mate": mark("put {card} on the teammate's Future Life"),
}
_SEVERAL: Final = {
    "ruin": mark("ruin {cards}"),
    "jubilee": mark("add to the Deeds: {cards}"),
    "sow": mark("put on the Future Life: {cards}"),
}
_SINGLE: Final = {
    "swindle": mark("take {card}"),
    "pick_ruins": mark("take card {n} of the Ruins, from the top"),
    "pick_future": mark("take card {n} of the Future Life, from the bottom"),
    "pick_deed": mark("choose Deed {n}, from the bottom"),
    "pick_hand": mark("choose {card}"),
    "copy": mark("copy the exposed Deed of {name}"),
    "target": mark("use it on {name}"),
}
_PLAIN: Final = {
    "pass": mark("pass, and keep the cards"),
    "stop": mark("play no more cards"),
    "draw": mark("draw one more card"),
    "take": mark("take the card for the next life"),
    "decline": mark("leave the card"),
    "pay": mark("pay rings and climb"),
    "stay": mark("stay and take a ring"),
}
_ASKED: Final = {
    "PLAY": mark("play a card"),
    "EXTRA_PLAY": mark("play one more card or stop"),
    "TARGET": mark("choose a rival"),
    "PICK_RIVAL_DEED": mark("choose a Deed to copy"),
    "PICK_HAND": mark("choose a card of the hand"),
    "PICK_DEED": mark("choose a Deed"),
    "PICK_FL": mark("choose a card of the Future Life"),
    "PICK_RUINS": mark("choose a card of the Ruins"),
    "SWINDLE_TAKE": mark("take one of the cards shown"),
    "DESTINY": mark("sort the top of the Well"),
    "SOWING": mark("put cards on the Future Life"),
    "JUBILEE": mark("add cards to the Deeds"),
    "ROULETTE_RUIN": mark("choose what is ruined"),
    "ROULETTE_DRAW": mark("draw once more or stop"),
    "OFFER": mark("take the card that was used, or not"),
    "RINGS": mark("pay rings to climb, or not"),
}


class _Table:
    """In one language."""

    def __init__(self, say: Speech, language: str) -> None:
        self.say = say
        self._language = language
        self._label = max(7, *(len(say.t(label)) for label in _LABELS))

    def headline(self, view: Json) -> str:
        say = self.say
        ended = {"turn": view["turn"], "ranks": ", ".join(map(str, view["ranks"] or [])), "seat": view["winner"]}
        if view["ranks"] is not None:
            if view["capped"]:
                return say.t("Game over at the turn cap in turn {turn}. Ranks: {ranks}", **ended)
            return say.t("Game over by seat {seat} in turn {turn}. Ranks: {ranks}", **ended)
        decision = view["decision"]
        asked = say.t(_ASKED[decision]) if self._language and decision in _ASKED else decision
        turn = say.t("Turn {turn} of at most {cap}", turn=view["turn"], cap=view["turn_cap"])
        return f"{turn}. " + say.t("Seat {seat} decides: {decision}.", seat=view["actor"], decision=asked)

    def target(self, view: Json) -> str:
        target = view["chain"]["target"]
        return "" if target is None else self.say.t(", used on seat {seat}", seat=target)

    def seat_lines(self, view: Json, number: int, seat: Json) -> list[str]:
        say = self.say
        arrow = ">" if number == view["active"] else " "
        who = say.t("seat {seat} (you)", seat=number) if number == view["seat"] else say.t("seat {seat}", seat=number)
        need = "" if seat["level"] == TRANSCENDENCE else say.t(", needs {n}", n=NEEDED[seat["level"]])
        level = seat["level_name"]
        rings = say.plural("{n} ring", "{n} rings", seat["rings"])
        lines = [f"{arrow} {who}: {say.t(level)}{need}, {rings}"]
        lines += self.field("hand", self._hand(view, number, seat))
        lines += self.field("deck", _slots(seat["deck"]))
        lines += self.field("future", _slots(seat["future"]))
        return lines + self.field("deeds", ", ".join(seat["deeds"]) or "-")

    def _hand(self, view: Json, number: int, seat: Json) -> str:
        if number == view["seat"]:
            return ", ".join(view["own"]["hand"]) or "-"
        surely, perhaps = ", ".join(seat["surely"]), ", ".join(seat["perhaps"])
        known = self.say.t("; surely {cards}", cards=surely) if surely else ""
        maybe = self.say.t("; here or put down: {cards}", cards=perhaps) if perhaps else ""
        return f"{self.many(seat['hand'])}{known}{maybe}"

    def field(self, label: str, text: str) -> list[str]:
        start = f"    {self.say.t(label):<{self._label}} "
        return wrap(start + text, WIDTH, subsequent_indent=" " * len(start))

    def many(self, n: int) -> str:
        return self.say.plural("{n} card", "{n} cards", n)


def _seen(places: list[int], say: Speech) -> str:
    """Cards that were looked at, counted from 1 as the page does."""
    return ", ".join(say.t("card {n}", n=at + 1) for at in places) or say.t("nothing")


def _slots(slots: list[Json]) -> str:
    return ", ".join(_slot(slot) for slot in slots) or "-"


def _slot(slot: Json) -> str:
    return slot["card"] or "?"
