"""The book of a stage: from decided matches to points and lists of opponents. Tie-breaks read nothing else."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arena.tournaments.errors import StateError
from arena.tournaments.values import EntrantId, MatchKey, Result, ResultKind
from referee.points import points

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Opponent:
    """One opponent in one match, as the entrant met it."""

    entrant: EntrantId | None
    """None for a bye, which counts as an opponent with the entrant's own final points."""
    points: Fraction
    """The opponent's points as tie-breaks see them."""
    score: Fraction
    """What the entrant took from it: 1, 1/2 or 0."""
    match: MatchKey | None = None


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
        self.points = {entrant: Fraction(byes.get(entrant, 0)) for entrant in self.entrants}
        for entrant, times in sit_outs.items():
            self.points[entrant] += HALF * times
        for result in results:
            for entrant, gained in zip(result.entrants, points(result.ranks), strict=True):
                self.points[entrant] += gained
        self.seen_points = {e: self.points[e] + HALF * missed.get(e, 0) for e in self.entrants}
        """Points with the rounds missed after leaving counted as draws: how opponents' tie-breaks see them."""

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

        >>> book = Book.of({"a": 1, "b": 2}, [Result(MatchKey(1, 1, 1), ("a", "b"), (1, 2))], byes={"b": 1})
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
        met = [
            Opponent(other, self.seen_points[other], _score(result.rank_of(entrant), rank), result.key)
            for result in self.results[entrant]
            for other, rank in zip(result.entrants, result.ranks, strict=True)
            if other != entrant
        ]
        own = Opponent(None, self.points[entrant], Fraction(1))
        return tuple(met + [own] * self.byes.get(entrant, 0))

    def played(self, entrant: EntrantId) -> tuple[Result, ...]:
        """Matches that were really played: no walkovers."""
        return tuple(result for result in self.results[entrant] if result.kind is ResultKind.PLAYED)


def _score(own_rank: int, other_rank: int) -> Fraction:
    if own_rank == other_rank:
        return HALF
    return Fraction(int(own_rank < other_rank))
