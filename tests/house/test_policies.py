"""Greedy and expert: what they do where the right choice is plain."""

import pytest

from bots.house.registry import create
from engines import State
from engines.diamoniak import position as diamoniak
from engines.house import points_of_winner, shares
from engines.karma import position as karma
from engines.karmaka import position as karmaka
from tests.house.table import request_for


def chosen(name: str, state: State) -> str:
    seat = state.actor()
    return state.action_name(create(name, state.variant.slug, b"seed").choose(request_for(state, seat)))


def test_greedy_plays_the_lowest_card_of_karma_that_fits() -> None:
    assert chosen("greedy", karma("karma-2", hands=["3 8 8 12 T"], pile="6")) == "play 8"


def test_the_expert_plays_all_copies_at_once() -> None:
    assert chosen("expert", karma("karma-2", hands=["3 8 8 12 T"], pile="6")) == "play 8 x2"


def test_the_expert_completes_three_in_a_row() -> None:
    assert chosen("expert", karma("karma-2", hands=["9 14 14"], pile="5 14")) == "play 14 x2"


@pytest.mark.parametrize("name", ["greedy", "expert"])
def test_the_witch_gets_what_is_needed_least(name: str) -> None:
    state = diamoniak("diamoniak-2", castles=["R1 R2 R3 R4"], reserves=["B1 Y2 G3"], decision="PAY")
    assert chosen(name, state) == "pay B1 Y2 G3"


@pytest.mark.parametrize("name", ["greedy", "expert"])
def test_a_sixth_part_is_bought(name: str) -> None:
    state = diamoniak("diamoniak-2", castles=["R1 R2 R3 R4 R5"], reserves=["D D D", "R6"])
    assert chosen(name, state) == "buy R6 from seat 1"


@pytest.mark.parametrize("name", ["greedy", "expert"])
def test_the_deed_that_completes_the_level_is_played(name: str) -> None:
    state = karmaka("karmaka-2", hands=["Vengeance, Peek"], deeds=["Spite"], decks=[0, 2])
    assert chosen(name, state) == "play Vengeance as a Deed"


@pytest.mark.parametrize("name", ["greedy", "expert"])
@pytest.mark.parametrize("card", ["Dwindle", "Panic"])
def test_nobody_harms_a_teammate(name: str, card: str) -> None:
    state = karmaka("karmaka-2v2", hands=[f"{card}, Peek"], levels=[0, 0, 3, 0])
    state.play(
        0, next(each for each in state.legal_actions() if state.action_name(each) == f"play {card} for its ability")
    )
    assert chosen(name, state) in ("target seat 1", "target seat 3")


def test_the_expert_prolongs_the_life_of_a_teammate_who_is_ahead() -> None:
    state = karmaka("karmaka-2v2", hands=["Longevity, Peek"], levels=[0, 0, 3, 0])
    ability = next(
        each for each in state.legal_actions() if state.action_name(each) == "play Longevity for its ability"
    )
    state.play(0, ability)
    assert chosen("expert", state) == "target seat 2"


def test_chances_grow_with_strength_and_sum_to_one() -> None:
    found = shares([1.0, 3.0, 2.0], 0.7)
    assert sum(found) == pytest.approx(1)
    assert found[0] < found[2] < found[1]


def test_points_of_a_sure_winner_and_of_sure_losers() -> None:
    assert points_of_winner(1.0, 4) == 1.0
    assert points_of_winner(0.0, 4) == pytest.approx(1 / 3)
