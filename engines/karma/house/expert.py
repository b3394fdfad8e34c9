"""Karma with more care than greed: sets at once, three in a row, the right Karma card, and the table cards in time.

Tried over thousands of games at two and four seats and rejected, because nothing was gained: high cards on long piles,
taking small piles while there are cards to draw, holding back pairs of high cards, giving the pile to the seat with
most cards, and a weighted sum of all of these. Playing all copies at once is what counts; the other rules are how
people play and cost nothing measurable. What lies beyond takes looking ahead, which is the search's job.
"""

from typing import Final

from engines.karma.actions import FLIP
from engines.karma.cards import BOTTOMS_UP, FIVE_OR_BELOW, GIVE_THE_PILE, PLAY_TABLE_CARD
from engines.karma.house import greedy
from engines.karma.state import KarmaState
from engines.karma.table import MAIN

KARMA_ORDER: Final = (FIVE_OR_BELOW, BOTTOMS_UP, PLAY_TABLE_CARD, GIVE_THE_PILE)
"""Which Karma card to spend first when no number fits. G is kept for the longest pile."""
HIGH: Final = 9
"""From the number 10 on a card is worth keeping for a time when others do not fit."""
_SINGLE_TABLE_CARD: Final = 3 * PLAY_TABLE_CARD
"""The id of playing one of them: three ids for each kind, by number of cards."""


def choose(state: KarmaState, seat: int, legal: list[int]) -> int:
    if legal[0] >= FLIP:  # not a play: choosing face-up cards, flipping, giving the pile
        return greedy.choose(state, seat, legal)
    if state.current == MAIN:
        for rule in (three_in_a_row, table_card_in_time, right_karma_card):
            action = rule(state, legal)
            if action is not None:
                return action
    return all_copies(legal)


def all_copies(legal: list[int]) -> int:
    """The lowest card that fits, as often as it is there: ids ascend by card and then by count."""
    lowest = legal[0] // 3
    return max(action for action in legal if action // 3 == lowest)


def three_in_a_row(state: KarmaState, legal: list[int]) -> int | None:
    """The pile is gone for good, and the same seat plays once more."""
    pile = state.pile
    for action in legal:
        kind, count = kind_and_count(action)
        wanted = 3 - count
        fits = action < FLIP and kind != GIVE_THE_PILE and len(pile) >= wanted
        if fits and pile[len(pile) - wanted :] == [kind] * wanted:
            return action
    return None


def table_card_in_time(state: KarmaState, legal: list[int]) -> int | None:
    """T gets rid of a card on the table while the hand is still refilled: better than spending a high number."""
    own = state.seats[state.active]
    if state.draw_size() == 0 or own.has_no_table_cards() or legal[0] // 3 < HIGH:
        return None
    return _SINGLE_TABLE_CARD if _SINGLE_TABLE_CARD in legal else None


def right_karma_card(state: KarmaState, legal: list[int]) -> int | None:
    if not 3 * PLAY_TABLE_CARD <= legal[0] < 3 * GIVE_THE_PILE + 3:
        return None
    singles = [3 * kind for kind in KARMA_ORDER if 3 * kind in legal]
    return singles[0]


def kind_and_count(action: int) -> tuple[int, int]:
    """Of a play from hand or table: both ranges of ids count alike."""
    return action % 60 // 3, action % 3 + 1
