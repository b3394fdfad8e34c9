"""The tree of the search, on games small enough to know the right answer."""

import math
from random import Random
from typing import Any

import pytest

from bots.house.hooks import Hooks
from bots.house.policy import game_of
from bots.house.search import Limits, Trial, best_choice
from bots.house.search_hooks import SEARCH, without_hidden_cards
from bots.house.tree import FIRST_BRANCH, NEXT_BRANCH, Node, Tree, points
from engines import Deal, new_game, variants
from engines.karmaka.actions import COUNT, describe
from tests.house.table import bots_for, play

HERE, THERE = 0, 1
RIGHT, LEFT = 0, 1


class _Toy:
    """Two seats; seat 0 begins and never sees ``coin``. Just what a search calls."""

    variant = new_game("karma-2", Deal.from_text("toy")).variant

    def __init__(self, coin: int = 0, played: tuple[int, ...] = ()) -> None:
        self.coin = coin
        self.played = played

    def clone(self) -> "_Toy":
        return type(self)(self.coin, self.played)

    def resample(self, seat: int, rng: Random) -> "_Toy":
        return type(self)(rng.randrange(2), self.played)

    def deciders(self) -> tuple[int, ...]:
        return (self.actor(),)

    def legal_actions(self) -> list[int]:
        return [0, 1]

    def apply(self, action: int, seat: int) -> None:
        self.played += (action,)

    def actor(self) -> int:
        raise NotImplementedError

    def is_over(self) -> bool:
        return len(self.played) == 2


class Trap(_Toy):
    """HERE leads to an answer that the policy overlooks and that wins for the other; THERE is a sure draw."""

    def actor(self) -> int:
        return len(self.played)

    def ranks(self) -> list[int]:
        if self.played[0] == THERE:
            return [1, 1]
        return [2, 1] if self.played[1] == LEFT else [1, 2]


class Guess(_Toy):
    """HERE wins for who then guesses the hidden coin; THERE is a draw three times in four and else a win."""

    def actor(self) -> int:
        return 0

    def ranks(self) -> list[int]:
        if self.played[0] == THERE:
            return [1, 2] if self.coin and self.played[1] == RIGHT else [1, 1]
        return [1, 2] if self.played[1] == self.coin else [2, 1]


def first(state: Any, seat: int, legal: list[int]) -> int:
    return legal[0]


TOY = Hooks(expert=first, rollout=first, evaluate=lambda state: [0.5, 0.5], depth=5, simulations_per_ms=1, confidence=0)


def values_of(game: _Toy, simulations: int) -> dict[int, list[float]]:
    trial = Trial(TOY, game, 0, Random(5), Limits(simulations, math.inf))  # type: ignore[arg-type]  # a toy
    return trial.run(HERE, [HERE, THERE])


def test_it_sees_an_answer_that_the_policy_overlooks() -> None:
    assert best_choice(HERE, values_of(Trap(), 400), 0.7) == THERE


def test_before_the_tree_has_branches_it_believes_the_policy() -> None:
    values = values_of(Trap(), 2 * FIRST_BRANCH)
    assert set(values[HERE]) == {1.0}


def test_it_does_not_plan_for_a_card_that_it_will_not_see() -> None:
    """One tree for each world would find the right guess every time, and think HERE a certain win."""
    values = values_of(Guess(), 800)
    late = values[HERE][200:]
    assert sum(late) / len(late) == pytest.approx(0.5, abs=0.1)
    assert best_choice(HERE, values, 0.7) == THERE


def tree_nodes(node: Node) -> list[Node]:
    return [node, *(each for branch in node.branches.values() for each in tree_nodes(branch))]


@pytest.mark.parametrize("slug", [each.slug for each in variants()])
def test_it_grows_in_every_variant_and_counts_right(slug: str) -> None:
    start = new_game(slug, Deal.from_text("grow"))
    seats = start.variant.seats
    state, _ = play(slug, bots_for(slug, ["greedy"] * seats), deal="grow", decisions=6 * seats)
    rng = Random(1)
    searcher = (state.actor() + 1) % seats
    tree = Tree(SEARCH[game_of(slug)], searcher, rng)
    worlds = 10 * (FIRST_BRANCH + NEXT_BRANCH)
    for _ in range(worlds):
        worth = tree.simulate(state.resample(searcher, rng))
        assert len(worth) == len(state.variant.sides)
        assert all(0 <= each <= 1 for each in worth)
    nodes = tree_nodes(tree.root)
    assert tree.root.visits == worlds
    assert len(nodes) > 3
    for node in nodes:
        assert sum(branch.visits for branch in node.branches.values()) <= max(0, node.visits - FIRST_BRANCH)
        assert all(branch.visits <= branch.possible for branch in node.branches.values())


def test_others_do_not_see_which_card_is_laid_face_down_in_karmaka() -> None:
    """Whatever names a card that may stay hidden comes to the same as the other cards there."""
    hidden = {"play future", "play mate", "pick_hand", "swindle"}
    seen: dict[str, set[int]] = {}
    for action in range(COUNT):
        what = describe(action)
        seen.setdefault(f"{what['type']} {what.get('mode', '')}".strip(), set()).add(without_hidden_cards(action))
    assert {kind for kind, numbers in seen.items() if len(numbers) == 1} >= hidden
    assert {kind: len(seen[kind]) for kind in ("sow", "arrange", "jubilee")} == {"sow": 3, "arrange": 3, "jubilee": 553}
    assert len(seen["play deed"]) == len(seen["play ability"]) == 23


def test_points_are_the_share_of_sides_beaten() -> None:
    assert points([1, 2, 2]) == [1.0, 0.25, 0.25]
