"""Is a match decided? By a result, by an override, or because somebody left."""

from dataclasses import replace

from arena.tournaments.planning.errors import StateError
from arena.tournaments.planning.plans import NodeStatus, PlannedNode
from arena.tournaments.planning.values import EntrantId, NodeKey, Result, ResultKind, StageFacts


class Decider:
    """Applies the facts of a stage to its matches and collects the results that do not fit."""

    def __init__(self, state: StageFacts) -> None:
        self.state = state
        self.conflicts: list[NodeKey] = []
        self._decided = state.decided()
        self._played = {result.key: result for result in state.results if result.key.stage == state.stage}

    def settle(self, node: PlannedNode) -> PlannedNode:
        """The match as it stands, all its slots being filled."""
        result = self._result(node) or walkover(node.key, node.entrants, self.state)
        if result is None:
            gone = tuple(e for e in node.entrants if self.state.left(e, node.key.round) is not None)
            return replace(node, status=NodeStatus.READY, absent=gone)
        played = result.kind is ResultKind.PLAYED
        return replace(node, status=NodeStatus.DECIDED if played else NodeStatus.WALKOVER, result=result)

    def _result(self, node: PlannedNode) -> Result | None:
        result = self._decided.get(node.key)
        if result is None:
            return None
        if set(result.entrants) != set(node.entrants):
            self.conflicts.append(node.key)
            # A ruling on other entrants must not stand in front of what these have played: nothing would end it.
            result = self._played.get(node.key)
            if result is None or set(result.entrants) != set(node.entrants):
                return None
        if node.advancing and sum(rank <= node.advancing for rank in result.ranks) != node.advancing:
            raise StateError(
                f"match {node.key} is tied at the cut after place {node.advancing}: {node.advancing} must go on; "
                "break the tie before you report it"
            )
        return result


def walkover(key: NodeKey, entrants: tuple[EntrantId, ...], state: StageFacts) -> Result | None:
    """The result of an undecided match that cannot be played any more; None when it still can.

    A match can be played while two entrants are left. Otherwise whoever stayed is first, then those who left last:
    that ruling never has to be revised when more entrants leave.
    """
    left = {entrant: state.left(entrant, key.round) for entrant in entrants}
    if sum(order is None for order in left.values()) > 1:
        return None

    def stayed_longest(entrant: EntrantId) -> int:
        order = left[entrant]
        return len(state.departed) if order is None else order

    ordered = sorted(entrants, key=stayed_longest, reverse=True)
    ranks = tuple(ordered.index(entrant) + 1 for entrant in entrants)
    return Result(key, entrants, ranks, kind=ResultKind.WALKOVER)
