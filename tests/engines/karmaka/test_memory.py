"""What seats remember of cards they have seen, how long, and when they forget."""

from random import Random

from engines.karmaka import position
from engines.karmaka.state import KarmakaState
from tests.engines.karmaka.helpers import (
    PUBLIC,
    ability,
    act,
    asked,
    future,
    future_seen,
    hand,
    perhaps,
    surely,
    well,
)

DECLINE = "decline the offered card"
TAKE = "take the offered card"


def peeked(cards: list[str], *more: str) -> KarmakaState:
    """Seat 0 has just seen the hand of seat 1, which is about to play."""
    state = position("karmaka-2", hands=[["Peek", "Peek", *more], cards], decks=[["Voyage", "Voyage"], []], at="play")
    ability(state, "Peek", DECLINE, "stop")
    assert asked(state) == ("PLAY", 1)
    return state


# -- hands ----------------------------------------------------------------------------------------------------


def test_a_card_played_openly_is_struck_from_memory() -> None:
    state = peeked(["Spite", "Panic", "Crisis"])
    act(state, "play Panic as a Deed")
    assert surely(state, 0, 1) == ["Crisis", "Spite"]


def test_one_of_two_equal_cards_leaving_leaves_one_certain() -> None:
    state = peeked(["Spite", "Spite", "Crisis"])
    act(state, "play Spite as a Deed")
    assert surely(state, 0, 1) == ["Crisis", "Spite"]


def test_after_a_card_was_put_down_unseen_every_known_card_is_in_the_hand_or_there() -> None:
    state = peeked(["Spite", "Panic", "Crisis"])
    act(state, "play Panic on the Future Life")
    assert surely(state, 0, 1) == []
    assert perhaps(state, 0, 1) == ["Panic", "Crisis", "Spite"]
    assert future_seen(state, 0, 1) == [None]
    for seed in range(30):
        imagined = state.resample(0, Random(seed))
        assert sorted(hand(imagined, 1) + future(imagined, 1)) == ["Crisis", "Panic", "Spite"]


def test_a_second_look_at_the_hand_tells_what_was_put_down() -> None:
    state = peeked(["Spite", "Panic", "Crisis"])
    act(state, "play Panic on the Future Life")
    ability(state, "Peek")
    assert surely(state, 0, 1) == ["Crisis", "Spite"]
    assert perhaps(state, 0, 1) == ["Panic"]
    assert all(future(state.resample(0, Random(seed)), 1) == ["Panic"] for seed in range(20))


def test_an_unknown_card_drawn_later_leaves_the_known_ones_certain() -> None:
    state = position(
        "karmaka-2", hands=[["Peek", "Panic"], ["Spite", "Crisis"]], decks=[2, ["Voyage", "Sowing"]], at="play"
    )
    ability(state, "Peek", DECLINE, "stop")
    assert asked(state) == ("PLAY", 1)
    assert surely(state, 0, 1) == ["Crisis", "Spite"]
    act(state, "play Sowing as a Deed")
    assert surely(state, 0, 1) == ["Crisis", "Spite"]


def test_a_known_card_leaving_the_hand_of_perhaps_is_no_longer_certain_elsewhere() -> None:
    state = peeked(["Spite", "Panic", "Crisis"])
    act(state, "play Panic on the Future Life", "pass", "play Crisis as a Deed")
    assert perhaps(state, 0, 1) == ["Panic", "Spite"]


def test_a_reincarnation_brings_what_was_put_down_back_into_the_hand() -> None:
    state = position(
        "karmaka-2", hands=[["Peek", "Panic"], ["Spite", "Crisis"]], decks=[["Voyage", "Sowing"], []], at="play"
    )
    ability(state, "Peek", DECLINE, "stop")
    act(state, "play Spite on the Future Life", "pass", "play Crisis on the Future Life")
    assert perhaps(state, 0, 1) == ["Crisis", "Spite"]
    act(state, "play Panic as a Deed")
    assert hand(state, 1) == ["Crisis", "Spite"]
    assert surely(state, 0, 1) == ["Crisis", "Spite"]
    assert perhaps(state, 0, 1) == []


def test_an_accepted_offer_is_known_to_all_also_after_it_went_to_the_hand() -> None:
    state = position("karmaka-2", hands=[["Vengeance", "Panic"], []], decks=[["Voyage", "Sowing"], []], at="play")
    ability(state, "Vengeance", TAKE)
    assert hand(state, 1) == ["Vengeance"]  # seat 1 had no cards and began a new life
    assert surely(state, 0, 1) == surely(state, PUBLIC, 1) == ["Vengeance"]


