"""What each of the 23 cards does. ``me`` is the seat that plays the card, ``target`` the one it is used on."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations_with_replacement, permutations, product
from typing import TYPE_CHECKING

from tests.engines.oracles.interface import Json
from tests.engines.oracles.karmaka.asking import Asking, Question, ask
from tests.engines.oracles.karmaka.cards import MIXED, Card, different_names, sorted_names

if TYPE_CHECKING:
    from tests.engines.oracles.karmaka.game import Game

Ability = Callable[["Game", int, int], Asking[None]]

NOBODY = -1
"""The target of a card that is used on nobody."""


# -- blue -----------------------------------------------------------------------------------------------------


def transmigrate(game: "Game", me: int, _target: int) -> Asking[None]:
    """Take a card of your choice from your Future Life into your hand."""
    future = game.players[me].future
    if not future:
        return
    places: list[Json] = [{"type": "pick_future", "at": at} for at in range(len(future))]
    answer = yield from ask(Question(me, "PICK_FL", places, "Transmigrate"))
    card = future.pop(answer["at"])
    game.table.tell_some("take_from_future", card.seen_by, {"card": card.name}, seat=me, at=answer["at"])
    game.table.into_hand(me, card)


def peek(game: "Game", me: int, target: int) -> Asking[None]:
    """See that rival's hand."""
    yield from ()
    cards = game.players[target].hand
    game.table.minds[me].sees_in_hand(target, Counter(sorted_names(cards)))
    game.table.tell_some("peek", frozenset({me}), {"cards": sorted_names(cards)}, seat=me, owner=target)


def destiny(game: "Game", me: int, _target: int) -> Asking[None]:
    """See the top three of the Well, put up to two of them on your Future Life, the others back in any order."""
    table = game.table
    for _card in range(3):
        if card := table.next_from_well():
            table.aside.append(card)
            table.show(card, me)
    names = [card.name for card in table.aside]
    table.tell_some("look", frozenset({me}), {"cards": names}, seat=me, count=len(names))
    if not names:
        return
    answer = yield from ask(Question(me, "DESTINY", arrangements(names), "Destiny"))
    to_future = [table.aside[at] for at in answer["future"]]
    to_well = [table.aside[at] for at in answer["well"] if at < len(names)]
    table.aside = []
    put_back(game, me, to_future, to_well)


def arrangements(names: list[str]) -> list[Json]:
    """All ways to put cards back. Of those that differ only in which of equal cards is meant, the first."""
    ways: dict[tuple[tuple[str, ...], tuple[str, ...]], Json] = {}
    for order in permutations(range(len(names))):
        for count in range(min(2, len(names)) + 1):
            future, well = order[:count], order[count:]
            looks_like = tuple(names[at] for at in future), tuple(names[at] for at in well)
            missing = range(len(names), 3)  # written down at the end, but they mean nothing
            ways.setdefault(looks_like, {"type": "arrange", "future": list(future), "well": [*well, *missing]})
    return list(ways.values())


def put_back(game: "Game", me: int, to_future: list[Card], to_well: list[Card]) -> None:
    """Destiny's cards. Of more than one only who puts them back can tell which went where."""
    for card in to_future + to_well if len(to_future + to_well) > 1 else []:
        for observer in card.seen_by - {me}:
            game.table.minds[observer].loses_sight_of(card)
        card.seen_by = frozenset({me})
    if len({card.source for card in to_future + to_well}) > 1:
        for card in to_future + to_well:
            card.source = MIXED
    game.players[me].future += to_future
    game.table.well += to_well
    secret = {"future_cards": [card.name for card in to_future], "well_cards": [card.name for card in to_well]}
    game.table.tell_some("put_back", frozenset({me}), secret, seat=me, to_future=len(to_future), to_well=len(to_well))


def stolen_dreams(game: "Game", me: int, target: int) -> Asking[None]:
    """The top card of the rival's Future Life goes onto yours."""
    yield from ()
    if not game.players[target].future:
        return
    card = game.players[target].future.pop()
    game.table.show(card, me)
    game.players[me].future.append(card)
    game.table.think()
    game.table.tell_some("take_future", card.seen_by, {"card": card.name}, seat=me, owner=target)


def denial(game: "Game", me: int, _target: int) -> Asking[None]:
    """Ruin a card from your hand, then do what that card does."""
    if not game.players[me].hand:
        return
    card = yield from choose_and_ruin_from_hand(game, me, "Denial")
    game.chain.embody_used = game.chain.mimic_used = False
    yield from game.copy(me, card)


def thievery(game: "Game", me: int, target: int) -> Asking[None]:
    """Take the rival's exposed Deed into your hand."""
    yield from ()
    if not game.players[target].deeds:
        return
    card = game.players[target].deeds.pop()
    game.table.tell("take_deed", seat=me, owner=target, card=card.name)
    game.table.into_hand(me, card)


