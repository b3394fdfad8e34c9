import json

import pytest

from arena.tournaments.planning.errors import SettingsError
from arena.tournaments.planning.registry import FORMATS, PRESETS, get_format, stages_of


@pytest.mark.parametrize("name", [*FORMATS, *PRESETS])
def test_every_format_works_with_its_defaults(name: str) -> None:
    setups = stages_of(name, {})
    assert json.loads(json.dumps([dict(setup.settings) for setup in setups])) == [dict(s.settings) for s in setups]


@pytest.mark.parametrize("name", [*FORMATS, *PRESETS])
def test_every_format_refuses_unknown_settings(name: str) -> None:
    with pytest.raises(SettingsError, match="no setting 'colour'"):
        stages_of(name, {"colour": "blue"})


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("single_elimination", {"third_place": 1}, "of type bool"),
        ("groups", {"groups": True}, "of type int"),
        ("groups", {"groups": 2.5}, "of type int"),
        ("groups", {"groups": None}, "of type int"),
        ("swiss", {"tie_breaks": "seed"}, "a list of names"),
        ("pod_swiss", {"tie_breaks": ["seed", 3]}, "a list of names"),
    ],
)
def test_wrong_types_are_refused(name: str, settings: dict[str, object], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        stages_of(name, settings)


def test_none_is_the_default_where_it_has_a_meaning() -> None:
    assert get_format("swiss").read({"rounds": None}).rounds is None


def test_unknown_formats_are_refused_with_the_list() -> None:
    with pytest.raises(SettingsError, match="groups_knockout"):
        stages_of("ladder", {})
    with pytest.raises(SettingsError, match="choose from single_elimination"):
        get_format("ladder")


def test_a_pod_game_with_one_loser_has_its_own_default_order() -> None:
    read = get_format("pod_swiss").read
    assert read({"last_loses": True}).order()[2] == "fewer_last_places"
    assert read({}).order()[2] == "first_places"
    assert read({"last_loses": True, "tie_breaks": ["wins"]}).order() == ("wins",)
