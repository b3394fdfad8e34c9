"""Tournaments of several stages: each stage opens when the one before is complete."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from arena.tournaments.planning.disqualified import disqualified_behind
from arena.tournaments.planning.formats.interface import StageSetup
from arena.tournaments.planning.plans import Place, PlannedNode, StagePlan
from arena.tournaments.planning.qualifying import StageOpening, open_next
from arena.tournaments.planning.registry import get_format
from arena.tournaments.planning.shrinking import check_links
from arena.tournaments.planning.values import EntrantId, NodeKey, StageFacts


@dataclass(frozen=True)
class TournamentFacts:
    """All facts of a tournament. Entrants and facts as in a stage, with keys that name their stage."""

    setups: tuple[StageSetup, ...]
    facts: StageFacts
    """The first stage's entrants, and results, pairings, departures, overrides of all stages."""
    lineups: Mapping[int, tuple[EntrantId | None, ...]] = field(default_factory=dict)
    """Line-ups that the organiser arranged by hand, by stage; they replace the computed ones."""


@dataclass(frozen=True)
class TournamentPlan:
    stages: tuple[StagePlan, ...]
    """Stages that have opened."""
    openings: tuple[StageOpening, ...]
    """Who started each of them."""
    preview: StageOpening | None
    """Who would start the next stage if the running one ended now."""
    is_complete: bool
    places: tuple[Place, ...]
    """Final places of everybody, once complete."""
    unplayed: StageOpening | None
    """The stage that too few reached: the tournament ended before it."""
    conflicts: tuple[NodeKey, ...]
    """Results and pairings that no longer fit after an override; see `StagePlan.conflicts`."""

    @cached_property
    def nodes(self) -> dict[NodeKey, PlannedNode]:
        """All nodes of all open stages."""
        return {key: node for stage in self.stages for key, node in stage.by_key.items()}


def plan_tournament(state: TournamentFacts) -> TournamentPlan:
    """What should exist in all stages.

    >>> from arena.tournaments.planning.values import Entrant
    >>> entrants = tuple(Entrant(seed, seed) for seed in range(1, 9))
    >>> setups = (StageSetup("groups", {"groups": 2}, advance=2), StageSetup("single_elimination"))
    >>> plan = plan_tournament(TournamentFacts(setups, StageFacts(entrants)))
    >>> len(plan.stages), plan.preview.lineup
    (1, (1, 3, 2, 4))
    """
    check_links(state.setups)
    opening = StageOpening(1, state.facts.entrants, state.setups[0], state.facts.lineup)
    stages: list[StagePlan] = []
    openings: list[StageOpening] = []
    conflicts: list[NodeKey] = []
    unplayed: StageOpening | None = None
    for number, setup in enumerate(state.setups, start=1):
        stage_state, misfits = _stage_state(state, opening)
        plan = get_format(opening.setup.format).plan(opening.setup.settings, stage_state)
        stages.append(plan)
        openings.append(opening)
        conflicts += [*misfits, *plan.conflicts]
        if number == len(state.setups):
            break
        opening = open_next(plan, stage_state, setup.advance or 0, state.setups[number])
        if not plan.is_complete:
            return TournamentPlan(tuple(stages), tuple(openings), opening, False, (), None, tuple(conflicts))
        if not opening.is_played:
            unplayed = opening
            break
    is_complete = stages[-1].is_complete
    places = disqualified_behind(_places(stages, unplayed), state.facts.departures) if is_complete else ()
    return TournamentPlan(tuple(stages), tuple(openings), None, is_complete, places, unplayed, tuple(conflicts))


def _stage_state(state: TournamentFacts, opening: StageOpening) -> tuple[StageFacts, list[NodeKey]]:
    """The facts of one stage, without those that name entrants who are not in it (any more)."""
    ids = {entrant.id for entrant in opening.entrants}
    facts = state.facts
    named: list[tuple[NodeKey, tuple[EntrantId, ...]]] = [
        *((fact.key, fact.entrants) for fact in facts.results),
        *((fact.key, fact.entrants) for fact in facts.published),
        *((fact.key, fact.entrants) for fact in facts.overrides),
    ]
    # In the first stage a stranger is a caller's mistake and is refused there.
    unfit = {key for key, who in named if key.stage == opening.stage > 1 and not ids.issuperset(who)}
    return replace(
        facts,
        stage=opening.stage,
        entrants=opening.entrants,
        lineup=state.lineups.get(opening.stage, opening.lineup),
        results=tuple(fact for fact in facts.results if fact.key not in unfit),
        published=tuple(fact for fact in facts.published if fact.key not in unfit),
        overrides=tuple(fact for fact in facts.overrides if fact.key not in unfit),
    ), sorted(unfit)


def _places(stages: Sequence[StagePlan], unplayed: StageOpening | None) -> tuple[Place, ...]:
    """The last stage's places, then those who did not get there, by their places in the stage they reached.

    Whoever reached a stage alone wins without a match.
    """
    places = [Place(1, entrant.id) for entrant in unplayed.entrants] if unplayed else []
    for plan in reversed(stages):
        placed = {place.entrant for place in places}
        rest = [place for place in plan.places if place.entrant not in placed]
        first = len(places) + 1
        for place in rest:
            better = sum(other.place < place.place for other in rest)
            places.append(Place(first + better, place.entrant))
    return tuple(places)
