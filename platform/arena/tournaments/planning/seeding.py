"""Who gets which seed, and where seeds go: bracket order, snake, random draw from the tournament secret."""

import hashlib
from collections.abc import Hashable, Sequence
from typing import TypeVar

from arena.tournaments.planning.errors import StateError

T = TypeVar("T", bound=Hashable)
Id = TypeVar("Id", int, str)


def bracket_size(entrants: int) -> int:
    """The smallest power of two that holds the field.

    >>> [bracket_size(n) for n in (2, 3, 8, 9)]
    [2, 4, 8, 16]
    """
    if entrants < 2:
        raise StateError(f"a bracket needs at least 2 entrants, not {entrants}")
    return 1 << (entrants - 1).bit_length()


def bracket_order(size: int) -> tuple[int, ...]:
    """Seeds from the top line of the bracket to the bottom, so that the best can only meet late.

    >>> bracket_order(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    if size < 2 or size & (size - 1):
        raise StateError(f"a bracket has 2, 4, 8, ... lines, not {size}; use bracket_size(entrants)")
    order: tuple[int, ...] = (1, 2)
    while len(order) < size:
        total = 2 * len(order) + 1
        order = tuple(line for seed in order for line in (seed, total - seed))
    return order


def snake(entrants: Sequence[T], groups: int) -> tuple[tuple[T, ...], ...]:
    """Deal entrants, best first, into groups: left to right, then right to left, and so on.

    When the field does not divide evenly, the first groups are the larger ones.

    >>> snake(range(1, 14), 4)
    ((1, 8, 9, 13), (2, 7, 10), (3, 6, 11), (4, 5, 12))
    """
    if not 1 <= groups <= len(entrants):
        raise StateError(f"{len(entrants)} entrants do not fill {groups} groups; choose 1 to {len(entrants)} groups")
    dealt: list[list[T]] = [[] for _ in range(groups)]
    rest = len(entrants) % groups
    full = len(entrants) - rest
    for place, entrant in enumerate(entrants):
        row, column = divmod(place, groups)
        # The incomplete last row always runs forward: the larger groups are the first ones.
        dealt[column if row % 2 == 0 or place >= full else groups - 1 - column].append(entrant)
    return tuple(tuple(group) for group in dealt)


def random_order(ids: Sequence[T], secret: bytes, purpose: str = "seeding") -> tuple[T, ...]:
    """A draw that anyone can repeat once the secret is public: sort by SHA-256(secret | purpose | id).

    >>> random_order([1, 2, 3], b"secret") == random_order([3, 1, 2], b"secret")
    True
    """
    if len(set(ids)) != len(ids):
        raise StateError("an entrant is in the draw twice; give every id once")

    def lot(entrant: T) -> bytes:
        return hashlib.sha256(secret + f"|{purpose}|{type(entrant).__name__}:{entrant}".encode()).digest()

    return tuple(sorted(ids, key=lot))


def rating_order(rows: Sequence[tuple[Id, float | None, float]]) -> tuple[Id, ...]:
    """Ids by rating, best first; unrated last; then by time of registration, then by id.

    A row is (id, rating or None, registration time as a number).

    >>> rating_order([("ann", None, 1), ("bob", 1500.0, 3), ("cat", 1600.0, 2), ("dan", 1500.0, 2)])
    ('cat', 'dan', 'bob', 'ann')
    """
    ordered = sorted(rows, key=lambda row: (row[1] is None, -(row[1] or 0.0), row[2], row[0]))
    return tuple(row[0] for row in ordered)
