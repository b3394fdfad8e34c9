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
from engines.karma.check import check_position
from engines.karma.events import Log
from engines.karma.fits import FREE
from engines.karma.resample import deal_hidden, hidden_places, knows_faces
from engines.karma.state import KarmaState
from engines.karma.table import CHOOSE_UP, DECISIONS, EMPTY_SLOTS, NOT_CHOSEN, OVER, SLOTS, Holding
from engines.karma.turn import TURN_CAP
from engines.karma.view import RULES_VERSION
from engines.logs import read_entry
from engines.reading import Fields
from engines.variants import Variant


def restore(saved: Json, variant: Variant) -> KarmaState:
    """The state that ``save`` wrote. Raises ``SavedStateError``."""
    fields = Fields(saved, "saved state")
    state = _common(fields, variant)
    state.pass_to(fields.integer("seat", 0, variant.seats - 1))
    state.draw = tuple(_cards(fields, "draw"))
    for each, own in zip(state.seats, fields.objects("seats", variant.seats), strict=True):
        hand = _cards(own, "hand")
        each.hand = zone_of(hand)
        each.size = len(hand)
        each.down = _slots(own)
        _read_choice(state, each, own)
    _verify(state)
    if not fields.is_null("events"):
        state.log = Log()
        state.log.entries = [
            read_entry(entry, at, PUBLIC, variant.seats - 1) for at, entry in enumerate(fields.items("events"))
        ]
    return state


def imagine(view: Json, variant: Variant, rng: Random) -> KarmaState:
    """A random state that agrees with a view. Raises ``SavedStateError``."""
    fields = Fields(view, "view")
    seat = fields.integer("seat", PUBLIC, variant.seats - 1)
    state = _common(fields, variant)
    running = state.current not in (CHOOSE_UP, OVER)
    state.pass_to(fields.integer("active", 0, variant.seats - 1) if running else state.first)
    for each, public in zip(state.seats, fields.objects("seats", variant.seats), strict=True):
        each.size = public.integer("hand", size(each.known), CARDS)
        each.hand = each.known
        filled = public.integers("down", 0, SLOTS - 1)
        each.down = tuple([0 if slot in filled else NO_CARD for slot in range(SLOTS)])
    if seat != PUBLIC:
        _read_own(state, seat, fields.inner("own"))
    pool = _unseen(state, seat)
    places = sum([hidden_places(state, seat, number) for number in range(variant.seats)])
    if len(pool) != places + fields.integer("draw", 0, CARDS):
        raise SavedStateError("The view does not account for all 60 cards: check the sizes of draw, hands and piles.")
    deal_hidden(state, seat, pool, rng)
    _verify(state)
    return state


def _common(fields: Fields, variant: Variant) -> KarmaState:
    """What a saved state and a view share: everything that lies open."""
    if fields.integer("rules_version", 0, 1_000_000) != RULES_VERSION:
        raise fields.wrong("rules_version", f"{RULES_VERSION}, the version of this engine")
    current = fields.one_of("decision", DECISIONS)
    last = variant.seats - 1
    first = fields.integer("first", 0, last)
    seats = [
        Holding(EMPTY, 0, zone_of(_cards(entry, "known")), zone_of(_cards(entry, "up")), EMPTY_SLOTS, NOT_CHOSEN)
        for entry in fields.objects("seats", variant.seats)
    ]
    return KarmaState(
        variant,
        variant.option("strictFollowUp") == 1,
        first,
        (),
        0,
        _cards(fields, "pile"),
        zone_of(_cards(fields, "box")),
        seats,
        fields.integers("out", 0, last),
        current,
        first,
        fields.integer("turn", 0, TURN_CAP),
        FREE if fields.is_null("fits_on") else _card(fields.text("fits_on"), "fits_on"),
    )


def _verify(state: KarmaState) -> None:
    try:
        check_position(state)
    except AssertionError as wrong:
        raise SavedStateError(f"The saved state is impossible. {wrong}") from wrong


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


def _slots(own: Fields) -> tuple[int, ...]:
    slots = own.items("down", SLOTS)
    if not all(slot is None or isinstance(slot, str) for slot in slots):
        raise own.wrong("down", "a list of three card names or nulls")
    return tuple([NO_CARD if slot is None else _card(slot, "down") for slot in slots])


def _read_choice(state: KarmaState, holding: Holding, own: Fields) -> None:
    if own.is_null("chosen"):
        return
    choice = _cards(own, "chosen")
    zone = zone_of(choice)
    if state.current != CHOOSE_UP or len(choice) != SLOTS or zone & ~holding.hand:
        raise own.wrong("chosen", "null, or during CHOOSE_UP three cards of the own hand")
    holding.chosen = zone


def _read_own(state: KarmaState, seat: int, own: Fields) -> None:
    """What only the seat of the view knows."""
    holding = state.seats[seat]
    hand = _cards(own, "hand")
    if len(hand) != holding.size or holding.known & ~zone_of(hand):
        raise own.wrong("hand", "cards that agree with the seat's entry in 'seats'")
    holding.hand = zone_of(hand)
    _read_choice(state, holding, own)
    if not state.variant.option("foresight"):
        return
    faces = _cards(own, "foresight")
    if len(faces) != len(holding.down_cards()):
        raise own.wrong("foresight", "as many cards as the seat has face down")
    holding.down = tuple([NO_CARD if card == NO_CARD else faces.pop() for card in holding.down])


def _unseen(state: KarmaState, seat: int) -> list[int]:
    """All cards of the game without those that the view shows."""
    seen = state.pile + cards_in(state.box)
    for number, each in enumerate(state.seats):
        seen += cards_in(each.hand) + cards_in(each.up)
        if knows_faces(state, seat, number):
            seen += each.down_cards()
    left = [COPIES] * KINDS
    for card in seen:
        left[card] -= 1
    if min(left) < 0:
        raise SavedStateError("The view shows a card more than three times.")
    return [card for card in range(KINDS) for _copy in range(left[card])]
