"""Export of two-sided stages in the JSON shape of `brackets-model`, which bracket viewers read.

Swiss rounds and groups have no type of their own there and are exported as round robins, which viewers draw as
lists of rounds.
"""

from collections.abc import Mapping
from typing import Any

from arena.tournaments.planning.errors import StateError
from arena.tournaments.planning.plans import NodeStatus, PlannedNode, Slot, StagePlan
from arena.tournaments.planning.values import EntrantId, Result, ResultKind

LOCKED, WAITING, READY, COMPLETED = 0, 1, 2, 4
"""Match states of brackets-model: locked has no opponent known yet, waiting has one."""

GROUP_OF = {"winners": 1, "losers": 2, "swiss": 1}


def brackets_model(plan: StagePlan, names: Mapping[EntrantId, str], *, title: str, kind: str) -> dict[str, Any]:
    """A stage as plain JSON values. `kind` is the name of the stage's format.

    >>> from arena.tournaments.planning.registry import plan_stage
    >>> from arena.tournaments.planning.values import Entrant, StageFacts
    >>> plan = plan_stage("single_elimination", {}, StageFacts((Entrant("a", 1), Entrant("b", 2))))
    >>> brackets_model(plan, {"a": "Ann", "b": "Bob"}, title="Final", kind="single_elimination")["match"]
    [{'id': 0, 'stage_id': 0, 'group_id': 0, 'round_id': 0, 'number': 1, 'child_count': 0, 'status': 2, \
'opponent1': {'id': 0, 'position': 1}, 'opponent2': {'id': 1, 'position': 2}}]
    """
    writer = _Writer(names, kind)
    for node in sorted(plan.nodes(), key=writer.place):
        writer.add(node)
    return {
        "participant": [{"id": i, "tournament_id": 0, "name": name} for i, name in enumerate(names.values())],
        "stage": [
            {
                "id": 0,
                "tournament_id": 0,
                "name": title,
                "type": writer.type,
                "number": 1,
                "settings": writer.settings(),
            }
        ],
        "group": [{"id": i, "stage_id": 0, "number": number} for number, i in writer.groups.items()],
        "round": writer.rounds(),
        "match": writer.matches,
        "match_game": [],
    }


class _Writer:
    def __init__(self, names: Mapping[EntrantId, str], kind: str) -> None:
        self.kind = kind
        self.type = kind if kind in ("single_elimination", "double_elimination") else "round_robin"
        self.ids = {entrant: i for i, entrant in enumerate(names)}
        self.groups: dict[int, int] = {}
        self.round_ids: dict[tuple[int, int], int] = {}
        self.matches: list[dict[str, Any]] = []

    def settings(self) -> dict[str, Any]:
        if self.type == "round_robin":
            return {"groupCount": len(self.groups)}
        return {"grandFinal": "double"} if self.type == "double_elimination" else {}

    def place(self, node: PlannedNode) -> tuple[int, int, int]:
        """Group, round in the group, match in the round."""
        if self.type == "double_elimination" and node.bracket in ("final", "reset"):
            return 3, 1 if node.bracket == "final" else 2, 1
        if node.bracket == "third":
            return 2, 1, 1
        if node.bracket == "final":
            return 1, node.number_in_bracket, 1
        return node.group or GROUP_OF.get(node.bracket, 1), node.number_in_bracket, node.key.number

    def add(self, node: PlannedNode) -> None:
        if len(node.slots) != 2:
            raise StateError(f"match {node.key} has {len(node.slots)} slots; brackets-model knows matches of two only")
        group, number, _ = self.place(node)
        group_id = self.groups.setdefault(group, len(self.groups))
        round_id = self.round_ids.setdefault((group, number), len(self.round_ids))
        in_round = sum(other["round_id"] == round_id for other in self.matches) + 1
        row: dict[str, Any] = {
            "id": len(self.matches),
            "stage_id": 0,
            "group_id": group_id,
            "round_id": round_id,
            "number": in_round,
            "child_count": 0,
            "status": _status(node),
        }
        for side, slot in enumerate(node.slots, start=1):
            row[f"opponent{side}"] = self._opponent(slot, side, node)
        self.matches.append(row)

    def _opponent(self, slot: Slot, side: int, node: PlannedNode) -> dict[str, Any] | None:
        """None is a bye, an id of None somebody still to come."""
        if slot.is_bye:
            return None
        known = slot.entrant is not None and slot.entrant in self.ids
        opponent: dict[str, Any] = {"id": self.ids[slot.entrant] if slot.entrant is not None and known else None}
        if slot.source is None and node.bracket in ("winners", "final"):
            opponent["position"] = 2 * (node.key.number - 1) + side
        if node.result is not None and slot.entrant is not None:
            opponent |= _outcome(node.result, slot.entrant, is_annulled=node.status is NodeStatus.ANNULLED)
        return opponent

    def rounds(self) -> list[dict[str, Any]]:
        return [
            {"id": i, "stage_id": 0, "group_id": self.groups[group], "number": number}
            for (group, number), i in self.round_ids.items()
        ]


def _outcome(result: Result, entrant: EntrantId, *, is_annulled: bool) -> dict[str, Any]:
    if is_annulled:
        return {}
    outcome: dict[str, Any] = {}
    if result.scores:
        outcome["score"] = float(result.scores[result.entrants.index(entrant)])
    if result.ranks.count(1) > 1:
        return outcome | {"result": "draw"}
    if result.rank_of(entrant) == 1:
        return outcome | {"result": "win"}
    return outcome | ({"forfeit": True} if result.kind is ResultKind.WALKOVER else {"result": "loss"})


def _status(node: PlannedNode) -> int:
    known = sum(slot.entrant is not None for slot in node.slots)
    if node.status is NodeStatus.BYE:
        return COMPLETED if known else LOCKED
    if node.status.is_final:
        return COMPLETED
    return (LOCKED, WAITING, READY)[known]
