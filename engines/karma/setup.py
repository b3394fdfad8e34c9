"""Dealing a game (section "Setup" of the rules page)."""

from engines.chance import Deal
from engines.karma.cards import COPIES, EMPTY, KINDS, cards_in, names_of, zone_of
from engines.karma.events import Log
from engines.karma.fits import FREE
from engines.karma.state import KarmaState
from engines.karma.table import CHOOSE_UP, NOT_CHOSEN, SLOTS
from engines.variants import Variant

DEALT = 6


def deal_table(variant: Variant, deal: Deal, first_seat: int | None, record: bool) -> KarmaState:
    """Three cards face down and six in hand for each seat; the rest is the draw pile."""
    seats = variant.seats
    deck = [kind for kind in range(KINDS) for _copy in range(COPIES)]
    deal.stream("shuffle").shuffle(deck)
    downs = deck[: SLOTS * seats]
    hands = [zone_of(deck[at : at + DEALT]) for at in range(len(downs), (SLOTS + DEALT) * seats, DEALT)]
    state = KarmaState(
        variant,
        variant.option("strictFollowUp") == 1,
        deal.stream("first-seat").below(seats) if first_seat is None else first_seat,
        tuple(deck[(SLOTS + DEALT) * seats :]),
        0,
        [],
        EMPTY,
        hands,
        [DEALT] * seats,
        [EMPTY] * seats,
        [EMPTY] * seats,
        _look_and_shuffle(variant, deal, downs),
        [NOT_CHOSEN] * seats,
        [],
        CHOOSE_UP,
        0,
        0,
        FREE,
        [],
    )
    if record:
        state.log = Log()
        _log_deal(state, state.log)
    return state


def _look_and_shuffle(variant: Variant, deal: Deal, downs: list[int]) -> list[int]:
    """Foresight: who has looked at the own face-down cards must not know which lies where."""
    if not variant.option("foresight"):
        return downs
    shuffled: list[int] = []
    for seat in range(variant.seats):
        slots = downs[SLOTS * seat : SLOTS * seat + SLOTS]
        deal.stream("foresight", seat).shuffle(slots)
        shuffled += slots
    return shuffled


def _log_deal(state: KarmaState, log: Log) -> None:
    log.add({"type": "start", "first": state.first})
    for seat, hand in enumerate(state.hands):
        if state.variant.option("foresight"):
            faces = names_of(sorted(state.downs[SLOTS * seat : SLOTS * seat + SLOTS]))
            log.add({"type": "foresight", "seat": seat}, seat, {"cards": faces})
        log.add({"type": "deal", "seat": seat, "count": DEALT}, seat, {"cards": names_of(cards_in(hand))})