def swindle(game: "Game", me: int, target: int) -> Asking[None]:
    """See three random cards of the rival's hand and take one of them."""
    if not game.players[target].hand:
        return
    table, both = game.table, frozenset({me, target})
    table.shown = table.random_cards_of_hand(target, 3)
    names = sorted_names(table.shown)
    table.minds[me].sees_in_hand(target, Counter(names))
    table.tell_some("show", both, {"cards": names}, seat=me, owner=target, count=len(names))
    options: list[Json] = [{"type": "swindle", "card": name} for name in different_names(table.shown)]
    answer = yield from ask(Question(me, "SWINDLE_TAKE", options, "Swindle"), all_know_the_choice=len(names) == 1)
    card = game.players[target].card_in_hand(answer["card"])
    table.shown = []
    table.tell_some("take_from_hand", both, {"card": card.name}, seat=me, owner=target)
    table.from_hand_to_hand(target, me, card)


# -- green ----------------------------------------------------------------------------------------------------


def another_day(game: "Game", me: int, _target: int) -> Asking[None]:
    """Draw a card from the Well."""
    yield from ()
    game.draw_from_well(me)


def recycle(game: "Game", me: int, _target: int) -> Asking[None]:
    """Put one of the top three Ruins on your Future Life."""
    card = yield from take_from_ruins(game, me, "Recycle")
    if card:
        game.table.tell("take_from_ruins", seat=me, card=card.name, zone="future")
        game.players[me].future.append(card)


def longevity(game: "Game", _me: int, target: int) -> Asking[None]:
    """Deal two cards from the Well onto that seat's Deck."""
    yield from ()
    for _card in range(2):
        game.deal_to_deck(target)


def sowing(game: "Game", me: int, _target: int) -> Asking[None]:
    """Draw two cards from the Well, then put two cards from your hand on your Future Life."""
    for _card in range(2):
        game.draw_from_well(me)
    hand = game.players[me].hand
    if not hand:
        return
    options: list[Json] = [{"type": "sow", "cards": list(names)} for names in rows_of_cards(hand, min(2, len(hand)))]
    answer = yield from ask(Question(me, "SOWING", options, "Sowing"), all_know_the_choice=len(hand) == 1)
    for name in answer["cards"]:
        game.put_on_future(me, me, name)


def salvage(game: "Game", me: int, _target: int) -> Asking[None]:
    """Take one of the top three Ruins into your hand."""
    card = yield from take_from_ruins(game, me, "Salvage")
    if card:
        game.table.tell("take_from_ruins", seat=me, card=card.name, zone="hand")
        game.table.into_hand(me, card)


def voyage(game: "Game", me: int, _target: int) -> Asking[None]:
    """Draw three cards from the Well."""
    yield from ()
    for _card in range(3):
        game.draw_from_well(me)


def jubilee(game: "Game", me: int, _target: int) -> Asking[None]:
    """Put up to two cards from your hand on your Deeds."""
    hand = game.players[me].hand
    rows = [row for count in range(min(2, len(hand)) + 1) for row in rows_of_cards(hand, count)]
    options: list[Json] = [{"type": "jubilee", "cards": list(names)} for names in rows]
    answer = yield from ask(Question(me, "JUBILEE", options, "Jubilee"))
    for name in answer["cards"]:
        game.lay_deed(me, name)


# -- red ------------------------------------------------------------------------------------------------------


def panic(game: "Game", _me: int, target: int) -> Asking[None]:
    """Ruin the top card of that seat's Deck."""
    yield from ()
    if deck := game.players[target].deck:
        game.ruin_face_down(target, deck.pop(), "deck")


def dwindle(game: "Game", _me: int, target: int) -> Asking[None]:
    """That seat ruins a card of its choice from its hand."""
    if game.players[target].hand:
        yield from choose_and_ruin_from_hand(game, target, "Dwindle")


def crisis(game: "Game", _me: int, target: int) -> Asking[None]:
    """That rival ruins one of its Deeds of its choice."""
    deeds = game.players[target].deeds
    if not deeds:
        return
    # Of equal neighbours it is all one which of them goes, so one is named.
    places = [at for at in range(len(deeds)) if at == 0 or deeds[at].name != deeds[at - 1].name]
    options: list[Json] = [{"type": "pick_deed", "at": at} for at in places]
    answer = yield from ask(Question(target, "PICK_DEED", options, "Crisis"))
    game.ruin_deed(target, answer["at"])


def roulette(game: "Game", me: int, _target: int) -> Asking[None]:
    """Ruin up to two cards from your hand, then draw up to one more than that, one by one."""
    hand = game.players[me].hand
    options: list[Json] = [{"type": "ruin", "cards": list(names)} for names in bunches_of_cards(hand)]
    answer = yield from ask(Question(me, "ROULETTE_RUIN", options, "Roulette"))
    for name in answer["cards"]:
        game.ruin_from_hand(me, name)
    for draws_left in range(len(answer["cards"]) + 1, 0, -1):
        if not game.table.can_give_a_card():
            return
        draw_or_stop: list[Json] = [{"type": "draw"}, {"type": "stop"}]
        answer = yield from ask(Question(me, "ROULETTE_DRAW", draw_or_stop, "Roulette", draws_left))
        if answer == {"type": "stop"}:
            return
        game.draw_from_well(me)


