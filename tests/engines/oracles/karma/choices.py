"""What a seat may do, whether it needs to be asked, and how players of different tempers choose."""

from typing import TYPE_CHECKING

from tests.engines.oracles.interface import Json
from tests.engines.oracles.karma.cards import FACES, Card, fits, names, sets_of_three

if TYPE_CHECKING:
    from tests.engines.oracles.karma.game import Karma

TAKE: Json = {"type": "take"}


def options(game: "Karma", seat: int) -> list[Json]:
    match game.asked:
        case "CHOOSE_UP":
            return [{"type": "choose", "cards": three} for three in sets_of_three(game.players[seat].hand)]
        case "GIVE_TO":
            others = [other for other in range(len(game.players)) if other != seat]
            return [{"type": "give", "seat": other} for other in others]
        case "FOLLOW_UP":
            return follow_ups(game, seat)
    return main_actions(game, seat)


def main_actions(game: "Karma", seat: int) -> list[Json]:
    player, top = game.players[seat], game.required()
    if player.hand:
        actions = plays("hand", player.hand, top, at_most=3)
    elif player.up:
        actions = plays("up", player.up, top, at_most=3)
    else:
        actions = flips(player.full_slots())
    return [*actions, TAKE] if game.pile else actions


def follow_ups(game: "Karma", seat: int) -> list[Json]:
    """One card from the table; from the hand only if nothing lies on the table, and then as many as in any play."""
    player, top = game.players[seat], game.required()
    if player.up:
        return plays("up", player.up, top, at_most=1) or [TAKE]
    if player.full_slots():
        return flips(player.full_slots())
    actions = plays("hand", player.hand, top, at_most=3)
    return [*actions, TAKE] if game.strict_follow_up else actions


def plays(zone: str, cards: list[Card], top: Card | None, at_most: int) -> list[Json]:
    return [
        {"type": "play", "zone": zone, "card": card.name, "count": count}
        for card in FACES
        if fits(card, top)
        for count in range(1, min(at_most, cards.count(card)) + 1)
    ]


def flips(slots: list[int]) -> list[Json]:
    return [{"type": "flip", "slot": slot} for slot in slots]


def all_know_that_there_is_one(game: "Karma", seat: int) -> bool:
    """Whether a decision has one option, and none of the cards that others cannot see makes it so.

    If anything fits, a hand of one card is one option and a larger hand is more, and everybody sees how many cards a
    hand has. If something has to be fitted, others know what a hand can do only if they saw all its cards taken.
    """
    if len(options(game, seat)) > 1:
        return False
    player = game.players[seat]
    is_follow_up_from_hand = game.asked == "FOLLOW_UP" and not (player.up or player.full_slots())
    is_from_hand = player.hand and (game.asked == "MAIN" or is_follow_up_from_hand)
    if not is_from_hand or game.required() is None:
        return True
    return len(player.seen_taken) == len(player.hand)


def weight(game: "Karma", temper: str, seat: int, option: Json) -> float:
    match temper, option["type"]:
        case "hoarder", "take":
            return 20
        case (("keen" | "sets" | "collector" | "karma first"), "take"):
            return 0.02
        case "sets", "play":
            return float(10 ** option["count"])
        case "collector", "play":
            equal_cards = names(game.players[seat].hand).count(option["card"])
            return 100 if option["count"] == 3 else 0.05 if equal_cards > 1 else 1
        case "karma first", ("play" | "choose"):
            cards: list[str] = option["cards"] if option["type"] == "choose" else [option["card"]]
            return 1 + 10 * sum(card in "TBFG" for card in cards)
    return 1
