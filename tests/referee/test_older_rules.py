"""Games that were played by earlier rules stay true: they are played again by the rules of their time.

The files in ``rules_1`` were written by the arena that had version 1 of all rules: among them are takes that hidden
cards forced and nobody was asked for, a hand shown under strictFollowUp, and a Karmaka game of four that ended after
600 turns.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from engines import PUBLIC, Deal, engine, engines, new_game, variant
from engines.errors import UnknownRulesError
from referee.replay import Replay, ReplayError, loads
from referee.verify import play_again, verify

FILES = sorted((Path(__file__).parent / "rules_1").glob("*.json"))


def stored(name: str) -> Replay:
    return loads((Path(__file__).parent / "rules_1" / f"{name}.json").read_bytes())


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.stem))
def test_a_replay_of_the_first_rules_is_true(path: Path) -> None:
    replay = loads(path.read_bytes())
    assert replay.rules_version == 1
    assert verify(replay).differences == ()


def test_there_is_a_stored_replay_of_every_game_that_has_other_rules_now() -> None:
    games = {loads(path.read_bytes()).variant.partition("-")[0] for path in FILES}
    assert games >= {rules.name for rules in engines() if rules.rules_version > 1}


@pytest.mark.parametrize("name", ["karma-3", "karma-4-foresight+strictFollowUp", "karmaka-2v2"])
def test_the_same_actions_are_another_game_by_the_present_rules(name: str) -> None:
    replay = stored(name)
    present = engine(variant(replay.variant).game).rules_version
    assert not verify(replace(replay, rules_version=present)).is_true


def test_a_game_of_the_first_rules_says_so_in_every_view() -> None:
    state = play_again(stored("karmaka-3"), 10)
    assert {state.view(seat)["rules_version"] for seat in range(PUBLIC, 3)} == {1}
    assert state.clone().save()["rules_version"] == 1


def test_a_hand_was_shown_and_is_not_any_more() -> None:
    assert any(event["type"] == "show" for event in play_again(stored("karma-4-foresight+strictFollowUp")).events(0))


def test_four_seats_ended_after_600_turns_and_now_have_1200() -> None:
    state = play_again(stored("karmaka-2v2"))
    assert (state.view(PUBLIC)["turn"], state.view(PUBLIC)["turn_cap"], state.is_capped()) == (600, 600, True)
    assert new_game("karmaka-2v2", Deal.from_text("x")).view(PUBLIC)["turn_cap"] == 1200


def test_rules_that_nobody_knows_are_refused() -> None:
    with pytest.raises(UnknownRulesError, match=r"version 99 .* Known versions: 1, 2"):
        new_game("karma-2", Deal.from_text("x"), rules_version=99)
    with pytest.raises(ReplayError, match="version 99"):
        verify(replace(stored("karma-3"), rules_version=99))
