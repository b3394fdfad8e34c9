"""The better action played out: the same game to the decision, another one after it, and a whole one."""

import pytest

from referee.analysis.asking import AskingError
from referee.analysis.better import played_out
from referee.replay import Replay
from referee.verify import play_again
from tests.referee.analysis.games import house_game
from tests.slugs import SMALLEST

STEP = 6


def another_action(replay: Replay, step: int) -> int:
    state = play_again(replay, step)
    return next(one for one in state.legal_actions() if one != replay.actions[step].action)


def first_choice(replay: Replay, since: int) -> int:
    """The first decision from ``since`` on with something to choose."""
    return next(step for step in range(since, len(replay.actions)) if len(play_again(replay, step).legal_actions()) > 1)


@pytest.mark.parametrize("slug", SMALLEST)
def test_the_game_goes_on_from_the_better_action_to_its_end(slug: str) -> None:
    replay = house_game(slug, "expert", "random")
    step = first_choice(replay, STEP)
    action = another_action(replay, step)
    other = played_out(replay, step, action)
    assert other.actions[:step] == replay.actions[:step]
    assert (other.actions[step].seat, other.actions[step].action) == (replay.actions[step].seat, action)
    end = play_again(other, len(other.actions))
    assert end.is_over()
    assert tuple(end.ranks()) == other.ranks
    assert played_out(replay, step, action) == other, "asked again, it is the same game"


def test_a_decision_that_is_not_there_is_refused() -> None:
    replay = house_game(SMALLEST[0], "expert", "random")
    with pytest.raises(AskingError, match="has the decisions 0 to"):
        played_out(replay, len(replay.actions), 0)
