"""The option strictFollowUp: the card after T fits what T had to follow."""

from engines.karma import position
from tests.engines.karma.helpers import do, hand, options, pile

SLUG = "karma-3+strictFollowUp"


def test_only_face_up_cards_that_fit_are_offered() -> None:
    state = position(SLUG, hands=["T 2 9"], up=["1 12 G"], pile="11")
    do(state, "play T")
    assert options(state) == ["play 12 from the table", "play G from the table"]
    assert state.view(1)["fits_on"] == "11"


def test_without_a_fitting_face_up_card_the_pile_is_taken_with_the_t() -> None:
    state = position(SLUG, hands=["T 2 9"], up=["1 3 4"], pile="11", draw=9)
    do(state, "play T")
    assert hand(state, 0) == "2 9 11 T"
    assert (state.actor(), pile(state)) == (1, "")


def test_a_flip_that_does_not_fit_is_taken_too() -> None:
    state = position(SLUG, hands=["T 2 9"], up=[""], down=["1 3 4"], pile="11", draw=9)
    do(state, "play T")
    do(state, "flip slot 1")
    assert hand(state, 0) == "2 3 9 11 T"


def test_a_chain_of_t_keeps_the_first_demand() -> None:
    state = position(SLUG, hands=["T 2 9"], up=["T 1 12"], pile="11")
    do(state, "play T")
    do(state, "play T from the table")
    # Only the 12 fits on the 11, and it is played at once.
    assert pile(state) == "11 T T 12"


def test_on_a_t_of_an_earlier_turn_everything_fits() -> None:
    state = position(SLUG, hands=["T 2 9"], up=["1 3 4"], pile="11 T")
    do(state, "play T")
    assert options(state) == ["play 1 from the table", "play 3 from the table", "play 4 from the table"]


def test_a_hand_without_a_fitting_card_is_asked_and_shows_nothing_but_the_pile_it_takes() -> None:
    state = position(SLUG, hands=["T 2 9"], up=[""], down=[""], pile="11", draw=0, record=True)
    do(state, "play T")
    assert (state.actor(), options(state)) == (0, ["take the pile"])
    do(state, "take the pile")
    assert hand(state, 0) == "2 9 11 T"
    assert state.view(1)["seats"][0]["known"] == ["11", "T"]
    assert [event["type"] for event in state.events(1)] == ["play", "take", "turn"]


def test_the_pile_may_be_taken_although_a_hand_card_fits() -> None:
    state = position(SLUG, hands=["T 2 12 13"], up=[""], down=[""], pile="11", draw=0)
    do(state, "play T")
    assert options(state) == ["play 12", "play 13", "take the pile"]


def test_a_single_hand_card_is_asked_for_whether_it_fits_or_not() -> None:
    for card, expected in (("2", ["take the pile"]), ("12", ["play 12", "take the pile"])):
        state = position(SLUG, hands=[f"T {card}"], up=[""], down=[""], pile="11", draw=0)
        do(state, "play T")
        assert (state.decision(), options(state)) == ("FOLLOW_UP", expected)


def test_a_hand_that_everybody_has_seen_takes_the_pile_without_a_question() -> None:
    state = position(SLUG, hands=["T 2 9"], known=["2 9"], up=[""], down=[""], pile="11", draw=0)
    do(state, "play T")
    assert (state.actor(), hand(state, 0)) == (1, "2 9 11 T")
