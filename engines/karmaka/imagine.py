"""A state from a view: what the seat does not know is drawn at random."""

from random import Random
from typing import Any

from engines.chance import Deal
from engines.errors import SavedStateError
from engines.interface import PUBLIC
from engines.karmaka import reading
from engines.karmaka.bags import UNLOOKED, kinds_in, size
from engines.karmaka.cards import CARDS, COPIES, KINDS, NO_CARD, UNKNOWN
from engines.karmaka.check import broken_course, broken_scores
from engines.karmaka.layout import NO_SEAT, RINGS, TRANSCENDENCE
from engines.karmaka.legal import legal
from engines.karmaka.memory import changed
from engines.karmaka.resample import Hidden, blank_memory_of_others, deal_hidden
from engines.karmaka.setup import bare_table
from engines.karmaka.slots import EVERYBODY, FRESH, FROM_HAND, NOBODY_YET, card, seen, slot, source
from engines.karmaka.state import KarmakaState
from engines.karmaka.table import Place
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
    if not state.over and not legal(state):
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
    state.fill_well(tuple(_well(fields.inner("well"))))
    state.ruins = tuple(reading.cards(fields, "ruins"))
    state.aside = tuple(_slots(fields.objects("aside")))
    for place, read in zip(state.seated(), places, strict=True):
        place.hand = UNLOOKED * read.integer("hand", 0, CARDS)
        place.deck = tuple(_slots(read.objects("deck")))
        place.future = tuple(_slots(read.objects("future")))
        place.deeds = tuple(reading.cards(read, "deeds"))
        place.level = read.integer("level", 0, TRANSCENDENCE)
        place.rings = read.integer("rings", 0, RINGS)
    state.over = not fields.is_null("ranks")
    reading.read_course(state, fields)
    _read_shown(state, fields)
    return state


def _well(fields: Fields) -> list[int]:
    cards = fields.integer("size", 0, CARDS)
    well = [slot(UNKNOWN, NOBODY_YET, FRESH)] * cards
    for entry in fields.objects("slots"):
        well[entry.integer("at", 0, cards - 1)] = _slots([entry])[0]
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
    number = shown.integer("count", 1, 3)
    if state.target == NO_SEAT or size(state.places[state.target].hand) < number:
        raise fields.wrong("shown", "about cards of the target's hand")
    state.shown = (UNKNOWN,) * number if shown.is_null("cards") else tuple(reading.cards(shown, "cards"))


def _read_memory(state: KarmakaState, fields: Fields, observer: int) -> None:
    """The observer's own memory and a spectator's; ``blank_memory_of_others`` does the rest."""
    places = fields.objects("seats")
    for other, end in ((observer, ""), (state.layout.seats, "_for_all")):
        bounds = fields.inner("bounds" + end)
        mind = state.places[other]
        mind.fresh = reading.bag(reading.cards(bounds, "well"), "bounds" + end)
        mind.old = reading.bag(reading.cards(bounds, "old"), "bounds" + end)
        for owner, place in enumerate(places):
            if owner != other:
                _read_memory_of_hand(state.places[owner], other, place, end)
    if observer < state.layout.seats:
        _read_own(state, fields.inner("own"), observer)


def _read_memory_of_hand(place: Place, observer: int, fields: Fields, end: str = "") -> None:
    surely = reading.bag(reading.cards(fields, "surely" + end), "surely" + end)
    perhaps = reading.bag(reading.cards(fields, "perhaps" + end), "perhaps" + end)
    place.surely = changed(place.surely, observer, surely - place.surely[observer])
    place.perhaps = changed(place.perhaps, observer, perhaps - place.perhaps[observer])


def _read_own(state: KarmakaState, own: Fields, seat: int) -> None:
    place = state.places[seat]
    place.hand = reading.bag(reading.cards(own, "hand"), "hand")
    for memory in own.objects("known_to", state.layout.seats - 1):
        _read_memory_of_hand(place, memory.integer("seat", 0, state.layout.seats - 1), memory)


def _check_known_cards(state: KarmakaState, observer: int) -> None:
    """The observer knows no kind more often than there are copies, and knows every slot that it has seen."""
    kinds = [*state.ruins, state.centre]
    for stack in state.stacks():
        kinds += [card(card_slot) for card_slot in stack]
        if any(card(card_slot) == UNKNOWN and seen(card_slot) & state.layout.bits[observer] for card_slot in stack):
            raise SavedStateError("A slot that the seat has seen has no card.")
        if any(source(card_slot) >= FROM_HAND + state.layout.seats for card_slot in stack):
            raise SavedStateError("A slot comes from the hand of a seat that does not exist.")
    for owner, place in enumerate(state.seated()):
        if not all(seen(card_slot) & state.layout.bits[owner] for card_slot in place.future):
            raise SavedStateError(f"Seat {owner} has not seen its own Future Life.")
        kinds += place.deeds
        kinds += kinds_in(place.hand) + kinds_in(place.surely[observer]) + kinds_in(place.perhaps[observer])
    known = [0] * (UNKNOWN + 1)
    for kind in kinds:
        known[kind] += 1  # no card in the centre counts as the last kind, and so does a card that is not known
    for kind in range(KINDS):
        if known[kind] > COPIES[kind]:
            raise SavedStateError("More copies of a card are known than the game has.")
