"""Formats that know a round only when the one before is over: pair, wait, pair again.

`unroll` walks from round to round. A published round is taken as it is, so an organiser's edit stays and a later
version of the pairing code never rewrites history; a missing one is computed by the format.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from arena.tournaments.planning.deciding import Decider
from arena.tournaments.planning.disqualified import results_that_count
from arena.tournaments.planning.errors import StateError
from arena.tournaments.planning.plans import NodeStatus, PlannedNode, RoundPlan, Slot
from arena.tournaments.planning.standings.book import Book
from arena.tournaments.planning.values import EntrantId, NodeKey, Pairing, PairingKind, Result, StageFacts

Pair = Callable[[int, Sequence[RoundPlan]], Sequence[Pairing] | None]
"""From the number of the round and the rounds before it to its pairings; None when the stage is over."""


@dataclass(frozen=True)
class Unrolled:
    rounds: tuple[RoundPlan, ...]
    is_complete: bool
    conflicts: tuple[NodeKey, ...]

    def results(self) -> tuple[Result, ...]:
        return tuple(m.result for r in self.rounds for m in r.nodes if m.result is not None)


def unroll(state: StageFacts, pair: Pair, bracket: str, advancing: Callable[[int, int], int]) -> Unrolled:
    """Play the stage as far as results allow. `advancing(size, matches of the round)` is the cut line of a match."""
    decider = Decider(state)
    published: dict[int, list[Pairing]] = {}
    for pairing in state.published:
        if pairing.key.stage == state.stage:
            published.setdefault(pairing.key.round, []).append(pairing)
    rounds: list[RoundPlan] = []
    while True:
        number = len(rounds) + 1
        pairings = published.get(number) or pair(number, rounds)
        if pairings is None:
            return Unrolled(tuple(rounds), is_complete=True, conflicts=tuple(decider.conflicts))
        _check_round(number, pairings)
        matches_here = sum(pairing.kind is PairingKind.MATCH for pairing in pairings)
        nodes = []
        for pairing in sorted(pairings, key=lambda p: p.key):
            cut = advancing(len(pairing.entrants), matches_here)
            nodes.append(_match(pairing, decider, bracket, cut))
        rounds.append(RoundPlan(number, tuple(nodes)))
        if not rounds[-1].is_complete:
            return Unrolled(tuple(rounds), is_complete=False, conflicts=tuple(decider.conflicts))


def _check_round(number: int, pairings: Sequence[Pairing]) -> None:
    seen = [entrant for pairing in pairings for entrant in pairing.entrants]
    if len(seen) != len(set(seen)):
        twice = next(entrant for entrant in seen if seen.count(entrant) > 1)
        raise StateError(f"round {number} pairs {twice!r} twice; everybody plays one match a round")
    if len({pairing.key for pairing in pairings}) != len(pairings):
        raise StateError(f"two pairings of round {number} share a key; number the matches 1, 2, 3, ...")


def _match(pairing: Pairing, decider: Decider, bracket: str, cut: int) -> PlannedNode:
    slots = tuple(Slot(entrant) for entrant in pairing.entrants)
    node = PlannedNode(pairing.key, slots, NodeStatus.READY, bracket, pairing.key.round, advancing=cut)
    if pairing.kind is PairingKind.BYE:
        return replace(node, slots=(*slots, Slot(is_bye=True)), status=NodeStatus.BYE, advancing=0)
    if pairing.kind is PairingKind.SIT_OUT:
        return replace(node, status=NodeStatus.SIT_OUT, advancing=0)
    return decider.settle(node)


def keyed(
    state: StageFacts, number: int, groups: Sequence[Sequence[EntrantId]], free: Sequence[EntrantId], kind: PairingKind
) -> tuple[Pairing, ...]:
    """Pairings of a round: the matches first, then those who have a bye or sit out."""
    pairs = [(tuple(group), PairingKind.MATCH) for group in groups] + [((entrant,), kind) for entrant in free]
    return tuple(Pairing(NodeKey(state.stage, number, i + 1), who, what) for i, (who, what) in enumerate(pairs))


def available(state: StageFacts, number: int) -> tuple[EntrantId, ...]:
    """Who can be paired in a round, best seed first."""
    return tuple(entrant.id for entrant in state.seeded if state.is_paired(entrant.id, number))


def book_of(state: StageFacts, rounds: Sequence[RoundPlan]) -> Book:
    """The book after these rounds."""
    byes: dict[EntrantId, int] = {}
    sit_outs: dict[EntrantId, int] = {}
    results: list[Result] = []
    for planned in rounds:
        results += [node.result for node in planned.nodes if node.result is not None]
        # A free round counts once somebody else has a result in it: before, the table would tell who rests in a
        # round that nobody has published.
        if not planned.is_complete and all(node.result is None for node in planned.nodes):
            continue
        for node in planned.nodes:
            free = {NodeStatus.BYE: byes, NodeStatus.SIT_OUT: sit_outs}.get(node.status)
            if free is not None:
                free[node.entrants[0]] = free.get(node.entrants[0], 0) + 1
    seeds = {entrant.id: entrant.seed for entrant in state.entrants}
    counted = results_that_count(results, state.departed, len(rounds) + 1)
    return Book.of(seeds, counted, byes=byes, sit_outs=sit_outs, missed=_missed(state, len(rounds)))


def _missed(state: StageFacts, rounds: int) -> dict[EntrantId, int]:
    """Rounds missed by those who left and stayed away. A late entry, or a leave with a return, counts nothing."""
    missed: dict[EntrantId, int] = {}
    for departure in state.departed:
        if departure.returned_round is None:
            missed.setdefault(departure.entrant, max(0, rounds - departure.round + 1))
    return missed


def meetings_of(rounds: Sequence[RoundPlan]) -> dict[frozenset[EntrantId], int]:
    """How often each two entrants were put into one match."""
    meetings: dict[frozenset[EntrantId], int] = {}
    for node in (node for planned in rounds for node in planned.nodes):
        who = node.entrants
        for i, one in enumerate(who):
            for other in who[i + 1 :]:
                pair = frozenset((one, other))
                meetings[pair] = meetings.get(pair, 0) + 1
    return meetings
