"""What fits (section "What fits" of the rules page): only the top card of the pile counts."""

from typing import Final

from engines.karma.cards import BOTTOMS_UP, FIVE_OR_BELOW, KINDS, NO_CARD, PLAY_TABLE_CARD

FREE: Final = NO_CARD
"""Nothing to fit: the pile is empty, or a follow-up lies on T."""


def fits(card: int, top: int) -> bool:
    """May a card be played when ``top`` is the top of the pile?"""
    if card >= PLAY_TABLE_CARD or top == FREE:
        return True
    if top in (PLAY_TABLE_CARD, BOTTOMS_UP):
        return True
    if top == FIVE_OR_BELOW:
        return card < 5  # kinds 0..4 are the numbers 1..5
    return card >= top


def _zone_that_fits(top: int) -> int:
    return sum(7 << 3 * card for card in range(KINDS) if fits(card, top))


FITTING: Final[list[int]] = [_zone_that_fits(top) for top in [*range(KINDS), FREE]]
"""For each top card the zone of all cards that fit: a hand masked with it holds what may be played.

``FREE`` is -1, so ``FITTING[FREE]`` is the last entry.
"""
