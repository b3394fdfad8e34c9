"""The tree of the search, on games small enough to know the right answer."""

import copy
import itertools
import math
from random import Random
from typing import Any

import pytest

from bots.house import tree
from bots.house.generic import hooks_of
from bots.house.search import Limits, Trial, best_choice
from bots.house.tree import FIRST_BRANCH, NEXT_BRANCH, Node, Tree, points
from engines import Deal, State, new_game, variants
from engines.house import Hooks
from engines.karmaka.actions import describe
from engines.karmaka.house.search import without_hidden_cards
from engines.karmaka.state import KarmakaState
from engines.registry import game, game_of
from tests.house.table import bots_for, play

HERE, THERE = 0, 1
RIGHT, LEFT = 0, 1


class _Toy:
    """Two seats and a coin with four sides that seat 0 never sees. Just what a search calls."""

    variant = new_game("karma-2", Deal.from_text("toy")).variant
    length = 2

    def __init__(self, coin: int = 0, played: tuple[int, ...] = ()) -> None:
        self.coin = coin
        self.played = played

    def clone(self) -> "_Toy":
        return type(self)(self.coin, self.played)

    def resample(self, seat: int, rng: Random) -> "_Toy":
        return type(self)(rng.randrange(4), self.played)

    def deciders(self) -> tuple[int, ...]:
        return (self.actor(),)

    def legal_actions(self) -> list[int]:
        return [0, 1]

    def apply(self, action: int, seat: int) -> None:
        self.played += (action,)

    def actor(self) -> int:
        return 0

    def is_over(self) -> bool:
        return len(self.played) == self.length


class Trap(_Toy):
    """HERE leads to an answer that the policy overlooks and that wins for the other; THERE is a sure draw."""

    def actor(self) -> int:
        return len(self.played)

    def ranks(self) -> list[int]:
        if self.played[0] == THERE:
            return DRAW
        return LOST if self.played[1] == LEFT else WON


class Guess(_Toy):
    """HERE wins for who then guesses whether the coin is even; THERE is a draw, or in one case of four a win."""

    def ranks(self) -> list[int]:
        if self.played[0] == THERE:
            return DRAW if self.coin else WON
        return WON if self.played[1] == self.coin % 2 else LOST


class Whisper(_Toy):
    """As Guess, and between the two the other seat has to lay down LEFT where the coin is odd, else RIGHT."""

    length = 3

    def legal_actions(self) -> list[int]:
        return [self.coin % 2] if self.actor() == 1 else [0, 1]

    def actor(self) -> int:
        return 1 if len(self.played) == 1 else 0

    def ranks(self) -> list[int]:
        if self.played[0] == THERE:
            return DRAW if self.coin else WON
        return WON if self.played[2] == self.coin % 2 else LOST


class Lucky(_Toy):
    """After HERE, LEFT wins in three cases of four and RIGHT draws; THERE loses."""

    def ranks(self) -> list[int]:
        if self.played[0] == THERE:
            return LOST
        if self.played[1] == RIGHT:
            return DRAW
        return WON if self.coin else LOST


class WhoseTurn(_Toy):
    """After HERE the coin decides who chooses, and LEFT wins for whoever that is; THERE loses."""

    def actor(self) -> int:
        return self.coin % 2 if len(self.played) == 1 else 0

    def ranks(self) -> list[int]:
        chooser = self.coin % 2
        if self.played[0] == THERE:
            return LOST
        if self.played[1] == RIGHT:
            return DRAW
        return LOST if chooser else WON


WON, DRAW, LOST = [1, 2], [1, 1], [2, 1]


def first(state: Any, seat: int, legal: list[int]) -> int:
    return legal[0]


TOY = Hooks(expert=first, rollout=first, evaluate=lambda state: [0.5, 0.5], depth=5, simulations_per_ms=1, confidence=0)


def trial_of(game: _Toy, simulations: int, hooks: Hooks = TOY, seed: int = 5) -> Trial:
    return Trial(hooks, game, 0, Random(seed), Limits(simulations, math.inf))  # type: ignore[arg-type]  # a toy


def values_of(game: _Toy, simulations: int, hooks: Hooks = TOY, seed: int = 5) -> dict[int, list[float]]:
    return trial_of(game, simulations, hooks, seed).run(HERE, [HERE, THERE])


