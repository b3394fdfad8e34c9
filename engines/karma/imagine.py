"""A state from a view: what the seat does not know is drawn at random."""

from random import Random

from engines.errors import SavedStateError
from engines.interface import PUBLIC, Json
from engines.karma.cards import CARDS, COPIES, KINDS, NO_CARD, cards_in, size, zone_of
from engines.karma.reading import cards, open_table, read_choice, verify
from engines.karma.resample import deal_hidden, hidden_places, knows_faces
from engines.karma.state import KarmaState
from engines.karma.table import CHOOSE_UP, OVER, SLOTS
from engines.reading import Fields
from engines.variants import Variant


def imagine(view: Json, variant: Variant, rng: Random) -> KarmaState:
    """A random state that agrees with a view. Raises ``SavedStateError``."""
    fields = Fields(view, "view")
    seat = fields.integer("seat", PUBLIC, variant.seats - 1)
    state = open_table(fields, variant)
    running = state.current not in (CHOOSE_UP, OVER)
    state.pass_to(fields.integer("active", 0, variant.seats - 1) if running else state.first)
    for place, public in zip(state.seats, fields.objects("seats", variant.seats), strict=True):
        place.size = public.integer("hand", size(place.known), CARDS)
        place.hand = place.known
        filled = public.integers("down", 0, SLOTS - 1)
        place.down = tuple([0 if slot in filled else NO_CARD for slot in range(SLOTS)])
    if seat != PUBLIC:
        _read_own(state, seat, fields.inner("own"))
    pool = _unseen(state, seat)
    places = sum([hidden_places(state, seat, number) for number in range(variant.seats)])
    if len(pool) != places + fields.integer("draw", 0, CARDS):
        raise SavedStateError("The view does not account for all 60 cards: check the sizes of draw, hands and piles.")
    deal_hidden(state, seat, pool, rng)
    verify(state)
    return state


def _read_own(state: KarmaState, seat: int, own: Fields) -> None:
    """What only the seat of the view knows."""
    holding = state.seats[seat]
    hand = cards(own, "hand")
    if len(hand) != holding.size or holding.known & ~zone_of(hand):
        raise own.wrong("hand", "cards that agree with the seat's entry in 'seats'")
    holding.hand = zone_of(hand)
    read_choice(state, holding, own)
    if not state.variant.option("foresight"):
        return
    faces = cards(own, "foresight")
    if len(faces) != len(holding.down_cards()):
        raise own.wrong("foresight", "as many cards as the seat has face down")
    holding.down = tuple([NO_CARD if card == NO_CARD else faces.pop() for card in holding.down])


def _unseen(state: KarmaState, seat: int) -> list[int]:
    """All cards of the game without those that the view shows."""
    seen = state.pile + cards_in(state.box)
    for number, place in enumerate(state.seats):
        seen += cards_in(place.hand) + cards_in(place.up)
        if knows_faces(state, seat, number):
            seen += place.down_cards()
    left = [COPIES] * KINDS
    for card in seen:
        left[card] = left[card] - 1
    if min(left) < 0:
        raise SavedStateError("The view shows a card more than three times.")
    return [card for card in range(KINDS) for _copy in range(left[card])]
