"""What must hold in every state, whatever was played. The first thing broken is told in a sentence."""

from engines.karmaka.abilities import ABILITIES, SELF
from engines.karmaka.bags import ALL_CARDS, EMPTY, ONE, bag_of, contains, count, kinds_in
from engines.karmaka.cards import CRISIS, DWINDLE, KINDS, NO_CARD, SWINDLE
from engines.karmaka.layout import NO_SEAT, RINGS, TRANSCENDENCE
from engines.karmaka.slots import FRESH, FROM_HAND, OLD, card, seen, source
from engines.karmaka.table import (
    BOTTOM,
    COST,
    DESTINY,
    EXTRA,
    FIRST_STEP,
    OFFER,
    PICK_HAND,
    PLAY,
    RESOLVE,
    RINGS_CHOICE,
    ROULETTE_DRAW,
    RUIN_CENTRE,
    SWINDLE_TAKE,
    TARGET,
    Frame,
    Table,
)


def broken_invariant(table: Table) -> str:
    """A sentence about the first broken invariant, or nothing."""
    return (
        _broken_cards(table)
        or broken_scores(table)
        or broken_course(table)
        or _broken_show(table)
        or _broken_memory(table)
    )


def _broken_cards(table: Table) -> str:
    kinds = list(table.ruins)
    if table.centre != NO_CARD:
        kinds.append(table.centre)
    for place in table.seated():
        kinds += kinds_in(place.hand)
        kinds += place.deeds
    for stack in table.stacks():
        kinds += [card(slot) for slot in stack]
    if not all(0 <= kind < KINDS for kind in kinds) or len(kinds) != 64 or bag_of(kinds) != ALL_CARDS:
        return "The zones together do not hold the 64 cards of the game."
    for seat, place in enumerate(table.seated()):
        if not all(seen(slot) & table.layout.bits[seat] for slot in place.future):
            return f"Seat {seat} has not seen its own Future Life."
    if any(source(slot) >= FROM_HAND + table.layout.seats for stack in table.stacks() for slot in stack):
        return "A card comes from the hand of a seat that does not exist."
    return ""


def broken_scores(table: Table) -> str:
    if table.ring_supply() < 0 or any(place.rings < 0 for place in table.seated()):
        return f"The rings held and the supply are not {RINGS} together."
    for seat, place in enumerate(table.seated()):
        if (place.level == TRANSCENDENCE) != (seat == table.winner):
            return "Exactly the winner is on Transcendence."
    if not table.over and table.winner != NO_SEAT:
        return "Somebody has won, but the game is not over."
    if table.over and table.winner == NO_SEAT and table.turn < table.turn_cap():
        return "The game is over without a winner before the turn cap."
    return ""


def broken_course(table: Table) -> str:
    """Does what is pending make sense? Hidden cards are not looked at, so this also serves half-read views."""
    if table.over:
        return "Something is pending in a finished game." if table.top is not BOTTOM else ""
    if table.top.step >= FIRST_STEP:
        return "The game is not over, but no decision is pending."
    for frame in table.frames():
        problem = _broken_frame(table, frame)
        if problem:
            return problem
    if table.target != NO_SEAT and table.target not in table.layout.any_targets[table.seat]:
        return "The target may not be chosen by the active seat."
    top = table.top.step
    if (len(table.aside) > 0) != (top == DESTINY):
        return "Cards lie aside if and only if Destiny is decided."
    if (len(table.shown) > 0) != (top == SWINDLE_TAKE):
        return "Cards are shown if and only if Swindle is decided."
    return ""


def _broken_show(table: Table) -> str:
    if table.shown and not contains(table.places[table.target].hand, bag_of(table.shown)):
        return "Swindle shows cards that are not in the target's hand."
    return ""


def _broken_frame(table: Table, frame: Frame) -> str:
    step = frame.step
    seat = frame.seat
    kind = frame.card
    if step == PLAY and table.places[seat].hand == EMPTY:
        return "A seat without hand cards is asked to play."
    if step == OFFER:
        if seat not in table.layout.rivals[table.seat]:
            return "A card is offered to a seat that is not a rival."
    elif seat != table.seat and kind not in (DWINDLE, CRISIS):
        return "A seat is asked out of turn without a card that does so."
    if step in (OFFER, COST, RUIN_CENTRE, EXTRA, RESOLVE, TARGET) or PICK_HAND <= step <= ROULETTE_DRAW:
        return _broken_ability_frame(table, frame)
    if kind != NO_CARD:
        return "A decision of the turn itself names a card."
    if table.centre != NO_CARD:
        return "A card lies in the centre outside of an ability."
    if step == RINGS_CHOICE and (table.places[seat].hand or table.places[seat].deck):
        return "A seat with cards reincarnates."
    return ""


def _broken_ability_frame(table: Table, frame: Frame) -> str:
    step = frame.step
    kind = frame.card
    if kind == NO_CARD or (table.centre == NO_CARD and step != EXTRA):
        return "An ability is pending without its card."
    if step == TARGET and ABILITIES[kind].targets == SELF:
        return "A target is asked for a card that has none."
    if PICK_HAND <= step <= ROULETTE_DRAW:
        if ABILITIES[kind].answer is None:
            return "A card is pending that decides nothing."
        if kind in (DWINDLE, CRISIS, SWINDLE) and table.target == NO_SEAT:
            return "A card with a target is pending without one."
        if kind in (DWINDLE, CRISIS) and frame.seat != table.target:
            return "Another seat than the target is asked."
    return ""


def _broken_memory(table: Table) -> str:
    for observer in range(table.layout.seats + 1):
        for owner in range(table.layout.seats):
            if owner != observer and not _remembers_hand_rightly(table, observer, owner):
                return f"What observer {observer} remembers of the hand of seat {owner} is wrong."
        mind = table.places[observer]
        if not _bounds_hold(table, observer, FRESH, mind.fresh):
            return f"The Well holds cards that observer {observer} rules out."
        if not _bounds_hold(table, observer, OLD, mind.old):
            return f"Slots of earlier Wells hold cards that observer {observer} rules out."
    return ""


def _unseen_from(table: Table, observer: int, origin: int) -> int:
    """Bag of the cards in slots of a source that the observer has not seen."""
    bit = table.layout.bits[observer]
    bag = 0
    for stack in table.stacks():
        for slot in stack:
            if source(slot) == origin and not seen(slot) & bit:
                bag += ONE[card(slot)]
    return bag


def _remembers_hand_rightly(table: Table, observer: int, owner: int) -> bool:
    place = table.places[owner]
    surely = place.surely[observer]
    if not contains(place.hand, surely):
        return False
    around = place.hand - surely + _unseen_from(table, observer, FROM_HAND + owner)
    return all(count(around, kind) >= count(place.perhaps[observer], kind) for kind in range(KINDS))


def _bounds_hold(table: Table, observer: int, origin: int, bound: int) -> bool:
    return contains(bound, _unseen_from(table, observer, origin))
