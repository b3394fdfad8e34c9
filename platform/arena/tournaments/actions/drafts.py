"""Rounds as they were before an action re-pairs them, kept in the audit log so that undo gives them back."""

from collections.abc import Iterable
from typing import Any

from arena.tournaments.models import Node, Round, RoundState, Tournament


def remember(rounds: Iterable[Round]) -> list[dict[str, Any]]:
    """The pairings of rounds as plain values. The rounds should come with their stage."""
    return [
        {
            "stage": row.stage.number,
            "number": row.number,
            "state": row.state,
            "is_edited": row.is_edited,
            "nodes": list(row.nodes.order_by("number").values("number", "state", "slots", "bracket")),
        }
        for row in rounds
    ]


def bring_back(tournament: Tournament, remembered: Iterable[dict[str, Any]]) -> None:
    """Pair rounds as they were. Whether that still fits is for the planner to say: `rulings.rebuild` asks it next."""
    for values in remembered:
        stage = tournament.stages.filter(number=values["stage"]).first()
        if stage is None:
            continue
        # A complete round is complete again when its results are; until then it counts as published.
        state = RoundState.DRAFT if values["state"] == RoundState.DRAFT else RoundState.PUBLISHED
        row, _new = Round.objects.update_or_create(
            stage=stage,
            number=values["number"],
            defaults={"state": state, "is_edited": values["is_edited"], "completed_at": None},
        )
        for node in values["nodes"]:
            pairing = {"state": node["state"], "slots": node["slots"], "bracket": node["bracket"]}
            Node.objects.update_or_create(round=row, number=node["number"], defaults=pairing)
