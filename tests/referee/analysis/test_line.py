"""The line of winning chances: it adds up, ends with the result and is the same every time."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bots.house.values import result_shares
from engines import State, variant
from engines.errors import EngineError
from referee.analysis.line import MOST_PLAYED_ON, as_json, line_of
from referee.replay import Termination
from tests.referee.analysis.games import house_game, replay_of
from tests.referee.cast import Failing, play, seat
from tests.slugs import SHAPES, SMALLEST, custom_slug

SHORT = SMALLEST[-1]


class Blind:
    """Judges all positions alike, however good they are."""

    version = "blind"

    def shares(self, states: Sequence[State]) -> list[list[float]]:
        return [[1 / len(state.variant.sides)] * len(state.variant.sides) for state in states]


@pytest.mark.parametrize("slug", SMALLEST)
def test_start_luck_and_decisions_add_up_to_the_result(slug: str) -> None:
    seats = variant(slug).seats
    replay = house_game(slug, *["expert"] * seats)
    line = line_of(replay)
    assert len(line.chances) == len(replay.actions) + 1
    for side in range(len(line.variant.sides)):
        start = line.chances[0][side] - line.deal[side]
        total = start + line.luck[side] + line.own(side) + line.others(side) + line.fault[side]
        assert total == pytest.approx(line.chances[-1][side], abs=1e-5)
        assert line.fault[side] == pytest.approx(0)


def test_where_games_are_played_on_only_some_positions_are_judged_and_nothing_is_called_luck() -> None:
    line = line_of(house_game(custom_slug(SHORT), "greedy", "greedy"))
    assert not line.knows_luck
    assert len({tuple(row) for row in line.chances}) <= MOST_PLAYED_ON + 2
    assert sum(line.chances[-1]) == 1


def test_the_same_replay_gives_the_same_line() -> None:
    replay = house_game(SHORT, "expert", "greedy")
    assert as_json(line_of(replay)) == as_json(line_of(replay))


def test_a_judge_that_knows_nothing_sees_luck_in_the_last_step_alone() -> None:
    line = line_of(house_game(SHORT, "expert", "greedy"), Blind())
    moved = [
        swing
        for swing in line.swings[:-1]
        # Another card might have ended the game: that is luck, and what did not come of it is made up for at once.
        if any(abs(luck + own) > 1e-9 for luck, own in zip(swing.luck or swing.decision, swing.decision, strict=True))
    ]
    assert not moved
    assert line.deal == [0, 0]


def test_a_fault_is_neither_luck_nor_a_decision() -> None:
    record = play(SHORT, seat(Failing()), seat(Failing(at=999)))
    replay = replay_of(record)
    assert replay.termination is Termination.FAULT
    line = line_of(replay)
    assert line.chances[-1] == [0, 1]
    assert line.fault[0] < -0.2


def test_moments_name_their_cause_and_are_told_in_order() -> None:
    told = as_json(line_of(house_game(SHORT, "expert", "greedy")))
    assert told["moments"]
    steps = [moment["step"] for moment in told["moments"]]
    assert steps == sorted(steps)
    assert {moment["cause"] for moment in told["moments"]} <= {"luck", "decision"}


def test_an_action_that_the_rules_forbid_is_refused() -> None:
    replay = house_game(SHORT, "expert", "greedy")
    wrong = replace(replay, actions=(replay.actions[0]._replace(action=10**6), *replay.actions[1:]))
    with pytest.raises(EngineError):
        line_of(wrong)


def test_ties_share_what_they_won() -> None:
    for slug in SHAPES:
        sides = len(variant(slug).sides)
        assert result_shares(variant(slug), [1] * sides) == [1 / sides] * sides
