"""Bugs found in restored, imagined and resampled states."""

from random import Random

import pytest

from engines.errors import SavedStateError
from engines.karma import ENGINE, position


def test_a_view_whose_hand_is_smaller_than_its_known_cards_is_refused() -> None:
    state = position(
        "karma-2", hands=["3 4 5", "9 12 12"], known=["", "9 12 12"], up=["", ""], down=["7", "8"], draw=0, pile="2"
    )
    view = state.view(0)
    view["seats"][1]["hand"] = 1
    view["draw"] = 2
    with pytest.raises(SavedStateError, match=r"'hand' of the seats\[1\] .* from 3 to 60, not 1\.$"):
        ENGINE.imagine(view, Random(0))


def test_a_saved_state_in_which_a_waiting_seat_has_not_drawn_up_is_refused() -> None:
    saved = position("karma-3").save()
    saved["draw"].append(saved["seats"][1]["hand"].pop())
    with pytest.raises(SavedStateError, match="Seat 1 has not drawn up to three cards"):
        ENGINE.restore(saved)
