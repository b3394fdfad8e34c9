"""Dealing a game (section "Setup" of the rules page)."""

from typing import Final

from engines.chance import Deal
from engines.karma.cards import EMPTY, cards_in, full_deck, names_of, zone_of
from engines.karma.events import Log
from engines.karma.fits import FREE
from engines.karma.state import KarmaState
from engines.karma.table import CHOOSE_UP, NOT_CHOSEN, SLOTS, Holding
from engines.variants import Variant

DEALT: Final = 6


def deal_table(variant: Variant, deal: Deal, first_seat: int | None, record: bool, rules: int) -> KarmaState:
    """Three cards face down and six in hand for each seat; the rest is the draw pile."""
    deck = full_deck()
    deal.stream("shuffle").shuffle(deck)
    downs = SLOTS * variant.seats
    seats = [
        Holding(
            zone_of(deck[downs + DEALT * seat : downs + DEALT * (seat + 1)]),
            DEALT,
            EMPTY,
            EMPTY,
            _face_down(variant, deal, seat, deck[SLOTS * seat : SLOTS * (seat + 1)]),
            NOT_CHOSEN,
        )
        for seat in range(variant.seats)
    ]
    first = deal.stream("first-seat").below(variant.seats) if first_seat is None else first_seat
    strict = variant.option("strictFollowUp") == 1
    draw = tuple(deck[(SLOTS + DEALT) * variant.seats :])
    state = KarmaState(variant, rules, strict, first, draw, 0, [], EMPTY, seats, [], CHOOSE_UP, first, 0, FREE)
    if record:
        state.log = Log()
        _log_deal(state, state.log)
    return state


def _face_down(variant: Variant, deal: Deal, seat: int, cards: list[int]) -> tuple[int, ...]:
    """With foresight, who has looked at the own face-down cards must not know which lies where."""
    if variant.option("foresight"):
        deal.stream("foresight", seat).shuffle(cards)
    return tuple(cards)


def _log_deal(state: KarmaState, log: Log) -> None:
    log.add({"type": "start", "first": state.first})
    for seat, own in enumerate(state.seats):
        if state.variant.option("foresight"):
            log.add({"type": "foresight", "seat": seat}, seat, {"cards": names_of(sorted(own.down))})
        log.add({"type": "deal", "seat": seat, "count": DEALT}, seat, {"cards": names_of(cards_in(own.hand))})
