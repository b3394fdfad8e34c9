"""Rounds as they were before an action re-pairs them, kept in the audit log so that undo gives them back."""

from collections.abc import Iterable, Sequence
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


def unpublished(tournament: Tournament) -> list[list[int]]:
    """Stage and number of the rounds that nobody has published. A walkover or a ruling can complete one."""
    rows = Round.objects.filter(stage__tournament=tournament, state=RoundState.DRAFT)
    return [list(place) for place in rows.order_by("stage__number", "number").values_list("stage__number", "number")]


def withdraw_from_view(tournament: Tournament, places: Iterable[Sequence[int]]) -> None:
    """Unpublished again, if they were: otherwise a round that is not complete any more would count as published."""
    for stage, number in places:
        Round.objects.filter(stage__tournament=tournament, stage__number=stage, number=number).update(
            state=RoundState.DRAFT, completed_at=None
        )


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
