"""Questions about how a game is played: each has occasions, and can be answered both ways."""

import pytest

from engines.registry import game, variant
from referee.style import shown_habits
from tests.replays.games import random_replay
from tests.slugs import LARGEST

GAMES = 6


@pytest.mark.parametrize("slug", LARGEST)
def test_random_players_sometimes_do_it_and_sometimes_not(slug: str) -> None:
    replays = [random_replay(slug, number) for number in range(GAMES)]
    habits = game(variant(slug).game).questions()
    assert habits
    shown = [seat for replay in replays for seat in shown_habits(replay, habits)]
    for habit, counts in zip(habits, zip(*shown, strict=True), strict=True):
        occasions, times = (sum(column) for column in zip(*counts, strict=True))
        assert 0 < times < occasions, habit.text


@pytest.mark.parametrize("slug", LARGEST)
def test_no_habit_is_a_sentence_with_a_subject(slug: str) -> None:
    """The bot's name stands before it nowhere, and a full stop would end nothing."""
    for habit in game(variant(slug).game).questions():
        assert habit.text[0].islower()
        assert not habit.text.endswith(".")
