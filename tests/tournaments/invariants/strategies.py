"""Random tournaments for the invariants: field, format, settings, results, departures, order of arrival."""

import random
from dataclasses import dataclass

from hypothesis import strategies as st

from arena.tournaments.planning.plans import StagePlan
from arena.tournaments.planning.values import Entrant, StageFacts
from tests.tournaments.simulate import play

SETTINGS: dict[str, list[dict[str, object]]] = {
    "single_elimination": [{}, {"third_place": True}],
    "double_elimination": [{}],
    "round_robin": [{}, {"legs": 2}],
    "groups": [{"groups": 2}],
    "swiss": [{}, {"rounds": 3}],
    "pod_swiss": [{"pod_size": 3}, {"pod_size": 4}, {"pod_size": 4, "exact": True}],
    "pod_elimination": [{"pod_size": 3}, {"pod_size": 4, "advance": 1}],
    "strikes": [{"pod_size": 4, "strikes": 1}, {"pod_size": 3, "strikes": 2}],
    # A published schedule would do as well; annealing long schedules is not what is tested here.
    "pod_schedule": [{"pod_size": 3, "every_pod": True}],
}
SIZES = {"pod_schedule": (4, 6), "round_robin": (4, 7), "groups": (4, 10)}


@dataclass(frozen=True)
class Played:
    name: str
    settings: dict[str, object]
    plan: StagePlan
    state: StageFacts


@st.composite
def played(
    draw: st.DrawFn, names: tuple[str, ...] = tuple(SETTINGS), *, leaving: bool = True, late: bool = True
) -> Played:
    """A stage played to its end."""
    name = draw(st.sampled_from(names))
    settings = draw(st.sampled_from(SETTINGS[name]))
    size = draw(st.integers(*SIZES.get(name, (4, 13))))
    owners = draw(st.integers(2, size))
    entrants = [Entrant(n, n, owner=n % owners) for n in range(1, size + 1)]
    if late and name in ("swiss", "pod_swiss"):
        entrants += [Entrant(size + i, size + i, entered_round=2) for i in range(1, draw(st.integers(0, 2)) + 1)]
    chance = draw(st.sampled_from([0.0, 0.0, 0.1, 0.4])) if leaving else 0.0
    rng = random.Random(draw(st.integers(0, 2**32)))
    plan, state = play(name, settings, StageFacts(tuple(entrants)), rng, leave_chance=chance)
    return Played(name, settings, plan, state)
