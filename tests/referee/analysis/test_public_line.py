"""Chances from public knowledge: the same, whatever is hidden behind the same public view."""

from random import Random

import pytest

from bots.house.values import FittedJudge, fitted_judge
from engines import PUBLIC
from referee.analysis.public_line import chances_of_view, public_line
from referee.verify import play_again
from tests.referee.analysis.games import house_game
from tests.slugs import SMALLEST


def judge_of(slug: str) -> FittedJudge:
    judge = fitted_judge(slug)
    assert judge is not None
    return judge


@pytest.mark.parametrize("slug", SMALLEST)
def test_other_hidden_cards_change_nothing(slug: str) -> None:
    replay = house_game(slug, "expert", "greedy")
    state = play_again(replay, len(replay.actions) // 2)
    other = state.resample(PUBLIC, Random("other"))
    assert other.save() != state.save(), "nothing was hidden"
    told = [chances_of_view(slug, each.view(PUBLIC), judge_of(slug)) for each in (state, other)]
    assert told[0] == told[1]


def test_the_line_has_a_row_for_every_decision_and_ends_with_the_result() -> None:
    replay = house_game(SMALLEST[-1], "expert", "greedy")
    line = public_line(replay)
    assert len(line) == len(replay.actions) + 1
    assert sorted(line[-1]) in ([0, 1], [0.5, 0.5])
