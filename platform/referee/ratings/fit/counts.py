"""All that a fit knows of games, in whole numbers: who met whom, what came of it, how much each entrant played.

Counts of two parts of a log add up to the counts of both, to the last bit. A fit after one more period need not look at
the periods before it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.ratings.fit.choices import Choices, count_choices, join_choices
from referee.ratings.fit.columns import Columns, Ints, Sheet, distinct
from referee.ratings.fit.sides import Sides, join_sides, number_sides
from referee.ratings.games import Entrant, ordered


@dataclass(frozen=True)
class Counts:
    entrants: list[Entrant]
    """In their order; their places here are their numbers."""
    blocks: Ints
    """Names of the blocks, ascending; their places here are their numbers."""
    sides: Sides
    choices: list[Choices]
    """By the number of sides, then by sign."""
    games: Ints
    """Of each entrant; who fills both seats of a pair has played one game."""
    blocks_played: Ints

    def plus(self, other: "Counts") -> "Counts | None":
        """Both together. None: games of one block are in both, and only counting all at once puts them together."""
        if _has_common(self.blocks, other.blocks):
            return None
        entrants = ordered({*self.entrants, *other.entrants})
        blocks = np.concatenate([self.blocks, other.blocks])
        if len(self.blocks) and len(other.blocks) and other.blocks[0] < self.blocks[-1]:
            blocks = np.sort(blocks, kind="stable")
        one, two = self._among(entrants), other._among(entrants)
        sides, *side_places = join_sides(*(
            each.sides.moved(places, len(entrants)) for each, places in ((self, one), (other, two))
        ))  # fmt: skip
        found: dict[tuple[int, int], Choices] = {}
        for each, places, ends in ((self, one, side_places[0]), (other, two, side_places[1])):
            # Numbers of single sides are those of entrants, which have moved as well.
            moved = np.concatenate([places, ends[len(entrants) :]]).astype(np.int32)
            numbers = _places_among(blocks, each.blocks)
            for choices in each.choices:
                key, new = (choices.arity, choices.sign), choices.moved(moved, numbers)
                found[key] = join_choices(found[key], new) if key in found else new
        games, played = (np.zeros(len(entrants), dtype=np.int64) for _ in range(2))
        for each, places in ((self, one), (other, two)):
            games[places] += each.games
            played[places] += each.blocks_played
        return Counts(entrants, blocks, sides, [found[key] for key in sorted(found)], games, played)

    def only(self, numbers: Ints) -> "Counts":
        """Of some entrants, no game of whom had others in it. ``numbers``: their new numbers, -1 for those left out."""
        stays = numbers >= 0
        if stays.all():
            return self
        sides, places = self.sides.only(numbers)
        return Counts(
            entrants=[entrant for entrant, stay in zip(self.entrants, stays, strict=True) if stay],
            blocks=self.blocks,
            sides=sides,
            choices=[left for choices in self.choices if len((left := choices.only(places)).sets)],
            games=self.games[stays],
            blocks_played=self.blocks_played[stays],
        )

    def _among(self, entrants: list[Entrant]) -> Ints:
        places = {entrant: place for place, entrant in enumerate(entrants)}
        return np.array([places[entrant] for entrant in self.entrants], dtype=np.int64)


def _places_among(ascending: Ints, part: Ints) -> Ints:
    """Where the numbers of a part stand; the part with which it begins needs no search."""
    if np.array_equal(ascending[: len(part)], part):
        return np.arange(len(part), dtype=np.int32)
    return np.searchsorted(ascending, part).astype(np.int32)


def _has_common(ascending: Ints, names: Ints) -> bool:
    if not len(ascending):
        return False
    places = np.minimum(np.searchsorted(ascending, names), len(ascending) - 1)
    return bool((ascending[places] == names).any())


def count(columns: Columns) -> Counts:
    entrants = len(columns.entrants)
    sides, numbers = number_sides(columns.sheets, entrants)
    games, played = _played(columns.sheets, entrants)
    choices = count_choices(columns.sheets, numbers)
    return Counts(columns.entrants, columns.blocks, sides, choices, games, played)


def _played(sheets: Sequence[Sheet], entrants: int) -> tuple[Ints, Ints]:
    """Games and blocks of each entrant."""
    games = np.zeros(entrants, dtype=np.int64)
    pairs: list[Ints] = [np.empty(0, dtype=np.int64)]
    for sheet in (piece for whole in sheets for piece in whole.pieces()):
        members = np.sort(sheet.members, axis=1)
        fresh = np.hstack([np.ones((len(members), 1), dtype=bool), members[:, 1:] != members[:, :-1]])
        games += np.bincount(members[fresh], minlength=entrants)
        # The games of a block stand together and have the same members: most rows need no look.
        changed = np.ones(len(members), dtype=bool)
        changed[1:] = (sheet.blocks[1:] != sheet.blocks[:-1]) | (members[1:] != members[:-1]).any(axis=1)
        pairs.append(distinct(sheet.blocks[changed, None].astype(np.int64) * entrants + members[changed]))
    return games, np.bincount(distinct(np.concatenate(pairs)) % max(entrants, 1), minlength=entrants)
