"""Mistakes: a plain blunder is found, good play is not blamed, and a game without a judge says so."""

import pytest

from engines import variant
from referee.analysis import mistakes
from referee.analysis.mistakes import (
    LEAST_ERRORS,
    LEAST_LOSS,
    MistakesError,
    mean_and_error,
    mistakes_of,
    refuse_unless_judged,
)
from tests.referee.analysis.games import house_game
from tests.slugs import custom_slug

BLUNDERS = "karma-2"
NOT_JUDGED = "diamoniak-2"


def test_a_player_at_random_makes_mistakes_that_are_large_and_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mistakes, "JUDGED", 2)
    monkeypatch.setattr(mistakes, "MEASURING_WORLDS", 96)
    told: list[tuple[int, int]] = []
    replay = house_game(BLUNDERS, "expert", "random", deal="blunder 0")
    found = mistakes_of(replay, lambda done, total: told.append((done, total)))
    assert found
    for mistake in found:
        assert mistake.loss >= LEAST_LOSS
        assert mistake.loss >= LEAST_ERRORS * mistake.error * 0.99
        assert mistake.played_name != mistake.better_name
        assert replay.actions[mistake.step].action == mistake.played
    assert told[0][0] == 0
    assert told[-1][0] == told[-1][1]


def test_a_game_whose_expert_is_no_judge_is_refused_with_a_reason() -> None:
    with pytest.raises(MistakesError, match="not sure enough"):
        mistakes_of(house_game(NOT_JUDGED, "expert", "random"))


def test_a_variant_without_values_is_refused_with_a_reason() -> None:
    with pytest.raises(MistakesError, match="No values are fitted"):
        refuse_unless_judged(variant(custom_slug(BLUNDERS)))


def test_mean_and_standard_error() -> None:
    mean, error = mean_and_error([0.0, 1.0, 0.0, 1.0])
    assert mean == 0.5
    assert error == pytest.approx((1 / 3 / 4) ** 0.5)
