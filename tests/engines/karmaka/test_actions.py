"""Action ids are fixed within a rules version."""

import json

import pytest

from engines.errors import IllegalActionError
from engines.karmaka import ENGINE, actions, position
from engines.karmaka.abilities import ABILITIES


def test_every_id_has_a_name_of_its_own_and_a_json_form() -> None:
    names = [actions.name(action) for action in range(actions.COUNT)]
    forms = [json.dumps(actions.describe(action)) for action in range(actions.COUNT)]
    assert len(set(names)) == len(set(forms)) == actions.COUNT


@pytest.mark.parametrize(
    ("action", "name", "form"),
    [
        (1, "play Peek as a Deed", {"type": "play", "mode": "deed", "card": "Peek"}),
        (24, "play Peek for its ability", {"type": "play", "mode": "ability", "card": "Peek"}),
        (47, "play Peek on the Future Life", {"type": "play", "mode": "future", "card": "Peek"}),
        (70, "play Peek on the teammate's Future Life", {"type": "play", "mode": "mate", "card": "Peek"}),
        (92, "pass", {"type": "pass"}),
        (93, "stop", {"type": "stop"}),
        (97, "target seat 3", {"type": "target", "seat": 3}),
        (98, "copy the exposed Deed of seat 0", {"type": "copy", "seat": 0}),
        (124, "choose Mimic", {"type": "pick_hand", "card": "Mimic"}),
        (125, "choose the own Deed number 0", {"type": "pick_deed", "at": 0}),
        (252, "take from the Future Life number 63", {"type": "pick_future", "at": 63}),
        (255, "take from the Ruins at depth 2", {"type": "pick_ruins", "depth": 2}),
        (278, "take Mimic", {"type": "swindle", "card": "Mimic"}),
        (
            284,
            "put card 0, card 2 on the Future Life, card 1 back on the Well",
            {"type": "arrange", "future": [0, 2], "well": [1]},
        ),
        (298, "put on the Future Life Transmigrate", {"type": "sow", "cards": ["Transmigrate"]}),
        (849, "put on the Future Life Mimic, then Mimic", {"type": "sow", "cards": ["Mimic", "Mimic"]}),
        (850, "add to the Deeds nothing", {"type": "jubilee", "cards": []}),
        (1402, "add to the Deeds Mimic, then Mimic", {"type": "jubilee", "cards": ["Mimic", "Mimic"]}),
        (1702, "ruin Mimic, then Mimic", {"type": "ruin", "cards": ["Mimic", "Mimic"]}),
        (1703, "draw one more card", {"type": "draw"}),
        (1704, "take the offered card", {"type": "take"}),
        (1705, "decline the offered card", {"type": "decline"}),
        (1706, "pay rings and ascend", {"type": "pay"}),
        (1707, "stay and take a ring", {"type": "stay"}),
    ],
)
def test_an_id_keeps_its_meaning(action: int, name: str, form: dict[str, object]) -> None:
    assert actions.name(action) == name
    assert actions.describe(action) == form


@pytest.mark.parametrize("action", [-1, actions.COUNT])
def test_an_id_that_does_not_exist_is_refused(action: int) -> None:
    with pytest.raises(IllegalActionError, match="Ids are 0 to 1707"):
        actions.describe(action)


def test_all_variants_share_the_ids() -> None:
    assert ENGINE.action_count == 1708


def test_every_card_has_its_ability_at_its_kind() -> None:
    assert [ability.kind for ability in ABILITIES] == list(range(23))


def test_an_action_of_another_decision_is_refused_and_changes_nothing() -> None:
    state = position("karmaka-2", hands=[["Peek"]], at="play")
    before = state.save()
    with pytest.raises(IllegalActionError, match="at the decision PLAY"):
        state.play(0, actions.ACCEPT)
    assert state.save() == before
