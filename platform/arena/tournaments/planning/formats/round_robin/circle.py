"""The circle method: everybody meets everybody, everybody plays once a round."""

from arena.tournaments.planning.errors import StateError


def circle(entrants: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Rounds of pairs of entrants 0..n-1. With an odd field, whoever meets the dummy rests.

    >>> circle(4)
    (((0, 3), (1, 2)), ((1, 3), (2, 0)), ((2, 3), (0, 1)))
    >>> circle(3)
    (((1, 2),), ((2, 0),), ((0, 1),))
    """
    if entrants < 2:
        raise StateError(f"a round robin needs at least 2 entrants, not {entrants}")
    even = entrants + entrants % 2
    wheel = even - 1
    rounds = []
    for r in range(wheel):
        pairs = [(r, wheel)] + [((r + k) % wheel, (r - k) % wheel) for k in range(1, even // 2)]
        rounds.append(tuple(pair for pair in pairs if max(pair) < entrants))
    return tuple(rounds)
