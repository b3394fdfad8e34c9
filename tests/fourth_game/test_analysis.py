"""The analysis of a game that tells it nothing: chances by games played on, and no word of luck."""

import pytest

from bots.house.rollouts import RolloutJudge, judge_of
from engines import variant
from referee.analysis.line import as_json, line_of
from referee.analysis.mistakes import MistakesError, refuse_unless_judged
from tests.referee.analysis.games import house_game

pytestmark = pytest.mark.usefixtures("market_day")


def test_chances_come_from_games_played_on() -> None:
    assert isinstance(judge_of("market-day-2"), RolloutJudge)
    told = as_json(line_of(house_game("market-day-2", "random", "random")))
    assert all(sum(row) == pytest.approx(1, abs=0.01) for row in told["chances"])
    assert told["chances"][-1] in ([0, 1], [1, 0], [0.5, 0.5])


def test_nothing_is_called_luck_where_nobody_says_what_was_hidden() -> None:
    told = as_json(line_of(house_game("market-day-2", "random", "random")))
    assert [totals["luck"] for totals in told["totals"]] == [None, None]
    assert {moment["cause"] for moment in told["moments"]} <= {"decision"}


def test_decisions_are_not_judged_without_an_expert() -> None:
    with pytest.raises(MistakesError, match="Market Day has no expert"):
        refuse_unless_judged(variant("market-day-2"))