def test_a_card_shown_by_hells_heart_is_struck_from_perhaps() -> None:
    state = peeked(["Spite", "Panic", "Crisis"], "Hell's Heart")
    act(state, "play Panic on the Future Life")
    ability(state, "Hell's Heart")
    assert perhaps(state, 0, 1) == []
    assert surely(state, 0, 1) == ["Crisis", "Spite"]


def test_swindle_makes_third_seats_doubt_every_card_of_the_hand_it_robbed() -> None:
    state = position(
        "karmaka-3",
        hands=[["Swindle"], ["Spite", "Crisis"], ["Panic"]],
        deeds=[[], [], []],
        ruins=["Voyage"],
        decks=[2, ["Salvage"], 2],
        turn=1,
    )
    ability(state, "Salvage", DECLINE, DECLINE)
    assert surely(state, 0, 1) == surely(state, 2, 1) == ["Voyage"]
    act(state, "play Panic as a Deed")
    ability(state, "Swindle", "target seat 1", "take Spite")
    assert surely(state, 2, 1) == surely(state, PUBLIC, 1) == []
    assert surely(state, 0, 1) == ["Voyage", "Crisis"]
    assert surely(state, 1, 0) == ["Spite"]


def swindled(cards: list[str], taken: str) -> KarmakaState:
    """Seat 2 has just seen the hand of seat 1, and then seat 0 took a card from it."""
    state = position("karmaka-3", hands=[["Swindle"], cards, ["Peek", "Panic"]], decks=[2, 2, 2], turn=2)
    ability(state, "Peek", "target seat 1", DECLINE, "stop")
    ability(state, "Swindle", "target seat 1", f"take {taken}")
    return state


def test_a_third_seat_doubts_one_copy_of_each_card_it_knew_in_the_hand_that_swindle_robbed() -> None:
    state = swindled(["Spite", "Spite", "Crisis"], "Crisis")
    assert surely(state, 2, 1) == ["Spite"]
    assert surely(state, 2, 0) == []


def test_a_third_seat_that_knew_a_hand_of_equal_cards_knows_what_swindle_took() -> None:
    state = swindled(["Spite", "Spite"], "Spite")
    assert surely(state, 2, 1) == surely(state, 2, 0) == ["Spite"]


def test_a_third_seat_that_knew_only_part_of_a_hand_does_not_know_what_swindle_took() -> None:
    state = position(
        "karmaka-3",
        hands=[["Swindle"], ["Spite"], ["Peek", "Sowing"]],
        decks=[2, ["Voyage", "Voyage", "Panic"], 3],
        turn=2,
    )
    ability(state, "Peek", "target seat 1", DECLINE, "stop")
    assert surely(state, 2, 1) == ["Spite"]
    act(state, "pass", "pass", "pass")
    ability(state, "Swindle", "target seat 1", "take Panic")
    assert surely(state, 2, 1) == surely(state, 2, 0) == []


def test_a_seat_knows_what_others_know_of_its_hand() -> None:
    state = peeked(["Spite", "Panic"])
    (about,) = state.view(1)["own"]["known_to"]
    assert about == {"seat": 0, "surely": ["Panic", "Spite"], "perhaps": []}


# -- the Well -------------------------------------------------------------------------------------------------


def test_destiny_remembers_the_order_put_back_wherever_the_cards_go() -> None:
    state = position(
        "karmaka-2", hands=[["Destiny"], ["Longevity", "Peek"]], well=["Voyage", "Panic", "Spite"], at="play"
    )
    ability(state, "Destiny", "put nothing on the Future Life, card 1, card 2, card 0 back on the Well", DECLINE)
    assert well(state) == ["Panic", "Voyage", "Spite"]
    slots = state.view(0)["well"]["slots"]
    assert [slot["card"] for slot in slots] == ["Panic", "Voyage", "Spite"]
    assert all(slot["seen_by"] == [0] for slot in slots)
    assert [slot["card"] for slot in state.view(1)["well"]["slots"]] == [None, None, None]
    ability(state, "Longevity", "target seat 1")
    assert [slot["card"] for slot in state.view(0)["seats"][1]["deck"]][-2:] == ["Spite", "Voyage"]
    assert [slot["card"] for slot in state.view(1)["seats"][1]["deck"]][-2:] == [None, None]


def test_a_card_known_from_destiny_is_known_in_the_hand_that_draws_it() -> None:
    state = position("karmaka-2", hands=[["Destiny"], ["Another Day"]], well=["Voyage", "Panic", "Spite"], at="play")
    ability(state, "Destiny", "put nothing on the Future Life, card 2, card 1, card 0 back on the Well", DECLINE)
    ability(state, "Another Day")
    assert surely(state, 0, 1) == ["Spite"]


