"""Reading a saved state or a view back into a game, with every field checked."""

from random import Random

from engines.errors import EngineError, SavedStateError
from engines.interface import PUBLIC, Json
from engines.karma.cards import (
    CARDS,
    COPIES,
    EMPTY,
    KINDS,
    NO_CARD,
    cards_in,
    kind_of,
    parse,
    size,
    zone_of,
)
from engines.karma.check import check_cards, check_table
from engines.karma.events import Log
from engines.karma.fits import FREE
from engines.karma.resample import deal_hidden
from engines.karma.state import KarmaState
from engines.karma.table import CHOOSE_UP, DECISIONS, NOT_CHOSEN, OVER, SLOTS
from engines.karma.turn import TURN_CAP, legal
from engines.karma.view import RULES_VERSION
from engines.reading import Fields
from engines.variants import Variant


def restore(saved: Json, variant: Variant) -> KarmaState:
    """The state that ``save`` wrote. Raises ``SavedStateError``."""
    fields = Fields(saved, "saved state")
    state = _common(fields, variant)
    state.seat = fields.integer("seat", 0, variant.seats - 1)
    state.draw = tuple(_cards(fields, "draw"))
    for seat, own in enumerate(fields.objects("seats", variant.seats)):
        hand = _cards(own, "hand")
        state.hands[seat] = zone_of(hand)
        state.sizes[seat] = len(hand)
        state.downs[SLOTS * seat : SLOTS * seat + SLOTS] = _slots(own)
        _read_choice(state, seat, own)
    _verify(state)
    if not fields.is_null("events"):
        state.log = Log()
        state.log.entries = [_event(entry, at) for at, entry in enumerate(fields.items("events"))]
    return state


def imagine(view: Json, variant: Variant, rng: Random) -> KarmaState:
    """A random state that agrees with a view. Raises ``SavedStateError``."""
    fields = Fields(view, "view")
    seat = fields.integer("seat", PUBLIC, variant.seats - 1)
    state = _common(fields, variant)
    running = state.current not in (CHOOSE_UP, OVER)
    state.seat = fields.integer("active", 0, variant.seats - 1) if running else state.first
    draw_size = fields.integer("draw", 0, CARDS)
    for each, public in enumerate(fields.objects("seats", variant.seats)):
        state.sizes[each] = public.integer("hand", 0, CARDS)
        state.hands[each] = state.known[each]
        for slot in public.integers("down", 0, SLOTS - 1):
            state.downs[SLOTS * each + slot] = 0
    if seat != PUBLIC:
        own = fields.inner("own")
        hand = _cards(own, "hand")
        if len(hand) != state.sizes[seat] or state.known[seat] & ~zone_of(hand):
            raise fields.wrong("own", "a hand that agrees with the seat's entry in 'seats'")
        state.hands[seat] = zone_of(hand)
        _read_choice(state, seat, own)
        if variant.option("foresight"):
            _put_faces(state, seat, _cards(own, "foresight"))
    pool = _unseen(state, seat)
    if len(pool) != _hidden_places(state, seat) + draw_size:
        raise SavedStateError("The view does not account for all 60 cards: check the sizes of draw, hands and piles.")
    deal_hidden(state, seat, pool, rng)
    _verify(state)
    return state


def _common(fields: Fields, variant: Variant) -> KarmaState:
    """What a saved state and a view share: everything that lies open."""
    if fields.integer("rules_version", 0, 1_000_000) != RULES_VERSION:
        raise fields.wrong("rules_version", f"{RULES_VERSION}, the version of this engine")
    current = fields.one_of("decision", DECISIONS)
    seats = variant.seats
    entries = fields.objects("seats", seats)
    return KarmaState(
        variant,
        variant.option("strictFollowUp") == 1,
        fields.integer("first", 0, seats - 1),
        (),
        0,
        _cards(fields, "pile"),
        zone_of(_cards(fields, "box")),
        [EMPTY] * seats,
        [0] * seats,
        [zone_of(_cards(entry, "known")) for entry in entries],
        [zone_of(_cards(entry, "up")) for entry in entries],
        [NO_CARD] * (SLOTS * seats),
        [NOT_CHOSEN] * seats if current == CHOOSE_UP else [],
        fields.integers("out", 0, seats - 1),
        current,
        0,
        fields.integer("turn", 0, TURN_CAP),
        FREE if fields.is_null("fits_on") else _card(fields.text("fits_on"), "fits_on"),
        [],
    )


