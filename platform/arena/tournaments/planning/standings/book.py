"""The book of a stage: from decided matches to points and lists of opponents. Tie-breaks read nothing else."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from arena.tournaments.planning.errors import StateError
from arena.tournaments.planning.values import EntrantId, NodeKey, Result, ResultKind
from referee.points import integer_points

LOST, HALF, WON = Fraction(0), Fraction(1, 2), Fraction(1)


@dataclass(frozen=True)
class Opponent:
    """One opponent in one match, as the entrant met it."""

    entrant: EntrantId | None
    """None for a bye, which counts as an opponent with the entrant's own final points."""
    points: Fraction
    """The opponent's points as tie-breaks see them."""
    score: Fraction
    """What the entrant took from it: 1, 1/2 or 0."""
    node: NodeKey | None = None


class Book:
    """Points and meetings of every entrant. Build it with `Book.of`."""

    def __init__(
        self,
        seeds: Mapping[EntrantId, int],
        results: Sequence[Result],
        byes: Mapping[EntrantId, int],
        sit_outs: Mapping[EntrantId, int],
        missed: Mapping[EntrantId, int],
    ) -> None:
        self.seeds = dict(seeds)
        self.entrants: tuple[EntrantId, ...] = tuple(sorted(seeds, key=lambda entrant: seeds[entrant]))
        self.byes = byes
        self.sit_outs = sit_outs
        self.results: dict[EntrantId, list[Result]] = {entrant: [] for entrant in self.entrants}
        for result in results:
            for entrant in result.entrants:
                self.results[entrant].append(result)
        self.points = _totals(self.entrants, results, byes, sit_outs)
        self.seen_points = {e: self.points[e] + HALF * missed.get(e, 0) for e in self.entrants}
        """Points with the rounds missed after leaving counted as draws: how opponents' tie-breaks see them."""
        self._opponents: dict[EntrantId, tuple[Opponent, ...]] = {}

    @classmethod
    def of(
        cls,
        seeds: Mapping[EntrantId, int],
        results: Iterable[Result],
        *,
        byes: Mapping[EntrantId, int] | None = None,
        sit_outs: Mapping[EntrantId, int] | None = None,
        missed: Mapping[EntrantId, int] | None = None,
    ) -> "Book":
        """Check the facts and open the book.

        `byes` and `sit_outs` count free rounds worth 1 and 1/2 point, `missed` the rounds after leaving.

        >>> book = Book.of({"a": 1, "b": 2}, [Result(NodeKey(1, 1, 1), ("a", "b"), (1, 2))], byes={"b": 1})
        >>> {entrant: str(total) for entrant, total in book.points.items()}
        {'a': '1', 'b': '1'}
        """
        ordered = sorted(results, key=lambda result: result.key)
        free = [*(byes or {}), *(sit_outs or {}), *(missed or {})]
        for entrant in [e for result in ordered for e in result.entrants] + free:
            if entrant not in seeds:
                raise StateError(f"{entrant!r} has results but no seed; list every entrant with its seed")
        return cls(seeds, ordered, byes or {}, sit_outs or {}, missed or {})

    def opponents(self, entrant: EntrantId) -> tuple[Opponent, ...]:
        """Everybody the entrant met, in order of play, byes last."""
        if entrant not in self._opponents:
            self._opponents[entrant] = self._list_opponents(entrant)
        return self._opponents[entrant]

    def _list_opponents(self, entrant: EntrantId) -> tuple[Opponent, ...]:
        met = [
            Opponent(other, self.seen_points[other], _score(result.rank_of(entrant), rank), result.key)
            for result in self.results[entrant]
            for other, rank in zip(result.entrants, result.ranks, strict=True)
            if other != entrant
        ]
        own = Opponent(None, self.points[entrant], WON)
        return tuple(met + [own] * self.byes.get(entrant, 0))

    def played(self, entrant: EntrantId) -> tuple[Result, ...]:
        """Matches that were really played: no walkovers."""
        return tuple(result for result in self.results[entrant] if result.kind is ResultKind.PLAYED)


def _totals(
    entrants: Sequence[EntrantId],
    results: Sequence[Result],
    byes: Mapping[EntrantId, int],
    sit_outs: Mapping[EntrantId, int],
) -> dict[EntrantId, Fraction]:
    """Points of everybody. Added up as integers of a common unit: a thousand entrants make many fractions."""
    unit = lcm(2, *{2 * (len(result.ranks) - 1) for result in results})
    units = {e: unit * byes.get(e, 0) + unit // 2 * sit_outs.get(e, 0) for e in entrants}
    gains: dict[tuple[int, ...], tuple[int, ...]] = {}
    for result in results:
        if result.ranks not in gains:
            scale = unit // (2 * (len(result.ranks) - 1))
            gains[result.ranks] = tuple(scale * gained for gained in integer_points(result.ranks))
        for entrant, gained in zip(result.entrants, gains[result.ranks], strict=True):
            units[entrant] += gained
    return {entrant: Fraction(total, unit) for entrant, total in units.items()}


def _score(own_rank: int, other_rank: int) -> Fraction:
    if own_rank == other_rank:
        return HALF
    return WON if own_rank < other_rank else LOST
