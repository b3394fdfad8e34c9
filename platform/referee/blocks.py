"""Who sits where in the games of a block, and which cards a block is dealt.

Cards, first seat and hands belong to the deal; the entrants move around the table. A block is one deal replayed until
every entrant has held every seat (and, with uneven sides, every role), so the luck of seat and hand cancels exactly.
"""

import hashlib
from dataclasses import dataclass

_CIRCULAR_ORDERS = {
    2: ("01",),
    3: ("012", "021"),
    4: ("0123", "0132", "0312", "0321", "0231", "0213"),
    5: ("01234", "03142", "02413", "04321"),
    6: (
        "012345",
        "012354",
        "021345",
        "021543",
        "042513",
        "035241",
        "032514",
        "053142",
        "041532",
        "052431",
    ),
}
"""Successive blocks take these in turn. A full pass puts every entrant right after every other equally often; at four
seats every pair also sits opposite equally often. At four and six seats each neighbour pair has to occur twice: lists
with every pair once do not exist there."""


class BlockError(ValueError):
    """No block can be laid out or dealt with these values."""


@dataclass(frozen=True)
class Seating:
    """Places of one game of a block."""

    entrants: tuple[int, ...]
    """Number of the entrant in each seat, counted in the order of the match's slots."""
    single_seat: int | None = None
    """The seat that plays alone against the pair; ``None`` unless the sides are uneven."""


def circular_orders(seats: int) -> tuple[tuple[int, ...], ...]:
    """The orders around the table that successive blocks take.

    >>> circular_orders(3)
    ((0, 1, 2), (0, 2, 1))
    """
    if seats not in _CIRCULAR_ORDERS:
        raise BlockError(f"Blocks are laid out for 2 to 6 seats, not {seats}.")
    return tuple(tuple(map(int, order)) for order in _CIRCULAR_ORDERS[seats])


def _rotated(order: tuple[int, ...], turn: int) -> tuple[int, ...]:
    """Entrant of each seat when the entrant at position j of the order sits in seat (j + turn) mod n."""
    return tuple(order[(seat - turn) % len(order)] for seat in range(len(order)))


def _check_index(block: int) -> None:
    if block < 0:
        raise BlockError(f"Blocks are numbered from 0, so there is no block {block}.")


def solo_block(seats: int, block: int) -> tuple[Seating, ...]:
    """Games of a block in which everybody plays alone: as many as there are seats.

    >>> [seating.entrants for seating in solo_block(3, block=1)]
    [(0, 2, 1), (1, 0, 2), (2, 1, 0)]
    """
    _check_index(block)
    orders = circular_orders(seats)
    order = orders[block % len(orders)]
    return tuple(Seating(_rotated(order, turn)) for turn in range(seats))


def two_pairs_block(block: int) -> tuple[Seating, ...]:
    """The four games of a 2v2 block. Slots 0 and 1 are one pair, 2 and 3 the other; partners sit opposite.

    >>> [seating.entrants for seating in two_pairs_block(0)]
    [(0, 2, 1, 3), (3, 0, 2, 1), (1, 3, 0, 2), (2, 1, 3, 0)]
    """
    _check_index(block)
    order = (0, 2, 1, 3) if block % 2 == 0 else (0, 3, 1, 2)
    return tuple(Seating(_rotated(order, turn)) for turn in range(4))


def four_singles_block(block: int) -> tuple[Seating, ...]:
    """The four games of a 2v2 block among four single bots. Successive blocks take the three partnerships in turn.

    Partners are a choice, not an order of seats: with fixed ones the weaker of a pair could never come first.

    >>> [four_singles_block(block)[0].entrants for block in range(4)]
    [(0, 2, 1, 3), (0, 1, 2, 3), (0, 1, 3, 2), (0, 3, 1, 2)]
    """
    _check_index(block)
    partner = 1 + block % 3
    left, right = (other for other in (1, 2, 3) if other != partner)
    # The next pass swaps which opponent sits after whom.
    order = (0, left, partner, right) if block // 3 % 2 == 0 else (0, right, partner, left)
    return tuple(Seating(_rotated(order, turn)) for turn in range(4))


def single_against_pair_block(block: int, entrants: int = 2) -> tuple[Seating, ...]:
    """Games of a 2v1 block: every entrant is the single side in every seat once.

    Two entrants: the other one fills both seats of the pair, six games. Three: the others are the pair, nine games,
    and the next block swaps who of them sits after the single.

    >>> [seating.entrants for seating in single_against_pair_block(0)]
    [(0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    """
    _check_index(block)
    if entrants not in (2, 3):
        raise BlockError(f"One against two is played by two or three entrants, not {entrants}.")
    games = []
    for single in range(entrants):
        rest = tuple(other for other in range(entrants) if other != single)
        order = (single, *(rest * 2)[:2]) if block % 2 == 0 else (single, *(rest * 2)[1::-1])
        games += [Seating(_rotated(order, turn), single_seat=turn) for turn in range(3)]
    return tuple(games)


def deal_seed(secret: str, scope: str, index: int) -> bytes:
    """Seed of the deal number ``index`` of a match or round, from the tournament's secret.

    Anyone can check it once the secret is out: ``printf '%s|%s|%s' "$SECRET" "$SCOPE" "$INDEX" | sha256sum``.

    >>> deal_seed("0123456789abcdef0123456789abcdef", "round-1", 0).hex()[:16]
    '4407cce5af725c0d'
    """
    _check_secret(secret)
    if not scope or "|" in scope:
        raise BlockError(f"The scope of a deal is a non-empty text without '|', not {scope!r}.")
    if index < 0:
        raise BlockError(f"Deals are numbered from 0, so there is no deal {index}.")
    return hashlib.sha256(f"{secret}|{scope}|{index}".encode()).digest()


def secret_commitment(secret: str) -> str:
    """What is published at the start, while the secret stays sealed: ``printf '%s' "$SECRET" | sha256sum``."""
    _check_secret(secret)
    return hashlib.sha256(secret.encode()).hexdigest()


def _check_secret(secret: str) -> None:
    # Shorter ones could be guessed from the commitment while games still run.
    if len(secret) < 32 or "|" in secret:
        raise BlockError("A tournament's secret is a text of at least 32 characters without '|'.")
