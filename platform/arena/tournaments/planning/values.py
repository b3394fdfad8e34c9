"""Facts that go into a format: entrants, results, departures, overrides. Plain frozen values, no database.

What comes out is in `plans`. An entrant is a bot version or a team of them; the pure code never looks inside.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from arena.tournaments.planning.errors import StateError
from referee.points import check_ranks

EntrantId: TypeAlias = int | str


class NodeKey(NamedTuple):
    """The natural key of a node: its place in the plan. Keys sort in the order in which matches can be played."""

    stage: int
    round: int
    number: int

    def __str__(self) -> str:
        return f"{self.stage}.{self.round}.{self.number}"


@dataclass(frozen=True)
class Entrant:
    id: EntrantId
    seed: int
    """1 is best; frozen when the stage opens; unique."""
    owner: EntrantId | None = None
    """Entrants of one owner are kept apart where possible; None is nobody's. Only whether two are equal matters, and it
    never changes once a stage is open."""
    entered_round: int = 1
    """First round of the stage the entrant can be paired in; above 1 for a late entry (Swiss formats only)."""


class ResultKind(StrEnum):
    PLAYED = "played"
    WALKOVER = "walkover"


@dataclass(frozen=True)
class Result:
    """How a node was decided. `ranks`, `scores` follow the order of `entrants`."""

    key: NodeKey
    entrants: tuple[EntrantId, ...]
    ranks: tuple[int, ...]
    """Competition ranks of the series, 1 is best; ties only where the format allows draws."""
    scores: tuple[Fraction, ...] = ()
    """Sum of the points of all games; empty when nothing was played."""
    games: int = 0
    kind: ResultKind = ResultKind.PLAYED

    def __post_init__(self) -> None:
        if len(set(self.entrants)) != len(self.entrants):
            raise StateError(f"match {self.key} names an entrant twice; every slot needs its own entrant")
        if len(self.ranks) != len(self.entrants) or len(self.scores) not in (0, len(self.entrants)):
            raise StateError(f"match {self.key} needs one rank (and one score, if any) for each of its entrants")
        try:
            check_ranks(self.ranks)
        except ValueError as error:
            raise StateError(f"match {self.key}: {error}") from error

    def rank_of(self, entrant: EntrantId) -> int:
        return self.ranks[self.entrants.index(entrant)]

    def in_order(self) -> tuple[EntrantId, ...]:
        """Entrants from first to last; tied ones in slot order."""
        return tuple(e for _, e in sorted(zip(self.ranks, self.entrants, strict=True), key=lambda pair: pair[0]))


@dataclass(frozen=True)
class Override:
    """An organiser's ruling. It wins over the computed result; of several for one match the last one holds."""

    key: NodeKey
    entrants: tuple[EntrantId, ...]
    ranks: tuple[int, ...]
    reason: str = ""


class DepartureKind(StrEnum):
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


@dataclass(frozen=True)
class Departure:
    """An entrant left. Undecided matches it already has become walkovers; it is paired no more.

    Departures are given in the order in which they happened: when two who left should meet, whoever left first
    loses, which is what an observer at the time would have ruled.
    """

    entrant: EntrantId
    stage: int = 1
    """The stage that was running; a stage that was closed by then is not touched."""
    round: int = 1
    """First round of that stage for which it is not paired (the one after the last published round)."""
    kind: DepartureKind = DepartureKind.WITHDRAWN
    returned_round: int | None = None
    """First round it is paired in again; Swiss formats only."""
    as_losses: bool = False
    """Of who was disqualified: its results in tables count as losses, from the round it left in on. Brackets stay."""


class PairingKind(StrEnum):
    MATCH = "match"
    BYE = "bye"
    SIT_OUT = "sit_out"


@dataclass(frozen=True)
class Pairing:
    """Who was put together: computed by a format, or edited by the organiser before the round started."""

    key: NodeKey
    entrants: tuple[EntrantId, ...]
    kind: PairingKind = PairingKind.MATCH

    def __post_init__(self) -> None:
        if len(set(self.entrants)) != len(self.entrants):
            raise StateError(f"pairing {self.key} names an entrant twice; every slot needs its own entrant")
        if (len(self.entrants) == 1) == (self.kind is PairingKind.MATCH):
            raise StateError(f"pairing {self.key}: a match has at least two entrants, a bye or a sit-out exactly one")


