"""Whole games of every variant keep the promises of the interface and the invariants of the rules."""

from engines import NOBODY, RankPolicy
from engines.interface import Engine, Json, State
from tests.engines.conformance.playing import steps, with_seeds


def assert_asks_properly(state: State, engine: Engine) -> None:
    deciders = state.deciders()
    assert deciders == tuple(sorted(set(deciders)))
    assert state.actor() == deciders[0]
    assert state.decision()
    assert state.legal_actions() == state.legal_actions(deciders[0])
    for seat in range(state.variant.seats):
        actions = state.legal_actions(seat)
        if seat not in deciders:
            assert actions == [], f"seat {seat} is not asked but has actions"
            continue
        assert actions, f"a decision without any action is asked: {state.decision()}"
        assert actions == sorted(set(actions)), "legal actions ascend"
        assert actions[0] >= 0
        assert actions[-1] < engine.action_count
        names = [state.action_name(action) for action in actions]
        assert len(set(names)) == len(names), f"two actions share a name: {names}"
        assert all(state.action_json(action).get("type") for action in actions)


@with_seeds(1)
def test_every_decision_of_a_game_is_well_formed_and_keeps_the_invariants(slug: str, engine: Engine, seed: int) -> None:
    for state, _seat, _action in steps(slug, seed):
        engine.check(state)
        if not state.is_over():
            assert_asks_properly(state, engine)


@with_seeds(1)
def test_an_action_means_the_same_in_every_state(slug: str, seed: int) -> None:
    meanings: dict[int, tuple[str, Json]] = {}
    for state, seat, _action in steps(slug, seed, record=False):
        for action in state.legal_actions(seat) if seat >= 0 else []:
            meaning = (state.action_name(action), state.action_json(action))
            assert meanings.setdefault(action, meaning) == meaning
    assert meanings


@with_seeds(1)
def test_a_finished_game_asks_nobody_and_has_ranks_of_its_policy(slug: str, seed: int) -> None:
    state = [state for state, _seat, _action in steps(slug, seed)][-1]
    assert state.actor() == NOBODY
    assert state.deciders() == ()
    assert state.decision() == ""
    assert state.legal_actions() == []
    ranks, sides = state.ranks(), len(state.variant.sides)
    assert len(ranks) == sides
    assert ranks == [1 + sum(other < own for other in ranks) for own in ranks], "competition ranking"
    if not state.is_capped():
        if state.variant.rank_policy is RankPolicy.FIRST_WINS:
            assert sorted(ranks) == [1] + [2] * (sides - 1)
        if state.variant.rank_policy is RankPolicy.LAST_LOSES:
            assert sorted(ranks) == [1] * (sides - 1) + [sides]


@with_seeds(1)
def test_progress_is_a_list_of_numbers_per_side_at_any_time(slug: str, seed: int) -> None:
    for state, _seat, _action in steps(slug, seed, record=False):
        progress = state.progress()
        assert len(progress) == len(state.variant.sides)
        assert len({len(each) for each in progress}) == 1
        assert all(isinstance(number, int) for each in progress for number in each)
