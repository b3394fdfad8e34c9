"""Strikes knockout: the loser of each pod gets a strike; three strikes and you are out; the last one wins.

Made for games in which everybody wins but one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.tournaments.planning.formats.interface import Format
from arena.tournaments.planning.formats.pod_settings import POD_SIZES, check_pod_size
from arena.tournaments.planning.plans import RoundPlan, StagePlan, shared_places
from arena.tournaments.planning.pod_swaps import PodEntrant
from arena.tournaments.planning.pods import pod_sizes, ranked_pods, snake_pods
from arena.tournaments.planning.rounds import available, keyed, meetings_of, unroll
from arena.tournaments.planning.settings import check_at_least
from arena.tournaments.planning.values import EntrantId, Pairing, PairingKind, StageFacts


@dataclass(frozen=True)
class StrikesSettings:
    pod_size: int = 4
    strikes: int = 3
    """Out after so many lost pods."""

    def __post_init__(self) -> None:
        check_pod_size(self.pod_size)
        check_at_least("strikes", self.strikes, 1)


def plan(settings: StrikesSettings, state: StageFacts) -> StagePlan:
    def pair(number: int, rounds: Sequence[RoundPlan]) -> tuple[Pairing, ...] | None:
        strikes = strikes_after(state, rounds)
        alive = [entrant for entrant in available(state, number) if strikes[entrant] < settings.strikes]
        if len(alive) < 2:
            return None
        ranking = sorted(alive, key=lambda entrant: (strikes[entrant], state.seed(entrant)))
        seated = [PodEntrant(e, -strikes[e], state.by_id[e].owner) for e in ranking]
        sizes = pod_sizes(len(seated), settings.pod_size)
        pods = ranked_pods(seated, meetings_of(rounds), sizes) if rounds else snake_pods(seated, sizes)
        return keyed(state, number, pods, (), PairingKind.MATCH)

    # Everybody but the last one of a pod goes on unharmed.
    unrolled = unroll(state, pair, "pod", lambda size, _pods: size - 1)
    places = shared_places(_ranked(settings, state, unrolled.rounds)) if unrolled.is_complete else ()
    return StagePlan(unrolled.rounds, unrolled.is_complete, places, conflicts=unrolled.conflicts)


def strikes_after(state: StageFacts, rounds: Sequence[RoundPlan]) -> dict[EntrantId, int]:
    """Strikes of everybody after these rounds."""
    strikes = {entrant.id: 0 for entrant in state.entrants}
    for node in (node for planned in rounds for node in planned.nodes):
        if node.result is not None:
            strikes[node.result.in_order()[-1]] += 1
    return strikes


def _ranked(settings: StrikesSettings, state: StageFacts, rounds: Sequence[RoundPlan]) -> list[list[EntrantId]]:
    """Groups of equal place: who was out later is better, then who had fewer strikes."""
    final = strikes_after(state, rounds)
    out = {entrant.id: len(rounds) + 1 for entrant in state.entrants}
    for departure in state.departed:
        out[departure.entrant] = min(out[departure.entrant], departure.round - 1)
    for number in range(1, len(rounds) + 1):
        for entrant, strikes in strikes_after(state, rounds[:number]).items():
            if strikes >= settings.strikes:
                out[entrant] = min(out[entrant], number)
    last = max(out.values())
    # Nobody is left standing: those who went last share the place, since no result tells them apart.
    is_shared = last <= len(rounds)
    keys = {e: (-out[e], 0 if is_shared and out[e] == last else final[e]) for e in out}
    return [sorted((e for e in keys if keys[e] == key), key=state.seed) for key in sorted(set(keys.values()))]


FORMAT = Format(
    name="strikes",
    title="Strikes knockout",
    summary="The loser of each table gets a strike, three strikes and out: for games with one loser.",
    match_sizes=POD_SIZES,
    least_entrants=3,
    settings=StrikesSettings,
    plan_with=plan,
    pairs_by_round=True,
)