@dataclass(frozen=True)
class StageFacts:
    """Everything a format may look at. The same state gives the same plan, on every machine."""

    entrants: tuple[Entrant, ...]
    results: tuple[Result, ...] = ()
    published: tuple[Pairing, ...] = ()
    """Pairings that exist already. A round that is here is taken as it is; only later ones are computed."""
    departures: tuple[Departure, ...] = ()
    overrides: tuple[Override, ...] = ()
    stage: int = 1
    lineup: tuple[EntrantId | None, ...] = ()
    """Brackets only: first-round lines from top to bottom, None for a bye. Empty: by seed."""
    secret: bytes = b""
    """The tournament secret, for what is drawn by lot."""
    by_id: dict[EntrantId, Entrant] = field(init=False, repr=False, compare=False)
    departed: tuple[Departure, ...] = field(init=False, repr=False, compare=False)
    """The departures that concern this stage, as formats should read them."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_id", {entrant.id: entrant for entrant in self.entrants})
        if len(self.by_id) != len(self.entrants):
            raise StateError("an entrant is listed twice; give every entrant once")
        if len({entrant.seed for entrant in self.entrants}) != len(self.entrants):
            raise StateError("two entrants share a seed; give every entrant a seed of its own")
        object.__setattr__(self, "departed", tuple(self._departures_here()))
        for facts in (self.results, self.published, self.overrides):
            for fact in facts:
                if fact.key.stage == self.stage:
                    self._check_known(fact)

    def _departures_here(self) -> Iterator[Departure]:
        """Who left in an earlier stage is gone from the start; who left in a later one is here to the end."""
        for departure in self.departures:
            if departure.entrant in self.by_id and departure.stage <= self.stage:
                here = departure.stage == self.stage
                yield departure if here else replace(departure, stage=self.stage, round=1, returned_round=None)

    def _check_known(self, fact: Result | Pairing | Override) -> None:
        for entrant in fact.entrants:
            if entrant not in self.by_id:
                raise StateError(f"match {fact.key} names {entrant!r}, who is no entrant of stage {self.stage}")

    @property
    def seeded(self) -> tuple[Entrant, ...]:
        """Entrants, best seed first."""
        return tuple(sorted(self.entrants, key=lambda entrant: entrant.seed))

    def seed(self, entrant: EntrantId) -> int:
        return self.by_id[entrant].seed

    def decided(self) -> dict[NodeKey, Result]:
        """Results of this stage by key, with overrides applied."""
        decided: dict[NodeKey, Result] = {}
        for result in self.results:
            if result.key.stage != self.stage:
                continue
            if decided.setdefault(result.key, result) != result:
                raise StateError(f"match {result.key} has two different results; keep one and record an override")
        for override in self.overrides:
            if override.key.stage == self.stage:
                decided[override.key] = _overridden(override, decided.get(override.key))
        return decided

    def is_paired(self, entrant: EntrantId, round_number: int) -> bool:
        """Whether the entrant is there to be paired in a round."""
        if self.by_id[entrant].entered_round > round_number:
            return False
        return not any(
            d.entrant == entrant
            and d.round <= round_number
            and (d.returned_round is None or round_number < d.returned_round)
            for d in self.departed
        )

    def left(self, entrant: EntrantId, round_number: int) -> int | None:
        """When (as a place in the order of departures) the entrant left a match of this round; None if it did not."""
        for order, d in enumerate(self.departed):
            if d.entrant == entrant and (d.returned_round is None or round_number < d.returned_round):
                return order
        return None


def _overridden(override: Override, computed: Result | None) -> Result:
    if computed is None or set(computed.entrants) != set(override.entrants):
        return Result(override.key, override.entrants, override.ranks)
    if computed.entrants == override.entrants:
        scores = computed.scores
    else:
        by_entrant = dict(zip(computed.entrants, computed.scores, strict=False))
        scores = tuple(by_entrant[entrant] for entrant in override.entrants) if by_entrant else ()
    return Result(override.key, override.entrants, override.ranks, scores, computed.games)
