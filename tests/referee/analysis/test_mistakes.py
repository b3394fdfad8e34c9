"""Mistakes: a plain blunder is found, good play is not blamed, and a game without a judge says so."""

import pytest

from engines import variant
from referee.analysis import mistakes
from referee.analysis.mistakes import (
    LEAST_ERRORS,
    LEAST_LOSS,
    LEAST_WORLDS,
    MistakesError,
    compare,
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
    monkeypatch.setattr(mistakes, "LEAST_WORLDS", 64)
    monkeypatch.setattr(mistakes, "MOST_WORLDS", 128)
    told: list[tuple[int, int]] = []
    replay = house_game(BLUNDERS, "expert", "random", deal="blunder 1")
    found = mistakes_of(replay, lambda done, total: told.append((done, total)))
    assert found
    for mistake in found:
        assert mistake.loss >= LEAST_LOSS
        assert mistake.loss >= LEAST_ERRORS * mistake.error * 0.99
        assert mistake.played_name != mistake.better_name
        assert replay.actions[mistake.step].action == mistake.played
    assert told[0][0] == 0
    assert told[-1][0] == told[-1][1]


@pytest.mark.parametrize(
    ("wins", "is_shown", "worlds"),
    [
        (9, True, LEAST_WORLDS),  # clear: asked for no more than what is shown has to have
        (0, False, mistakes.BATCH),  # hopeless: given up at the first look
        (3, True, 320),  # 15 %, but of 256 worlds that is too near to the limits
        (2, False, 384),  # 8 % would be four standard errors in the end: seen another time, often below the limits
    ],
)
def test_worlds_are_spent_where_they_tell_something(wins: int, is_shown: bool, worlds: int) -> None:
    """Of thirteen worlds in turn the better action wins some more, and each loses one that the other wins."""
    asked = 0

    def in_one_world() -> tuple[float, float]:
        nonlocal asked
        asked += 1
        place = asked % 13
        return (1.0, 0.0) if place == 12 else (0.0, 1.0) if place < wins else (0.0, 0.0)

    assert (compare(in_one_world) is not None) is is_shown
    assert asked == worlds


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
