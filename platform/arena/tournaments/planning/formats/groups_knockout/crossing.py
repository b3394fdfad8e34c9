"""From groups into a bracket: who meets whom first, so that a group's entrants meet again as late as possible."""

from collections.abc import Sequence

from arena.tournaments.planning.formats.groups.ranking import GroupEntry
from arena.tournaments.planning.seeding import bracket_order, bracket_size
from arena.tournaments.planning.values import EntrantId

CROSSED_GROUPS = (2, 4, 8)


def bracket_lineup(entries: Sequence[GroupEntry]) -> tuple[EntrantId | None, ...]:
    """Lines of the bracket for qualifiers given best first; None is a bye.

    >>> bracket_lineup([GroupEntry("a1", 1, 1), GroupEntry("b1", 2, 1), GroupEntry("b2", 2, 2), GroupEntry("a2", 1, 2)])
    ('a1', 'b2', 'b1', 'a2')
    """
    groups = sorted({entry.group for entry in entries})
    places = {(entry.group, entry.place): entry.entrant for entry in entries}
    two_each = set(places) == {(group, place) for group in groups for place in (1, 2)}
    if len(groups) in CROSSED_GROUPS and two_each:
        return crossed(places, groups)
    return seeded_apart(entries)


def crossed(places: dict[tuple[int, int], EntrantId], groups: Sequence[int]) -> tuple[EntrantId, ...]:
    """A1-B2, C1-D2, ... in the upper half, B1-A2, D1-C2, ... in the lower: two of a group meet only in the final."""
    pairs = list(zip(groups[::2], groups[1::2], strict=True))
    upper = [line for a, b in pairs for line in (places[a, 1], places[b, 2])]
    lower = [line for a, b in pairs for line in (places[b, 1], places[a, 2])]
    return tuple(upper + lower)


def seeded_apart(entries: Sequence[GroupEntry]) -> tuple[EntrantId | None, ...]:
    """The standard order of seeds; the worse of two first opponents from one group changes places with the next
    seed that had the same place in its group (failing that, an earlier one), if that parts them and joins no others.
    """
    size = bracket_size(len(entries))
    lines: list[GroupEntry | None] = [*entries] + [None] * (size - len(entries))
    for seed in range(len(entries), 0, -1):
        if _is_clash(lines, seed - 1):
            _part(lines, seed - 1)
    return tuple(None if (entry := lines[seed - 1]) is None else entry.entrant for seed in bracket_order(size))


def _is_clash(lines: Sequence[GroupEntry | None], index: int) -> bool:
    """Whether a seed and its first opponent (seeds s and size + 1 - s) are from one group."""
    one, other = lines[index], lines[len(lines) - 1 - index]
    return one is not None and other is not None and one.group == other.group and one is not other


def _part(lines: list[GroupEntry | None], index: int) -> None:
    entry = lines[index]
    same_place = [i for i, other in enumerate(lines) if entry and other and other.place == entry.place and i != index]
    # The next seeds first, then earlier ones from the nearest.
    for i in [i for i in same_place if i > index] + [i for i in reversed(same_place) if i < index]:
        lines[index], lines[i] = lines[i], lines[index]
        if not _is_clash(lines, index) and not _is_clash(lines, i):
            return
        lines[index], lines[i] = lines[i], lines[index]