def test_another_destiny_blurs_what_the_first_one_saw() -> None:
    state = position(
        "karmaka-2",
        hands=[["Destiny"], ["Destiny", "Peek"]],
        well=["Voyage", "Panic", "Spite", "Crisis"],
        at="play",
    )
    back = "put nothing on the Future Life, card 2, card 1, card 0 back on the Well"
    ability(state, "Destiny", back, DECLINE)
    assert [slot["card"] for slot in state.view(0)["well"]["slots"]] == ["Panic", "Spite", "Crisis"]
    ability(state, "Destiny", back)
    assert [slot["card"] for slot in state.view(0)["well"]["slots"]] == [None, None, None]
    assert [slot["card"] for slot in state.view(1)["well"]["slots"]] == ["Panic", "Spite", "Crisis"]


def test_everybody_knows_which_cards_a_reshuffled_well_is_made_of() -> None:
    ruined = ["Voyage", "Voyage", "Embody", "Panic", "Crisis", "Sowing", "Peek"]
    state = position("karmaka-2", hands=[["Another Day"]], well=[], ruins=ruined, at="play")
    ability(state, "Another Day")
    assert state.view(1)["bounds"]["well"] == ["Voyage", "Voyage", "Panic", "Embody"]
    drawn = hand(state, 0)[0]
    left = ["Voyage", "Voyage", "Panic", "Embody"]
    left.remove(drawn)
    assert state.view(0)["bounds"]["well"] == left
    for seed in range(30):
        own = state.resample(0, Random(seed))
        assert sorted(well(own)) == sorted(left)
        other = state.resample(1, Random(seed))
        assert not {"Spite", "Crisis", "Salvage"} & set(well(other))


def test_cards_of_the_new_well_are_not_in_decks_dealt_before() -> None:
    ruined = ["Voyage", "Voyage", "Embody", "Panic", "Crisis", "Sowing", "Peek"]
    state = position("karmaka-2", hands=[["Another Day"]], well=[], ruins=ruined, at="play")
    ability(state, "Another Day")
    for seed in range(30):
        imagined = state.resample(1, Random(seed))
        decks = [slot & 31 for place in imagined.seated() for slot in place.deck]
        assert 12 not in decks  # both copies of Voyage were in the Ruins
    assert all(slot["source"] == "old" for seat in state.view(1)["seats"] for slot in seat["deck"])


# -- teams ----------------------------------------------------------------------------------------------------


def test_a_mate_card_is_forgotten_by_rivals_when_it_enters_the_teammates_hand() -> None:
    state = position("karmaka-2v2", hands=[["Spite", "Panic"], ["Peek"], ["Transmigrate"]], decks=[3, 3, 3, 3], turn=1)
    ability(state, "Peek", "target seat 0", DECLINE, "stop")
    act(state, "pass", "pass")
    drawn = next(name for name in hand(state, 0) if name not in ("Spite", "Panic"))
    assert surely(state, 1, 0) == ["Panic", "Spite"]
    act(state, "play Spite on the teammate's Future Life")
    assert perhaps(state, 1, 0) == ["Panic", "Spite"]
    assert sorted(hand(state, 0)) == sorted(["Panic", drawn])
    act(state, "pass")
    ability(state, "Transmigrate")
    assert "Spite" in hand(state, 2)
    assert perhaps(state, 1, 0) == surely(state, 1, 2) == []
    assert surely(state, 0, 2) == ["Spite"]


def test_rivals_lose_one_copy_from_sight_when_a_mate_card_enters_the_teammates_hand() -> None:
    state = position("karmaka-2v2", hands=[["Spite", "Spite"], ["Peek"], ["Transmigrate"]], decks=[3, 3, 3, 3], turn=1)
    ability(state, "Peek", "target seat 0", DECLINE, "stop")
    act(state, "pass", "pass")
    act(state, "play Spite on the teammate's Future Life", "pass")
    assert perhaps(state, 1, 0) == ["Spite", "Spite"]
    ability(state, "Transmigrate")
    assert perhaps(state, 1, 0) == surely(state, 1, 2) == []
    assert surely(state, 1, 0) == ["Spite"]


def test_the_giver_of_a_mate_card_is_no_rival_to_hide_it_from() -> None:
    state = position("karmaka-2v2", hands=[["Spite", "Panic"]], ruins=["Voyage"], at="play")
    act(state, "play Spite on the teammate's Future Life")
    assert future_seen(state, 2, 2) == ["Spite"]
    assert perhaps(state, 2, 0) == surely(state, 2, 0) == []
