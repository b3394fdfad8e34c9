"""Pod elimination: the best of each table go on, re-seeded, until one table is left."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arena.tournaments.planning.errors import SettingsError
from arena.tournaments.planning.formats.interface import Format
from arena.tournaments.planning.formats.pod_settings import POD_SIZES, check_pod_size
from arena.tournaments.planning.plans import RoundPlan, StagePlan, shared_places
from arena.tournaments.planning.pod_swaps import PodEntrant
from arena.tournaments.planning.pods import pod_sizes, snake_pods
from arena.tournaments.planning.rounds import available, keyed, unroll
from arena.tournaments.planning.values import EntrantId, Pairing, PairingKind, Result, StageFacts
from engines.words import mark


@dataclass(frozen=True)
class PodEliminationSettings:
    pod_size: int = 4
    advance: int | None = None
    """How many of each pod go on; None: half of a full pod. A smaller pod always loses somebody."""

    def __post_init__(self) -> None:
        check_pod_size(self.pod_size)
        if not 1 <= self.advancing < self.pod_size:
            text = mark("advance must be 1 to {most} for pods of {size}, not {advance}")
            raise SettingsError(text, most=self.pod_size - 1, size=self.pod_size, advance=str(self.advance))

    @property
    def advancing(self) -> int:
        return self.pod_size // 2 if self.advance is None else self.advance

    def cut(self, size: int, pods: int) -> int:
        """The cut line of a pod; the last pod has one winner."""
        return 1 if pods == 1 else min(self.advancing, size - 1)


def plan(settings: PodEliminationSettings, state: StageFacts) -> StagePlan:
    def pair(number: int, rounds: Sequence[RoundPlan]) -> tuple[Pairing, ...] | None:
        if rounds and len(rounds[-1].nodes) == 1:
            return None
        present = set(available(state, number))
        going = [entrant for entrant in _qualified(state, rounds) if entrant in present]
        if len(going) < 2:
            return None
        seated = [PodEntrant(entrant, owner=state.by_id[entrant].owner) for entrant in going]
        pods = snake_pods(seated, pod_sizes(len(seated), settings.pod_size))
        return keyed(state, number, pods, (), PairingKind.MATCH)

    unrolled = unroll(state, pair, "pod", settings.cut)
    places = shared_places(_ranked(state, unrolled.rounds)) if unrolled.is_complete else ()
    return StagePlan(unrolled.rounds, unrolled.is_complete, places, conflicts=unrolled.conflicts)


def _qualified(state: StageFacts, rounds: Sequence[RoundPlan]) -> list[EntrantId]:
    """Who plays the next round, best first: by place in the pod, then score a game, then seed."""
    if not rounds:
        return [entrant.id for entrant in state.seeded]
    through: list[tuple[int, Fraction, int, EntrantId]] = []
    for node in rounds[-1].nodes:
        if node.result is not None:
            for entrant in node.result.in_order()[: node.advancing]:
                rank = node.result.rank_of(entrant)
                through.append((rank, -score_per_game(node.result, entrant), state.seed(entrant), entrant))
    return [entrant for _, _, _, entrant in sorted(through, key=lambda line: line[:3])]


def score_per_game(result: Result, entrant: EntrantId) -> Fraction:
    if not result.scores or not result.games:
        return Fraction(0)
    return result.scores[result.entrants.index(entrant)] / result.games


def _ranked(state: StageFacts, rounds: Sequence[RoundPlan]) -> Iterator[list[EntrantId]]:
    """Groups of equal place: who came further is better, then the rank in the last pod."""
    reached: dict[EntrantId, tuple[int, int]] = {entrant.id: (0, 0) for entrant in state.entrants}
    for planned in rounds:
        for node in planned.nodes:
            if node.result is not None:
                for entrant in node.entrants:
                    reached[entrant] = (-planned.number, node.result.rank_of(entrant))
    # Whoever qualified and then left, or was left over alone, stands behind those who played the next round.
    if rounds:
        for number in range(1, len(rounds) + 1):
            for entrant in _qualified(state, rounds[:number]):
                if reached[entrant][0] == -number and len(rounds[number - 1].nodes) > 1:
                    gone = not state.is_paired(entrant, number + 1)
                    reached[entrant] = (-number - 1, len(state.entrants) + int(gone))
    for value in sorted(set(reached.values())):
        yield sorted((e for e in reached if reached[e] == value), key=state.seed)


FORMAT = Format(
    name="pod_elimination",
    title="Pod elimination",
    summary="Tables of three to six; the better half of each goes on until one table is left.",
    match_sizes=POD_SIZES,
    least_entrants=3,
    settings=PodEliminationSettings,
    plan_with=plan,
    pairs_by_round=True,
)