def _verify(state: KarmaState) -> None:
    try:
        check_cards(state)
        check_table(state)
    except AssertionError as wrong:
        raise SavedStateError(f"The saved state is impossible. {wrong}") from wrong
    state.options = [] if state.current in (CHOOSE_UP, OVER) else legal(state)


def _card(name: str, field: str) -> int:
    try:
        return kind_of(name)
    except EngineError as wrong:
        raise SavedStateError(f"In the field {field!r}: {wrong}") from wrong


def _cards(fields: Fields, name: str) -> list[int]:
    try:
        kinds = parse(fields.texts(name))
    except EngineError as wrong:
        raise SavedStateError(f"In the field {name!r}: {wrong}") from wrong
    if any(kinds.count(kind) > COPIES for kind in kinds):
        raise fields.wrong(name, "a list with at most three copies of a card")
    return kinds


def _slots(own: Fields) -> list[int]:
    slots = own.items("down", SLOTS)
    if not all(slot is None or isinstance(slot, str) for slot in slots):
        raise own.wrong("down", "a list of three card names or nulls")
    return [NO_CARD if slot is None else _card(slot, "down") for slot in slots]


def _read_choice(state: KarmaState, seat: int, own: Fields) -> None:
    if own.is_null("chosen"):
        return
    choice = _cards(own, "chosen")
    zone = zone_of(choice)
    if state.current != CHOOSE_UP or len(choice) != SLOTS or zone & ~state.hands[seat]:
        raise own.wrong("chosen", "null, or during CHOOSE_UP three cards of the own hand")
    state.chosen[seat] = zone


def _event(entry: object, at: int) -> tuple[Json, int, Json]:
    if isinstance(entry, list) and len(entry) == 3:
        public, owner, private = entry
        if isinstance(public, dict) and isinstance(owner, int) and isinstance(private, dict):
            return (public, owner, private)
    raise SavedStateError(f"The field 'events' of the saved state has no [public, seat, private] at place {at}.")


def _put_faces(state: KarmaState, seat: int, faces: list[int]) -> None:
    slots = [slot for slot in range(SLOTS * seat, SLOTS * seat + SLOTS) if state.downs[slot] != NO_CARD]
    if len(slots) != len(faces):
        raise SavedStateError("The field 'foresight' of the view must name as many cards as the seat has face down.")
    for slot, card in zip(slots, faces, strict=True):
        state.downs[slot] = card


def _unseen(state: KarmaState, seat: int) -> list[int]:
    """All cards of the game without those that the view shows."""
    left = [COPIES] * KINDS
    seen = state.pile + cards_in(state.box)
    for each in range(len(state.hands)):
        seen += cards_in(state.hands[each]) + cards_in(state.ups[each])
    if seat != PUBLIC and state.variant.option("foresight"):
        seen += [card for card in state.downs[SLOTS * seat : SLOTS * seat + SLOTS] if card != NO_CARD]
    for card in seen:
        left[card] -= 1
    if min(left) < 0:
        raise SavedStateError("The view shows a card more than three times.")
    return [card for card in range(KINDS) for _copy in range(left[card])]


def _hidden_places(state: KarmaState, seat: int) -> int:
    places = 0
    for each in range(len(state.hands)):
        if each != seat:
            places += state.sizes[each] - size(state.known[each])
        if each != seat or not state.variant.option("foresight"):
            places += sum(card != NO_CARD for card in state.downs[SLOTS * each : SLOTS * each + SLOTS])
    return places
