"""Is a match decided? By a result, by an override, or because somebody left."""

from dataclasses import replace

from arena.tournaments.planning.errors import StateError
from arena.tournaments.planning.plans import MatchStatus, PlannedMatch
from arena.tournaments.planning.values import EntrantId, MatchKey, Result, ResultKind, StageState


class Decider:
    """Applies the facts of a stage to its matches and collects the results that do not fit."""

    def __init__(self, state: StageState) -> None:
        self.state = state
        self.conflicts: list[MatchKey] = []
        self._decided = state.decided()

    def settle(self, match: PlannedMatch) -> PlannedMatch:
        """The match as it stands, all its slots being filled."""
        result = self._result(match) or walkover(match.key, match.entrants, self.state)
        if result is None:
            gone = tuple(e for e in match.entrants if self.state.left(e, match.key.round) is not None)
            return replace(match, status=MatchStatus.READY, absent=gone)
        played = result.kind is ResultKind.PLAYED
        return replace(match, status=MatchStatus.DECIDED if played else MatchStatus.WALKOVER, result=result)

    def _result(self, match: PlannedMatch) -> Result | None:
        result = self._decided.get(match.key)
        if result is None:
            return None
        if set(result.entrants) != set(match.entrants):
            self.conflicts.append(match.key)
            return None
        if match.advancing and sum(rank <= match.advancing for rank in result.ranks) != match.advancing:
            raise StateError(
                f"match {match.key} is tied at the cut after place {match.advancing}: {match.advancing} must go on; "
                "break the tie before you report it"
            )
        return result


def walkover(key: MatchKey, entrants: tuple[EntrantId, ...], state: StageState) -> Result | None:
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
