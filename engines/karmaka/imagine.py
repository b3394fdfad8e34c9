"""A state from a view: what the seat does not know is drawn at random."""

from random import Random
from typing import Any

from engines.chance import Deal
from engines.errors import SavedStateError
from engines.interface import PUBLIC
from engines.karmaka import reading
from engines.karmaka.bags import kinds_in
from engines.karmaka.cards import CARDS, COPIES, KINDS, NO_CARD, UNKNOWN
from engines.karmaka.check import broken_course, broken_scores
from engines.karmaka.layout import NO_SEAT, RINGS, TRANSCENDENCE
from engines.karmaka.resample import Hidden, blank_memory_of_others, deal_hidden
from engines.karmaka.setup import bare_table
from engines.karmaka.slots import EVERYBODY, FRESH, FROM_HAND, NOBODY_YET, card, seen, slot, source
from engines.karmaka.state import KarmakaState
from engines.karmaka.view import GAME
from engines.karmaka.view import view as view_of
from engines.reading import Fields
from engines.registry import variant_in
from engines.variants import Variant


def imagine(data: Any, rng: Random) -> KarmakaState:
    """A random state that agrees with a view. Raises ``SavedStateError``."""
    variant = variant_in(data, "view", GAME)
    fields = Fields(data, "view")
    seat = fields.integer("seat", PUBLIC, variant.seats - 1)
    observer = variant.seats if seat == PUBLIC else seat
    state = _read(fields, variant)
    _read_memory(state, fields, observer)
    _check_known_cards(state, observer)
    blank_memory_of_others(state, observer)
    hidden = Hidden(state, observer)
    reading.refuse(broken_scores(state) or broken_course(state) or hidden.problem(state))
    deal_hidden(state, hidden, rng)
    if not state.over and not state.options:
        raise SavedStateError("The pending decision has no legal action.")
    reading.compare(view_of(state, seat), data)
    return state


def _read(fields: Fields, variant: Variant) -> KarmakaState:
    places = fields.objects("seats", variant.seats)
    state = bare_table(
        variant,
        Deal(bytes(32)),
        fields.integer("first", 0, variant.seats - 1),
        record=False,
        rules=reading.rules_version(fields),
    )
    state.well = _well(fields.inner("well"))
    state.ruins = reading.cards(fields, "ruins")
    state.aside = _slots(fields.objects("aside"))
    state.hands = [[UNKNOWN] * place.integer("hand", 0, CARDS) for place in places]
    state.decks = [_slots(place.objects("deck")) for place in places]
    state.futures = [_slots(place.objects("future")) for place in places]
    state.deeds = [reading.cards(place, "deeds") for place in places]
    state.levels = [place.integer("level", 0, TRANSCENDENCE) for place in places]
    state.rings = [place.integer("rings", 0, RINGS) for place in places]
    state.over = not fields.is_null("ranks")
    reading.read_course(state, fields)
    _read_shown(state, fields)
    return state


def _well(fields: Fields) -> list[int]:
    size = fields.integer("size", 0, CARDS)
    well = [slot(UNKNOWN, NOBODY_YET, FRESH)] * size
    for entry in fields.objects("slots"):
        well[entry.integer("at", 0, size - 1)] = _slots([entry])[0]
    return well


def _slots(slots: list[Fields]) -> list[int]:
    read: list[int] = []
    for fields in slots:
        kind = reading.card_or_none(fields, "card")
        bits = EVERYBODY if fields.flag("open") else NOBODY_YET
        for seat in fields.integers("seen_by", 0, 3):
            bits |= (1, 2, 4, 8)[seat]
        read.append(slot(UNKNOWN if kind == NO_CARD else kind, bits, reading.source(fields)))
    return read


def _read_shown(state: KarmakaState, fields: Fields) -> None:
    if fields.is_null("shown"):
        return
    shown = fields.inner("shown")
    size = shown.integer("count", 1, 3)
    if state.target == NO_SEAT or len(state.hands[state.target]) < size:
        raise fields.wrong("shown", "about cards of the target's hand")
    state.shown = [UNKNOWN] * size if shown.is_null("cards") else reading.cards(shown, "cards")


def _read_memory(state: KarmakaState, fields: Fields, observer: int) -> None:
    """The observer's own memory and a spectator's; ``blank_memory_of_others`` does the rest."""
    places = fields.objects("seats")
    for other, end in ((observer, ""), (state.layout.seats, "_for_all")):
        bounds = fields.inner("bounds" + end)
        state.fresh[other] = reading.bag(reading.cards(bounds, "well"), "bounds" + end)
        state.old[other] = reading.bag(reading.cards(bounds, "old"), "bounds" + end)
        for owner, place in enumerate(places):
            if owner != other:
                at = state.memory_at(other, owner)
                state.surely[at] = reading.bag(reading.cards(place, "surely" + end), "surely" + end)
                state.perhaps[at] = reading.bag(reading.cards(place, "perhaps" + end), "perhaps" + end)
    if observer < state.layout.seats:
        _read_own(state, fields.inner("own"), observer)


def _read_own(state: KarmakaState, own: Fields, seat: int) -> None:
    state.hands[seat] = sorted(reading.cards(own, "hand"))
    for memory in own.objects("known_to", state.layout.seats - 1):
        at = state.memory_at(memory.integer("seat", 0, state.layout.seats - 1), seat)
        state.surely[at] = reading.bag(reading.cards(memory, "surely"), "surely")
        state.perhaps[at] = reading.bag(reading.cards(memory, "perhaps"), "perhaps")


def _check_known_cards(state: KarmakaState, observer: int) -> None:
    """The observer knows no kind more often than there are copies, and knows every slot that it has seen."""
    kinds = [*state.ruins, state.centre]
    for deeds in state.deeds:
        kinds += deeds
    for stack in [state.well, state.aside, *state.decks, *state.futures]:
        kinds += [card(card_slot) for card_slot in stack]
        if any(card(card_slot) == UNKNOWN and seen(card_slot) & state.layout.bits[observer] for card_slot in stack):
            raise SavedStateError("A slot that the seat has seen has no card.")
        if any(source(card_slot) >= FROM_HAND + state.layout.seats for card_slot in stack):
            raise SavedStateError("A slot comes from the hand of a seat that does not exist.")
    for owner, future in enumerate(state.futures):
        if not all(seen(card_slot) & state.layout.bits[owner] for card_slot in future):
            raise SavedStateError(f"Seat {owner} has not seen its own Future Life.")
    for owner in range(state.layout.seats):
        at = state.memory_at(observer, owner)
        kinds += state.hands[owner] + kinds_in(state.surely[at]) + kinds_in(state.perhaps[at])
    known = [0] * (UNKNOWN + 1)
    for kind in kinds:
        known[kind] += 1  # no card in the centre counts as the last kind, and so does a card that is not known
    for kind in range(KINDS):
        if known[kind] > COPIES[kind]:
            raise SavedStateError("More copies of a card are known than the game has.")