def hells_heart(game: "Game", _me: int, target: int) -> Asking[None]:
    """Ruin the top two cards of the rival's Future Life."""
    yield from ()
    for _card in range(2):
        if future := game.players[target].future:
            game.ruin_face_down(target, future.pop(), "future")


def vengeance(game: "Game", _me: int, target: int) -> Asking[None]:
    """Ruin the rival's exposed Deed."""
    yield from ()
    if game.players[target].deeds:
        game.ruin_deed(target, -1)


def spite(game: "Game", _me: int, target: int) -> Asking[None]:
    """Ruin two random cards of the rival's hand."""
    yield from ()
    for card in game.table.random_cards_of_hand(target, 2):
        game.ruin_from_hand(target, card.name)


# -- mosaic ---------------------------------------------------------------------------------------------------


def embody(game: "Game", me: int, _target: int) -> Asking[None]:
    """Choose one of your Deeds and do what it does."""
    deeds = game.players[me].deeds
    if game.chain.embody_used:
        return
    game.chain.embody_used = True
    if not deeds:
        return
    names = [card.name for card in deeds]
    options: list[Json] = [{"type": "pick_deed", "at": at} for at in range(len(names)) if names.index(names[at]) == at]
    answer = yield from ask(Question(me, "PICK_DEED", options, "Embody"))
    yield from game.copy(me, deeds[answer["at"]])


def mimic(game: "Game", me: int, _target: int) -> Asking[None]:
    """Choose a rival and do what its exposed Deed does."""
    if game.chain.mimic_used:
        return
    game.chain.mimic_used = True
    rivals = sorted(game.mode.rivals_from_the_left(me))
    options: list[Json] = [{"type": "copy", "seat": rival} for rival in rivals]
    answer = yield from ask(Question(me, "PICK_RIVAL_DEED", options, "Mimic"))
    if deeds := game.players[answer["seat"]].deeds:
        yield from game.copy(me, deeds[-1])


# -- choices that several cards have --------------------------------------------------------------------------


def choose_and_ruin_from_hand(game: "Game", seat: int, card: str) -> Asking[Card]:
    """A card of the own choice. Only its number tells others whether a hand leaves a choice."""
    hand = game.players[seat].hand
    options: list[Json] = [{"type": "pick_hand", "card": name} for name in different_names(hand)]
    answer = yield from ask(Question(seat, "PICK_HAND", options, card), all_know_the_choice=len(hand) == 1)
    return game.ruin_from_hand(seat, answer["card"])


def take_from_ruins(game: "Game", me: int, card: str) -> Asking[Card | None]:
    """One of the top three Ruins, if there are any."""
    ruins = game.table.ruins
    if not ruins:
        return None
    from_the_top = ruins[::-1][:3]
    depths = [at for at in range(len(from_the_top)) if at == 0 or from_the_top[at].name != from_the_top[at - 1].name]
    options: list[Json] = [{"type": "pick_ruins", "depth": depth} for depth in depths]
    answer = yield from ask(Question(me, "PICK_RUINS", options, card))
    return ruins.pop(-1 - answer["depth"])


def rows_of_cards(hand: list[Card], count: int) -> list[tuple[str, ...]]:
    """All ordered choices of so many cards, by name."""
    names = [card.name for card in hand]
    rows = product(different_names(hand), repeat=count)
    return [row for row in rows if all(row.count(name) <= names.count(name) for name in row)]


def bunches_of_cards(hand: list[Card]) -> list[tuple[str, ...]]:
    """All choices of up to two cards without order, by name."""
    names = [card.name for card in hand]
    bunches = [bunch for count in range(3) for bunch in combinations_with_replacement(different_names(hand), count)]
    return [bunch for bunch in bunches if all(bunch.count(name) <= names.count(name) for name in bunch)]


ABILITIES: dict[str, Ability] = {
    "Transmigrate": transmigrate,
    "Peek": peek,
    "Destiny": destiny,
    "Stolen Dreams": stolen_dreams,
    "Denial": denial,
    "Thievery": thievery,
    "Swindle": swindle,
    "Another Day": another_day,
    "Recycle": recycle,
    "Longevity": longevity,
    "Sowing": sowing,
    "Salvage": salvage,
    "Voyage": voyage,
    "Jubilee": jubilee,
    "Panic": panic,
    "Dwindle": dwindle,
    "Crisis": crisis,
    "Roulette": roulette,
    "Hell's Heart": hells_heart,
    "Vengeance": vengeance,
    "Spite": spite,
    "Embody": embody,
    "Mimic": mimic,
}
