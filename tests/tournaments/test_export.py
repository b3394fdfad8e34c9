import json
import random

import pytest

from arena.tournaments.planning.errors import StateError
from arena.tournaments.planning.export import brackets_model
from arena.tournaments.planning.registry import plan_stage
from arena.tournaments.planning.values import Departure, EntrantId, StageFacts
from tests.tournaments.simulate import field, play


def names(size: int) -> dict[EntrantId, str]:
    return {n: f"bot {n}" for n in range(1, size + 1)}


@pytest.mark.parametrize("kind", ["single_elimination", "double_elimination", "round_robin", "swiss", "groups"])
def test_the_export_is_json_and_its_references_hold(kind: str) -> None:
    settings = {"groups": 2} if kind == "groups" else {}
    plan, _ = play(kind, settings, StageFacts(field(7)), random.Random(1))
    model = json.loads(json.dumps(brackets_model(plan, names(7), title="Cup", kind=kind)))
    assert set(model) == {"participant", "stage", "group", "round", "match", "match_game"}
    groups, rounds = {g["id"] for g in model["group"]}, {r["id"]: r for r in model["round"]}
    participants = {p["id"] for p in model["participant"]}
    for match in model["match"]:
        assert match["group_id"] in groups
        assert rounds[match["round_id"]]["group_id"] == match["group_id"]
        for side in ("opponent1", "opponent2"):
            assert match[side] is None or match[side]["id"] in participants | {None}
    assert len({(m["round_id"], m["number"]) for m in model["match"]}) == len(model["match"])
    assert model["stage"][0]["type"] in ("single_elimination", "double_elimination", "round_robin")


def test_double_elimination_has_winners_losers_and_final_groups() -> None:
    plan, _ = play("double_elimination", {}, StageFacts(field(8)))
    model = brackets_model(plan, names(8), title="Cup", kind="double_elimination")
    assert [group["number"] for group in model["group"]] == [1, 2, 3]
    per_group = [sum(m["group_id"] == g["id"] for m in model["match"]) for g in model["group"]]
    assert per_group == [7, 6, 1]


def test_byes_are_none_and_unknown_opponents_have_no_id() -> None:
    model = brackets_model(
        plan_stage("single_elimination", {}, StageFacts(field(3))), names(3), title="", kind="single_elimination"
    )
    first, second, final = model["match"]
    assert first["opponent2"] is None
    assert (second["status"], final["status"]) == (2, 1)
    assert final["opponent2"] == {"id": None}


def test_walkovers_are_forfeits_and_the_third_place_is_a_group_of_its_own() -> None:
    state = StageFacts(field(4), departures=(Departure(4),))
    plan, _ = play("single_elimination", {"third_place": True}, state)
    model = brackets_model(plan, names(4), title="", kind="single_elimination")
    assert model["match"][0]["opponent2"] == {"id": 3, "position": 2, "forfeit": True}
    assert [group["number"] for group in model["group"]] == [1, 2]


def test_pods_are_refused() -> None:
    plan = plan_stage("pod_swiss", {}, StageFacts(field(4)))
    with pytest.raises(StateError, match="matches of two only"):
        brackets_model(plan, names(4), title="", kind="pod_swiss")
