"""Bots of one owner meet late in a knockout, early in a round robin, and are dealt into different groups.

Two bots of one owner can give each other points. In a knockout they should meet as late as the seeds allow, in a round
robin first: nobody then knows which points will matter. One search does all three: places are changed only among
entrants whom the seeding treats alike, and only as far as that helps.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations

from arena.tournaments.planning.seeding import bracket_order, bracket_size, snake
from arena.tournaments.planning.values import Entrant, EntrantId

Owners = tuple[EntrantId | None, ...]
"""Of each entrant, best seed first."""
Schedule = tuple[tuple[tuple[int, int], ...], ...]
"""Rounds of pairs."""


def owners_of(seeded: Sequence[Entrant]) -> Owners:
    return tuple(entrant.owner for entrant in seeded)


@lru_cache(maxsize=64)
def bracket_lines(owners: Owners) -> tuple[int | None, ...]:
    """Who stands on which line of a bracket, as indexes in seed order; None is a bye.

    Seeds change places with seeds of their own tier (3-4, 5-8, 9-16, …) that have a bye or have none as they do.

    >>> bracket_lines(("x", "y", "z", "x"))
    (0, 2, 1, 3)
    """
    size = bracket_size(len(owners))
    lines = {seed - 1: line for line, seed in enumerate(bracket_order(size))}
    byes = size - len(owners)
    rounds = size.bit_length() - 1
    radix = len(owners) ** 2 + 1

    def too_early(one: int, other: int) -> int:
        return int(radix ** (rounds - (lines[one] ^ lines[other]).bit_length()))

    tiers = [2 * seed.bit_length() + (seed < byes) for seed in range(len(owners))]
    placed = arranged(owners, tiers, too_early)
    by_line: list[int | None] = [None] * size
    for seed, entrant in enumerate(placed):
        by_line[lines[seed]] = entrant
    return tuple(by_line)


@lru_cache(maxsize=64)
def dealt_groups(owners: Owners, groups: int) -> tuple[tuple[int, ...], ...]:
    """Groups by snake, as indexes in seed order; entrants of one row of the snake may change groups.

    >>> dealt_groups(("x", "y", "z", "x"), 2)
    ((1, 3), (0, 2))
    """
    dealt = snake(list(range(len(owners))), groups)
    where = {seed: (group, row) for group, seeds in enumerate(dealt) for row, seed in enumerate(seeds)}
    placed = arranged(
        owners,
        [where[seed][1] for seed in range(len(owners))],
        lambda one, other: int(where[one][0] == where[other][0]),
    )
    return tuple(tuple(placed[seed] for seed in seeds) for seeds in dealt)


@lru_cache(maxsize=64)
def early_meetings(owners: Owners, rounds: Schedule) -> Schedule:
    """A schedule of everybody against everybody with the meetings of one owner's entrants in its first rounds.

    >>> early_meetings(("x", "y", "z", "y"), (((0, 3), (1, 2)), ((1, 3), (2, 0)), ((2, 3), (0, 1))))
    (((1, 3), (0, 2)), ((0, 3), (2, 1)), ((2, 3), (1, 0)))
    """
    if not _families(owners):
        return rounds
    when = {frozenset(pair): number for number, pairs in enumerate(rounds) for pair in pairs}

    def lateness(one: int, other: int) -> int:
        return when[frozenset((one, other))] ** 2

    starts = (range(len(owners)), _together(owners, rounds))
    searched = [arranged(owners, [0] * len(owners), lateness, start) for start in starts]
    placed = min(searched, key=lambda placed: _paid(owners, placed, lateness))
    named = [tuple((placed[a], placed[b]) for a, b in pairs) for pairs in rounds]
    # Rounds may be played in any order: what the search left for later comes forward.
    return tuple(sorted(named, key=lambda pairs: not any(_is_family(owners, pair) for pair in pairs)))


def _together(owners: Owners, rounds: Schedule) -> list[int]:
    """A place for everybody with families on the tables of the first round, even ones first so that none is split."""
    families = sorted(_families(owners).values(), key=lambda places: (len(places) % 2, min(places)))
    entrants = [entrant for family in families for entrant in sorted(family)]
    entrants += [entrant for entrant in range(len(owners)) if entrant not in set(entrants)]
    tables = [place for pair in rounds[0] for place in pair]
    places = tables + [place for place in range(len(owners)) if place not in tables]
    return [entrant for _place, entrant in sorted(zip(places, entrants, strict=True))]


def _paid(owners: Owners, placed: Sequence[int], cost: Callable[[int, int], int]) -> int:
    """What the places of one owner's entrants cost together."""
    pairs = combinations(range(len(placed)), 2)
    return sum(cost(one, other) for one, other in pairs if _is_family(owners, (placed[one], placed[other])))


def _is_family(owners: Owners, pair: tuple[int, int]) -> bool:
    return owners[pair[0]] is not None and owners[pair[0]] == owners[pair[1]]


def arranged(
    owners: Owners, tiers: Sequence[int], cost: Callable[[int, int], int], start: Sequence[int] = ()
) -> tuple[int, ...]:
    """The entrant of each place. Place i is entrant i's (or begins as ``start`` says); two of a tier change places
    while that lowers what the places of one owner's entrants cost together, or costs the same and brings them home."""
    placed = list(start or range(len(owners)))
    at = {entrant: place for place, entrant in enumerate(placed)}
    families = {owner: {at[entrant] for entrant in family} for owner, family in _families(owners).items()}
    alike: dict[int, list[int]] = {}
    for place, tier in enumerate(tiers):
        alike.setdefault(tier, []).append(place)

    def price(entrant: int, place: int, instead_of: int) -> int:
        """Of an entrant at a place, with its family where it is; the two who change places are not counted."""
        family = families.get(owners[entrant], ())
        return sum(cost(place, other) for other in family if other not in (place, instead_of))

    def gain(one: int, other: int) -> tuple[int, int]:
        a, b = placed[one], placed[other]
        if owners[a] == owners[b]:
            return (0, 0)
        here = price(a, one, other) + price(b, other, one)
        there = price(a, other, one) + price(b, one, other)
        moved = abs(a - other) + abs(b - one) - abs(a - one) - abs(b - other)
        return (there - here, moved)

    is_better = True
    while is_better:
        is_better = False
        for place in sorted(place for family in families.values() for place in family):
            best, other = min((gain(place, other), other) for other in alike[tiers[place]])
            if best >= (0, 0):
                continue
            for entrant, old, new in ((placed[place], place, other), (placed[other], other, place)):
                if owners[entrant] in families:
                    families[owners[entrant]] = families[owners[entrant]] - {old} | {new}
            placed[place], placed[other] = placed[other], placed[place]
            is_better = True
    return tuple(placed)


def _families(owners: Owners) -> dict[EntrantId | None, set[int]]:
    """The entrants of each owner of several."""
    families: dict[EntrantId | None, set[int]] = {}
    for entrant, owner in enumerate(owners):
        if owner is not None:
            families.setdefault(owner, set()).add(entrant)
    return {owner: family for owner, family in families.items() if len(family) > 1}
