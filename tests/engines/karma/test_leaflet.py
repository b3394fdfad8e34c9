"""Sentences of the leaflet that no other test is about."""

from engines import Deal, new_game


def test_the_first_seat_is_given_or_drawn_and_turns_go_clockwise() -> None:
    drawn = {new_game("karma-4", Deal.from_text(f"deal {number}")).view(0)["first"] for number in range(40)}
    assert drawn == {0, 1, 2, 3}
    state = new_game("karma-4", Deal.from_text("clockwise"), first_seat=2, record=True)
    for seat in range(4):
        state.play(seat, state.legal_actions(seat)[0])
    for _turn in range(6):
        state.apply(state.legal_actions()[0])
    turns = [event["seat"] for event in state.events(-1) if event["type"] == "turn"]
    assert turns[:5] == [2, 3, 0, 1, 2]