def late_mean(values: list[float]) -> float:
    late = values[len(values) // 2 :]
    return sum(late) / len(late)


def test_it_sees_an_answer_that_the_policy_overlooks() -> None:
    assert best_choice(HERE, values_of(Trap(), 400), 0.7) == THERE


def test_before_the_tree_has_branches_it_believes_the_policy() -> None:
    values = values_of(Trap(), 2 * FIRST_BRANCH)
    assert set(values[HERE]) == {1.0}


def test_it_does_not_plan_for_a_card_that_it_will_not_see() -> None:
    """One tree for each world would find the right guess every time, and think HERE a certain win."""
    values = values_of(Guess(), 1000)
    assert late_mean(values[HERE]) == pytest.approx(0.5, abs=0.1)
    assert best_choice(HERE, values, 0.7) == THERE


@pytest.mark.parametrize(("is_face_up", "expected"), [(False, 0.5), (True, 1.0)])
def test_what_another_seat_does_in_secret_tells_nothing(is_face_up: bool, expected: float) -> None:
    hooks = TOY if is_face_up else TOY._replace(seen_as=lambda state, observer, action: 7)
    values = values_of(Whisper(), 1000, hooks)
    assert late_mean(values[HERE]) == pytest.approx(expected, abs=0.15)


def test_bad_luck_at_the_first_try_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """One search of four is unlucky at once; without a wish to know more it never tries again."""

    def stuck() -> int:
        return sum(late_mean(values_of(Lucky(), 2000, seed=seed)[HERE]) < 0.6 for seed in range(40))

    found = stuck()
    monkeypatch.setattr(tree, "EXPLORE", 0.0)
    assert 3 * found < stuck()


def test_each_side_counts_for_itself_where_chance_decides_whose_turn_it_is() -> None:
    trial = trial_of(WhoseTurn(), 800)
    trial.run(HERE, [HERE, THERE])
    branches = trial.trees[HERE].root.branches
    assert branches.keys() == {(seat, action) for seat in (0, 1) for action in (RIGHT, LEFT)}
    for seat in (0, 1):
        best = branches[seat, LEFT]
        assert (best.total, best.visits > branches[seat, RIGHT].visits) == (best.visits, True)


def test_nobody_answers_to_a_choice_made_at_the_same_time() -> None:
    state = new_game("karma-2", Deal.from_text("at once"))
    assert len(state.deciders()) == 2
    legal = state.legal_actions(0)[:3]
    trial = Trial(hooks_of(game("karma").policies()), state, 0, Random(2), Limits(90, math.inf))
    trial.run(legal[0], legal)
    assert all(not each.root.branches for each in trial.trees.values())


def tree_nodes(node: Node) -> list[Node]:
    return [node, *(each for branch in node.branches.values() for each in tree_nodes(branch))]


@pytest.mark.parametrize("slug", [each.slug for each in variants()])
def test_it_grows_in_every_variant_and_counts_right(slug: str) -> None:
    start = new_game(slug, Deal.from_text("grow"))
    seats = start.variant.seats
    state, _ = play(slug, bots_for(slug, ["greedy"] * seats), deal="grow", decisions=6 * seats)
    rng = Random(1)
    searcher = (state.actor() + 1) % seats
    grown = Tree(hooks_of(game(game_of(slug)).policies()), searcher, rng)
    worlds = 10 * (FIRST_BRANCH + NEXT_BRANCH)
    for _ in range(worlds):
        worth = grown.simulate(state.resample(searcher, rng))
        assert len(worth) == len(state.variant.sides)
        assert all(0 <= each <= 1 for each in worth)
    nodes = tree_nodes(grown.root)
    assert grown.root.visits == worlds
    assert len(nodes) > 3
    for node in nodes:
        assert sum(branch.visits for branch in node.branches.values()) <= max(0, node.visits - FIRST_BRANCH)
        assert all(branch.visits <= branch.possible for branch in node.branches.values())


HIDING = {"future", "mate", "swindle", "sow", "arrange"}
"""Ways to play a card, and other actions, of which not everybody sees all."""


@pytest.mark.parametrize("slug", [each.slug for each in variants() if each.game == "karmaka"])
def test_what_others_see_of_an_action_in_karmaka_is_what_their_events_tell(slug: str) -> None:
    """Two actions are one branch exactly where the observer's events are the same."""
    rng = Random(3)
    compared = {False: 0, True: 0}
    for deal in range(12):
        state = new_game(slug, Deal.from_text(f"seen {deal}"), record=True)
        assert isinstance(state, KarmakaState)
        for _ in range(120):
            if state.is_over():
                break
            legal, actor = state.legal_actions(), state.actor()
            hiding = [action for action in legal if HIDING & set(map(str, describe(action).values()))][:30]
            observer = rng.choice([seat for seat in range(state.variant.seats) if seat != actor])
            told = [(action, after(state, action, observer)) for action in hiding]
            for (one, events), (other, others) in itertools.combinations(told, 2):
                if kind_of(one) == kind_of(other):
                    is_same = without_hidden_cards(state, observer, one) == without_hidden_cards(state, observer, other)
                    assert is_same == (events == others), (state.action_name(one), state.action_name(other))
                    compared[is_same] += 1
            state.apply(rng.choice(legal), actor)
    assert compared[True] > 50


def kind_of(action: int) -> tuple[Any, Any]:
    what = describe(action)
    return what["type"], what.get("mode")


def after(state: State, action: int, observer: int) -> list[Any]:
    """What the observer hears of an action: its own event, before chance and others go on."""
    later = copy.deepcopy(state)
    later.apply(action, state.actor())
    return later.events(observer, state.event_count())[:1]


def test_points_are_the_share_of_sides_beaten() -> None:
    assert points([1, 2, 2]) == [1.0, 0.25, 0.25]
