"""Legal actions of every decision, ascending and without two that differ only in which of equal cards they mean."""

from itertools import product
from typing import Final

from engines.karmaka.abilities import ABILITIES, ANY_SEAT
from engines.karmaka.actions import (
    ACCEPT,
    ARRANGE,
    CELEBRATE,
    COPY_SEAT,
    DECLINE,
    DRAW,
    FUTURE_CARD,
    HAND_CARD,
    ORDERS,
    OWN_DEED,
    PASS,
    PAY,
    RUIN_SET,
    RUINS_CARD,
    SET_INDEX,
    SHOWN_CARD,
    SOW,
    STAY,
    STOP,
    TARGET_SEAT,
    plays,
)
from engines.karmaka.bags import bag_of, count, different_kinds, size
from engines.karmaka.cards import CRISIS, KINDS, NO_CARD
from engines.karmaka.slots import card
from engines.karmaka.table import (
    DESTINY,
    EXTRA_PLAY,
    FIRST_RULES,
    JUBILEE,
    OFFER,
    PICK_DEED,
    PICK_FL,
    PICK_HAND,
    PICK_RIVAL_DEED,
    PICK_RUINS,
    PLAY,
    RINGS_CHOICE,
    ROULETTE_DRAW,
    ROULETTE_RUIN,
    SOWING,
    SWINDLE_TAKE,
    TARGET,
    Table,
)

_OFFER_ANSWERS: Final[list[int]] = [ACCEPT, DECLINE]


def is_asked(table: Table) -> bool:
    """Has the seat a choice, or do only its hidden cards leave it none?

    Several cards that others cannot see may all be alike. That is the seat's secret: it is asked even if it has no
    choice, or the time until the next request would tell.
    """
    decision = table.top.step
    if decision in (PLAY, EXTRA_PLAY, OFFER, JUBILEE, DESTINY, ROULETTE_DRAW, RINGS_CHOICE):
        return True  # there is always more than one way to play, to answer, to add to the Deeds, to put back
    if table.rules != FIRST_RULES:
        if decision in (PICK_HAND, SOWING):
            return size(table.places[table.top.seat].hand) > 1
        if decision == SWINDLE_TAKE:
            return len(table.shown) > 1
    return len(legal(table)) > 1


def legal(table: Table) -> list[int]:
    """Ids of the legal actions of the decision on top of the stack."""
    frame = table.top
    decision = frame.step
    seat = frame.seat
    kind = frame.card
    if decision <= EXTRA_PLAY:
        return _plays(table, seat, decision == PLAY)
    if decision == OFFER:
        return _OFFER_ANSWERS[:]
    if decision == TARGET:
        return [TARGET_SEAT + other for other in targets(table, seat, kind)]
    if decision == PICK_HAND:
        return [HAND_CARD + kind for kind in different_kinds(table.places[seat].hand)]
    if decision == PICK_RUINS:
        return _ruins(table.ruins)
    if decision == PICK_DEED:
        deeds = table.places[seat].deeds
        return _deeds_to_ruin(deeds) if kind == CRISIS else _deeds_to_copy(deeds)
    if decision == PICK_FL:
        return [FUTURE_CARD + at for at in range(len(table.places[seat].future))]
    if decision == PICK_RIVAL_DEED:
        return [COPY_SEAT + rival for rival in sorted(table.layout.rivals[seat])]
    return _choices_of_cards(table, decision, seat)


def _choices_of_cards(table: Table, decision: int, seat: int) -> list[int]:
    if decision == SWINDLE_TAKE:
        return [SHOWN_CARD + kind for kind in different_kinds(bag_of(table.shown))]
    if decision == DESTINY:
        return _arrangements(table.aside)
    if decision == SOWING:
        return _sowings(table.places[seat].hand)
    if decision == JUBILEE:
        return _jubilees(table.places[seat].hand)
    if decision == ROULETTE_RUIN:
        return _sets(table.places[seat].hand)
    if decision == ROULETTE_DRAW:
        return [STOP, DRAW]
    assert decision == RINGS_CHOICE  # noqa: S101 - a slip in the engine, not bad input
    return [PAY, STAY]


def _plays(table: Table, seat: int, first: bool) -> list[int]:
    place = table.places[seat]
    ids = plays(different_kinds(place.hand), table.layout.has_mate_play)
    if not first:
        ids.append(STOP)
    elif place.deck:
        ids.append(PASS)
    return ids


