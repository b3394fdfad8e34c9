"""Panic, Dwindle, Crisis, Roulette, Hell's Heart, Vengeance, Spite."""

from collections import Counter

from engines import Deal
from engines.karmaka import position
from tests.engines.karmaka.helpers import ability, act, asked, choices, deck, deeds, future, hand, ruins


def test_panic_ruins_the_top_of_a_deck_and_gives_an_extra_play() -> None:
    state = position("karmaka-2", hands=[["Panic", "Peek"]], decks=[2, ["Crisis", "Spite"]], at="play")
    ability(state, "Panic", "target seat 1")
    assert deck(state, 1) == ["Crisis"]
    assert ruins(state) == ["Spite"]
    act(state, "decline the offered card")
    assert asked(state) == ("EXTRA_PLAY", 0)


def test_panic_on_the_own_deck_and_on_an_empty_one_is_legal() -> None:
    state = position("karmaka-2", hands=[["Panic", "Panic"]], decks=[["Spite"], []], at="play")
    ability(state, "Panic", "target seat 1", "decline the offered card")
    assert ruins(state) == ["Panic"]
    ability(state, "Panic", "target seat 0")
    assert ruins(state) == ["Panic", "Spite"]


def test_dwindle_lets_the_target_choose_out_of_turn() -> None:
    state = position("karmaka-2", hands=[["Dwindle"], ["Peek", "Spite"]], at="play")
    ability(state, "Dwindle", "target seat 1")
    assert asked(state) == ("PICK_HAND", 1)
    assert choices(state) == ["choose Peek", "choose Spite"]
    act(state, "choose Peek")
    assert hand(state, 1) == ["Spite"]
    assert ruins(state) == ["Peek"]
    assert asked(state) == ("OFFER", 1)


def test_dwindle_asks_even_if_the_hand_is_all_alike() -> None:
    equal = position("karmaka-2", hands=[["Dwindle"], ["Peek", "Peek"]], at="play")
    ability(equal, "Dwindle", "target seat 1")
    assert (asked(equal), choices(equal)) == (("PICK_HAND", 1), ["choose Peek"])


def test_dwindle_on_a_single_card_or_none_does_not_ask() -> None:
    single = position("karmaka-2", hands=[["Dwindle"], ["Peek"]], at="play")
    ability(single, "Dwindle", "target seat 1")
    assert ruins(single) == ["Peek"]
    empty = position("karmaka-2", hands=[["Dwindle"], []], at="play")
    ability(empty, "Dwindle", "target seat 1")
    assert ruins(empty) == []
    assert asked(empty) == ("OFFER", 1)


def test_crisis_without_deeds_and_with_a_single_one_does_not_ask() -> None:
    empty = position("karmaka-2", hands=[["Crisis"]], at="play")
    ability(empty, "Crisis")
    assert asked(empty) == ("OFFER", 1)
    single = position("karmaka-2", hands=[["Crisis"]], deeds=[[], ["Peek"]], at="play")
    ability(single, "Crisis")
    assert ruins(single) == ["Peek"]


def test_crisis_treats_equal_neighbours_as_one_choice_but_not_equal_cards_apart() -> None:
    state = position("karmaka-2", hands=[["Crisis"]], deeds=[[], ["Peek", "Peek", "Spite", "Peek"]], at="play")
    ability(state, "Crisis")
    assert choices(state) == [f"choose the own Deed number {at}" for at in (0, 2, 3)]
    act(state, "choose the own Deed number 3")
    assert deeds(state, 1) == ["Peek", "Peek", "Spite"]


def test_roulette_ruins_up_to_two_and_draws_one_more_card_by_card() -> None:
    state = position(
        "karmaka-2", hands=[["Roulette", "Peek", "Spite"]], well=["Voyage", "Panic", "Crisis", "Sowing"], at="play"
    )
    ability(state, "Roulette")
    assert asked(state) == ("ROULETTE_RUIN", 0)
    assert choices(state) == ["ruin nothing", "ruin Peek", "ruin Spite", "ruin Peek, then Spite"]
    act(state, "ruin Peek, then Spite")
    assert ruins(state) == ["Peek", "Spite"]
    for drawn in (1, 2, 3):
        assert choices(state) == ["stop", "draw one more card"]
        act(state, "draw one more card")
        assert len(hand(state, 0)) == drawn
    assert asked(state) == ("OFFER", 1)


def test_roulette_may_stop_before_any_draw() -> None:
    state = position("karmaka-2", hands=[["Roulette", "Peek"]], at="play")
    ability(state, "Roulette", "ruin nothing", "stop")
    assert hand(state, 0) == ["Peek"]
    assert asked(state) == ("OFFER", 1)


def test_roulette_with_an_empty_hand_may_draw_one() -> None:
    state = position("karmaka-2", hands=[["Roulette"]], at="play")
    ability(state, "Roulette")
    assert asked(state) == ("ROULETTE_DRAW", 0)
    act(state, "draw one more card")
    assert asked(state) == ("OFFER", 1)


def test_roulette_without_any_card_to_draw_asks_no_more() -> None:
    state = position("karmaka-2", hands=[["Roulette", "Peek"]], well=[], ruins=["Spite"], at="play")
    ability(state, "Roulette", "ruin Peek")
    assert asked(state) == ("OFFER", 1)


def test_roulette_counts_equal_cards_once() -> None:
    state = position("karmaka-2", hands=[["Roulette", "Peek", "Peek"]], at="play")
    ability(state, "Roulette")
    assert choices(state) == ["ruin nothing", "ruin Peek", "ruin Peek, then Peek"]


def test_hells_heart_ruins_the_top_two_one_by_one() -> None:
    state = position("karmaka-2", hands=[["Hell's Heart"]], futures=[[], ["Peek", "Spite", "Panic"]], at="play")
    ability(state, "Hell's Heart")
    assert future(state, 1) == ["Peek"]
    assert ruins(state) == ["Panic", "Spite"]


def test_hells_heart_takes_what_there_is() -> None:
    state = position("karmaka-2", hands=[["Hell's Heart"]], futures=[[], ["Peek"]], at="play")
    ability(state, "Hell's Heart")
    assert future(state, 1) == []
    assert ruins(state) == ["Peek"]


def test_spite_ruins_two_random_cards_of_the_hand() -> None:
    held = ["Peek", "Crisis", "Panic", "Voyage"]
    lost: Counter[str] = Counter()
    for number in range(200):
        state = position("karmaka-2", hands=[["Spite"], held], deal=Deal.from_text(f"spite {number}"), at="play")
        ability(state, "Spite")
        assert sorted(hand(state, 1) + ruins(state)) == sorted(held)
        lost.update(ruins(state))
    assert lost.total() == 400
    assert all(70 <= times <= 130 for times in lost.values())  # 100 each expected, 7 is one standard deviation


def test_spite_on_a_small_hand_ruins_all_of_it() -> None:
    state = position("karmaka-2", hands=[["Spite"], ["Peek"]], at="play")
    ability(state, "Spite")
    assert hand(state, 1) == []
    assert ruins(state) == ["Peek"]
