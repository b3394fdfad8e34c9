"""A bot for all three games. Every legal action gets a score, and the highest is played: change the scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bots.sdk import Action, Bot, End, Request, log

if TYPE_CHECKING:  # your editor then knows every field; at run time a view is a dictionary
    from engines.diamoniak.sdk import DiamoniakView
    from engines.karma.sdk import KarmaView
    from engines.karmaka.sdk import KarmakaView


class Starter(Bot):
    name = "Starter"

    def started(self) -> None:
        log(f"{self.hello.variant}: I sit in seat {self.hello.seat} of {self.hello.seats}.")

    def choose(self, request: Request) -> Action:
        best = max(request.legal, key=lambda action: self.score(action, request))  # the first of equals
        log(f"{request.number}. {request.decision}: {best.name}")
        return best

    def score(self, action: Action, request: Request) -> int:
        """How much we like an action. Only the order matters; 0 is for whatever we have no opinion about."""
        view: Any = request.view
        if view["game"] == "karma":
            return karma(action, view)
        if view["game"] == "diamoniak":
            return diamoniak(action, view)
        if view["game"] == "karmaka":
            return karmaka(action, view)
        return 0

    def ended(self, end: End) -> None:
        log(f"The game is over ({end.termination}). My rank is {end.rank}.")


# Karma: get rid of low cards first, all copies at once, and keep the Karma cards for when nothing else fits.

KARMA_CARDS = [*(str(number) for number in range(1, 17)), "T", "B", "F", "G"]
"""From weak to strong."""


def karma(action: Action, view: KarmaView) -> int:
    json = action.json
    if action.type == "play":
        return int(json["count"]) - 10 * strength(json["card"])
    if action.type == "take":
        return -1000  # only when there is nothing to play
    if action.type == "choose":
        return sum(strength(card) for card in json["cards"])  # the table is played last: strong cards belong there
    if action.type == "give":
        seat = view["seats"][json["seat"]]
        return -(seat["hand"] + len(seat["up"]) + len(seat["down"]))  # to whoever is nearest to going out
    return 0


def strength(card: str) -> int:
    return KARMA_CARDS.index(card) + 1


# Diamoniak: buy when possible, stop after three cards unless a fairy protects us, pay with what we need least.

ENOUGH_CARDS = 3


def diamoniak(action: Action, view: DiamoniakView) -> int:
    json = action.json
    me = view["seats"][view["seat"]]
    if action.type == "buy":
        return 100 - len(view["seats"][json["seller"]]["castle"])  # the diamonds go to whoever is furthest behind
    if action.type == "fairy":
        return 1
    if action.type == "pay":
        return -sum(worth(card, me["colour"]) for card in json.get("cards", []))
    if action.type == "stop":
        return 1 if view["drawn"] >= ENOUGH_CARDS and "F" not in me["reserve"] else -1
    return 0  # draw


def worth(card: str, colour: str | None) -> int:
    if card == "D":
        return 2
    if card == "F":
        return 3
    return 4 if card[0] == colour else 1  # a part: R1 is red


# Karmaka: Deeds of the colour that promises most until the level is done, everything else into the next life.

POINTS_TO_ASCEND = [4, 5, 6, 7]
"""From Dung Beetle, Snake, Wolf and Ape."""

DECK = {
    "blue": {
        "Transmigrate": 1,
        "Peek": 1,
        "Destiny": 2,
        "Stolen Dreams": 2,
        "Denial": 2,
        "Thievery": 3,
        "Swindle": 3,
    },
    "green": {"Another Day": 1, "Recycle": 1, "Longevity": 2, "Sowing": 2, "Salvage": 2, "Voyage": 3, "Jubilee": 3},
    "red": {"Panic": 1, "Dwindle": 1, "Crisis": 2, "Roulette": 2, "Hell's Heart": 2, "Vengeance": 3, "Spite": 3},
    "mosaic": {"Embody": 1, "Mimic": 1},  # counts for every colour
}
POINTS = {card: points for cards in DECK.values() for card, points in cards.items()}
COLOURS = ["blue", "green", "red"]


def karmaka(action: Action, view: KarmakaView) -> int:
    json = action.json
    me = view["seats"][view["seat"]]
    if action.type == "play" and json["mode"] == "deed":
        return 100 + POINTS[json["card"]] if helps(json["card"], view) else -1
    if action.type == "play" and json["mode"] == "future":
        return POINTS[json["card"]]  # always less than a Deed that helps
    if action.type in ("play", "pass"):
        return -1  # an ability hands its card to a rival: using some of them well is the first thing to improve
    if action.type == "take":
        return 1 if len(me["future"]) < 6 else -1  # an offered card makes the next life longer
    if action.type == "pick_hand":
        return -POINTS[json["card"]]
    if action.type == "pick_deed":
        return -POINTS[me["deeds"][json["at"]]]
    if action.type == "pay":
        return 1  # rings, to ascend
    return 0


def helps(card: str, view: KarmakaView) -> bool:
    """Whether a Deed brings us nearer to the next level."""
    me = view["seats"][view["seat"]]
    done = max(points_in(colour, me["deeds"]) for colour in COLOURS)
    cards = me["deeds"] + view["own"]["hand"]
    best = max(COLOURS, key=lambda colour: points_in(colour, cards))
    return done < POINTS_TO_ASCEND[me["level"]] and points_in(best, [card]) > 0


def points_in(colour: str, cards: list[str]) -> int:
    return sum(POINTS[card] for card in cards if card in DECK[colour] or card in DECK["mosaic"])


if __name__ == "__main__":
    Starter().run()
