"""The search: how much it spends, when it stops, and that it sees what lies in front of it."""

import itertools
import time
from typing import Any

import pytest

from bots.house.generic import hooks_of
from bots.house.policy import PolicyBot
from bots.house.search import SearchBot, best_choice, better_half, sure_lead
from engines import Deal, new_game
from engines.diamoniak import position as diamoniak
from engines.diamoniak.house.search import different_payments
from engines.karma import position as karma
from engines.karma.house import expert
from engines.registry import game, game_of
from tests.house.table import bots_for, play, request_for
from tests.slugs import SHAPES


def search(slug: str) -> SearchBot:
    return SearchBot(hooks_of(game(game_of(slug)).policies()), b"seed")


@pytest.mark.parametrize("slug", SHAPES)
def test_it_never_spends_more_than_its_budget(slug: str) -> None:
    bot = search(slug)
    seats = new_game(slug, Deal.from_text("x")).variant.seats
    spent = []
    for decisions in range(0, 40, 5):
        state, _ = play(slug, bots_for(slug, ["greedy"] * seats), decisions=decisions)
        request = request_for(state, state.actor(), decision_ms=30)
        bot.choose(request)
        assert bot.simulations <= bot.budget(request)
        spent.append(bot.simulations)
    assert max(spent) > 0


def test_more_time_means_more_simulations_up_to_a_limit() -> None:
    state = new_game("karma-2", Deal.from_text("clock"))
    budgets = [search("karma-2").budget(request_for(state, 0, decision_ms=ms)) for ms in (10, 100, 1_000, 60_000)]
    assert budgets[0] < budgets[1] < budgets[2] == budgets[3]


def test_out_of_time_it_plays_as_the_expert(monkeypatch: pytest.MonkeyPatch) -> None:
    state = karma("karma-2", hands=["3 7 9"], pile="2")
    request = request_for(state, 0, decision_ms=200)
    seconds = itertools.count(step=10.0)
    monkeypatch.setattr(time, "thread_time", lambda: next(seconds))
    bot = search("karma-2")
    expected = PolicyBot(expert.choose, b"seed").choose(request)
    assert (bot.choose(request), bot.simulations) == (expected, 0)


def test_a_take_that_its_hand_forces_is_thought_about_as_long_as_one_that_it_chooses() -> None:
    spent = []
    for hand in ("2 3 4", "2 3 12"):
        state = karma("karma-2", hands=[hand], pile="9 11")
        bot = search("karma-2")
        request = request_for(state, 0, decision_ms=100)
        bot.choose(request)
        spent.append((len(request["legal"]), bot.simulations))
    (forced, without_choice), (chosen, with_choice) = spent
    assert (forced, chosen) == (1, 2)
    assert without_choice >= with_choice > 0


def test_it_buys_the_part_that_wins() -> None:
    state = diamoniak("diamoniak-2", castles=["R1 R2 R3 R4 R5"], reserves=["D D D", "R6"], next="W W")
    assert state.action_name(search("diamoniak-2").choose(request_for(state, 0))) == "buy R6 from seat 1"


def test_it_plays_the_card_that_wins() -> None:
    state = karma("karma-2", hands=["9 9", "2 3"], up=["", ""], down=["- - -", "- - -"], pile="4 8", draw=0)
    action = search("karma-2").choose(request_for(state, 0, decision_ms=100))
    assert state.action_name(action) == "play 9 x2"


def test_payments_that_come_to_the_same_are_tried_once() -> None:
    state = diamoniak("diamoniak-2", castles=["R1 R2 R3 R4"], reserves=["D"], decision="PAY")
    shortlist = different_payments(state, 0, state.legal_actions())
    assert [state.action_name(action) for action in shortlist] == ["pay R1 R2 R3", "pay R1 R2 D"]


# -- the arithmetic -------------------------------------------------------------------------------------------


def test_half_of_the_candidates_go_on_and_the_usual_one_always() -> None:
    values = {1: [0.1], 2: [0.9], 3: [0.8], 4: [0.2]}
    assert better_half([1, 2, 3, 4], 1, values) == [1, 2, 3]


def test_a_lead_that_may_be_chance_is_no_lead() -> None:
    assert sure_lead([1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 0.9], 0.7) < 0
    assert sure_lead([0.6, 0.7, 0.6, 0.7], [0.4, 0.5, 0.4, 0.5], 0.7) == pytest.approx(0.2)


def test_an_action_dropped_early_is_not_chosen() -> None:
    values: dict[int, list[Any]] = {7: [0.5, 0.5, 0.5], 8: [1.0], 9: [0.6, 0.6, 0.6]}
    assert best_choice(7, values, 0.7) == 9