def targets(table: Table, seat: int, kind: int) -> list[int]:
    """The seats that a seat may use a card on, ascending."""
    layout = table.layout
    return layout.any_targets[seat] if ABILITIES[kind].targets == ANY_SEAT else layout.rival_targets[seat]


def _ruins(ruins: tuple[int, ...]) -> list[int]:
    """The top three. Of equal neighbours only the upper one: taking either leaves the same Ruins."""
    size = len(ruins)
    top = range(min(3, size))
    return [RUINS_CARD + at for at in top if at == 0 or ruins[size - 1 - at] != ruins[size - at]]


def _deeds_to_ruin(deeds: tuple[int, ...]) -> list[int]:
    """Of equal neighbours only the lower one: losing either leaves the same Deeds."""
    return [OWN_DEED + at for at in range(len(deeds)) if at == 0 or deeds[at] != deeds[at - 1]]


def _deeds_to_copy(deeds: tuple[int, ...]) -> list[int]:
    """The lowest of each kind: a copy does not care which."""
    return [OWN_DEED + at for at, kind in enumerate(deeds) if kind not in deeds[:at]]


def _arrangements(aside: tuple[int, ...]) -> list[int]:
    """Destiny: orders of the cards seen, the first none, one or two of an order for the FL."""
    first = card(aside[0])
    second = card(aside[1]) if len(aside) > 1 else NO_CARD
    third = card(aside[2]) if len(aside) > 2 else NO_CARD
    return _ARRANGEMENTS[len(aside)][first == second, second == third, first == third][:]


def _all_arrangements(cards: int) -> dict[tuple[bool, bool, bool], list[int]]:
    """For a number of cards seen, by which of them are alike: the lists have long been made when they are needed."""
    arrangements: dict[tuple[bool, bool, bool], list[int]] = {}
    for first, second, third in product(range(3), repeat=3):
        kinds = [first, second if cards > 1 else NO_CARD, third if cards > 2 else NO_CARD]
        alike = (kinds[0] == kinds[1], kinds[1] == kinds[2], kinds[0] == kinds[2])
        arrangements[alike] = _arrangements_of(kinds[:cards])
    return arrangements


def _arrangements_of(kinds: list[int]) -> list[int]:
    cards = len(kinds)
    arrangements: list[int] = []
    known: list[tuple[int, list[int]]] = []
    for number, order in enumerate(ORDERS):
        if max(order[:cards]) >= cards:
            continue  # with fewer than three cards some orders make no sense
        arranged = [kinds[at] for at in order[:cards]]
        for to_future in range(min(2, cards) + 1):
            if (to_future, arranged) not in known:
                known.append((to_future, arranged))
                arrangements.append(ARRANGE + 3 * number + to_future)
    return arrangements


_ARRANGEMENTS: Final = [{}, *(_all_arrangements(cards) for cards in (1, 2, 3))]


def _single(kind: int) -> int:
    """Number of a one-card choice in ``SEQUENCES``; the empty one is 0."""
    return 1 + kind


def _pairs(hand: int) -> list[int]:
    """Numbers in ``SEQUENCES`` of all ordered pairs of a hand."""
    kinds = different_kinds(hand)
    return [
        1 + KINDS + KINDS * first + second
        for first in kinds
        for second in kinds
        if first != second or count(hand, first) > 1
    ]


def _sowings(hand: int) -> list[int]:
    """Exactly two cards, or the only one."""
    if size(hand) == 1:
        return [SOW + _single(kind) for kind in different_kinds(hand)]
    return [SOW + pair for pair in _pairs(hand)]


def _jubilees(hand: int) -> list[int]:
    numbers = [0, *(_single(kind) for kind in different_kinds(hand)), *_pairs(hand)]
    return [CELEBRATE + number for number in numbers]


def _sets(hand: int) -> list[int]:
    """Roulette: none, one or two cards, whatever the order."""
    kinds = different_kinds(hand)
    chosen: list[tuple[int, ...]] = [(), *((kind,) for kind in kinds)]
    for at, low in enumerate(kinds):
        if count(hand, low) > 1:
            chosen.append((low, low))
        for high in kinds[at + 1 :]:
            chosen.append((low, high))
    return [RUIN_SET + SET_INDEX[chosen_set] for chosen_set in chosen]
