"""The turn cap, ranks and progress."""

import pytest

from engines.diamoniak import position
from tests.engines.diamoniak.helpers import act, castle


def test_the_game_ends_after_turn_400() -> None:
    state = position("diamoniak-3", castles=["R1 R2", "B1"], turn_number=400, next="D")
    act(state, "draw")
    assert not state.is_over()
    act(state, "stop")
    assert (state.is_over(), state.is_capped(), state.ranks()) == (True, True, [1, 2, 2])


def test_turn_399_is_followed_by_turn_400() -> None:
    state = position("diamoniak-2", turn_number=399, next="D D")
    act(state, "draw", "stop")
    assert (state.view(0)["turn"], state.actor()) == (400, 1)


def test_a_castle_completed_in_turn_400_wins_without_the_cap() -> None:
    state = position("diamoniak-2", castles=["R1 R2 R3 R4 R5", "B1"], turn_number=400, next="R6")
    act(state, "draw")
    assert (state.is_capped(), state.ranks()) == (False, [1, 2])


@pytest.mark.parametrize("ending", ["stop", "witch", "fairy", "buy"])
def test_every_end_of_the_last_turn_ends_the_game(ending: str) -> None:
    if ending == "buy":
        state = position("diamoniak-2", castles=["R1"], reserves=["D D D", "R2"], turn_number=400)
        act(state, "buy R2 from seat 1")
    elif ending == "fairy":
        state = position("diamoniak-2", reserves=["F"], turn_number=400, next="W")
        act(state, "draw", "use fairy")
    else:
        state = position("diamoniak-2", turn_number=400, next="D" if ending == "stop" else "W")
        act(state, "draw")
        if ending == "stop":
            act(state, "stop")
    assert (state.is_over(), state.is_capped(), state.decision()) == (True, True, "")


@pytest.mark.parametrize(
    ("castles", "reserves", "ranks"),
    [
        (["R1", "B1 B2", "Y1", "G1"], ["D D D D D F"], [2, 1, 2, 2]),
        (["R1", "B1", "Y1", ""], ["D F", "D D D", "D D"], [2, 1, 2, 2]),
        (["R1 R2", "B1 B2", "Y1", ""], ["D F", "D", "D D D"], [1, 1, 3, 3]),
        (["R1", "B1", "Y1", ""], ["F", "F", "B2"], [1, 1, 1, 4]),
        (["", "", "", ""], ["F", "D", "D", "D"], [4, 1, 1, 1]),
    ],
    ids=["castle cards", "then diamonds", "two share", "three share", "diamonds alone"],
)
def test_at_the_cap_most_castle_cards_win_then_diamonds(
    castles: list[str], reserves: list[str], ranks: list[int]
) -> None:
    """Seat 0 spends the last turn on a witch and a fairy, so that nothing else changes."""
    state = position("diamoniak-4", castles=castles, reserves=reserves, turn_number=400, next="W")
    act(state, "draw", "use fairy")
    assert state.ranks() == ranks


def test_a_table_without_any_castle_card_or_diamond_is_a_draw_of_all() -> None:
    state = position("diamoniak-4", turn_number=400, next="W")
    act(state, "draw")
    assert (state.is_capped(), state.ranks()) == (True, [1, 1, 1, 1])


def test_progress_is_castle_cards_then_diamonds_per_side() -> None:
    state = position("diamoniak-3", castles=["R1 R2", "B1"], reserves=["D F", "R3 D D D"])
    assert state.progress() == [[2, 1], [1, 3], [0, 0]]


def test_under_a_lock_a_lost_castle_counts_nothing() -> None:
    state = position("diamoniak-2+lockColour", locked=["R"], reserves=["D", "D"], turn_number=400, next="W")
    act(state, "draw")
    assert (castle(state), state.progress(), state.ranks()) == ("", [[0, 0], [0, 1]], [2, 1])
