"""Imagined states: each way to lay the hidden cards is as likely as any other.

The expected numbers come from going through all ways one by one, with numbered cards, in a position with so few
hidden cards that this is possible.
"""

from collections import Counter
from itertools import permutations
from math import sqrt
from random import Random

import pytest

from engines import Deal
from engines.interface import PUBLIC
from engines.karmaka import ENGINE, position
from engines.karmaka.cards import full_deck, names_of
from engines.karmaka.state import KarmakaState
from tests.engines.karmaka.helpers import ability, act, deck, future, hand, perhaps, ruins, well

DECLINE = "decline the offered card"
SAMPLES = 3000


def after_a_reshuffle(deal: str) -> KarmakaState:
    """All cards but a handful are Deeds, the Well is new, and seat 1 has just played a Panic that it held before."""
    zones = {
        "hands": [["Another Day"], ["Another Day", "Panic", "Salvage"]],
        "decks": [["Spite", "Sowing"], ["Denial", "Thievery"]],
        "ruins": [["Panic", "Panic", "Voyage", "Mimic", "Crisis", "Dwindle", "Recycle"]],
    }
    rest = Counter(names_of(full_deck()))
    for stacks in zones.values():
        for cards in stacks:
            rest -= Counter(cards)
    state = position(
        "karmaka-2",
        hands=zones["hands"],
        decks=zones["decks"],
        futures=[[], []],
        deeds=[sorted(rest.elements())],
        ruins=zones["ruins"][0],
        well=[],
        at="play",
        deal=Deal.from_text(deal),
    )
    ability(state, "Another Day", DECLINE, "stop")
    act(state, "play Panic as a Deed")
    return state


def places(state: KarmakaState) -> list[tuple[str, ...]]:
    """What seat 0 cannot see."""
    return [tuple(sorted(hand(state, 1))), *((name,) for name in deck(state, 0) + deck(state, 1) + well(state))]


def assert_like(found: Counter[tuple[tuple[str, ...], ...]], ways: Counter[tuple[tuple[str, ...], ...]]) -> None:
    """Every way as often as expected, within 5.5 standard deviations; the seeds are fixed."""
    assert set(found) <= set(ways)
    for way, number in ways.items():
        share = number / ways.total()
        assert abs(found[way] - SAMPLES * share) <= 5.5 * sqrt(SAMPLES * share * (1 - share)), way


def numbered_cards(drawn: str) -> list[tuple[str, set[str]]]:
    """The hidden cards as seat 0 can tell, each with the sources it may have.

    The Panic that seat 1 played may have been its own or one just shuffled, so of those left one is surely not from
    an old Deck and the other may be anywhere; if seat 0 drew the one, only the other is left.
    """
    everywhere = {"hand", "old", "well"}
    cards = [(name, {"hand", "old"}) for name in ("Another Day", "Salvage", "Thievery", "Denial", "Spite")]
    cards += [(name, {"hand", "well"}) for name in ("Voyage", "Mimic") if name != drawn]
    if drawn != "Panic":
        cards.append(("Panic", {"hand", "well"}))
    return [*cards, ("Panic", everywhere)]


@pytest.mark.parametrize("drawn", ["Voyage", "Panic"])
def test_all_ways_are_equally_likely_after_a_reshuffle(drawn: str) -> None:
    deals = (after_a_reshuffle(f"deal {number}") for number in range(30))
    state = next(state for state in deals if drawn in hand(state, 0))
    sources = ["hand"] * 3 + ["old"] * 2 + ["well"] * 3
    ways: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for order in permutations(numbered_cards(drawn)):
        if all(source in allowed for source, (_name, allowed) in zip(sources, order, strict=True)):
            names = [name for name, _allowed in order]
            ways[tuple(sorted(names[:3])), *((name,) for name in names[3:])] += 1
    rng = Random(5)
    found = Counter(tuple(places(state.resample(0, rng))) for _sample in range(SAMPLES))
    assert tuple(places(state)) in ways
    assert len(ways) > 50
    assert_like(found, ways)


def test_cards_that_may_come_from_either_well_go_to_each_as_often_as_there_are_ways() -> None:
    """Seat 1 reshuffles, draws an unseen card of the new Well, and lays a Panic and a Salvage down for all to see.

    Both were in its hand before, or one of them was the card it drew: so the Panic and the Salvage that are left may
    lie anywhere, one or both of them in the Well.
    """
    zones = nearly_all_cards_open(
        hands=[["Peek"], ["Another Day", "Jubilee", "Panic", "Salvage", "Spite"]],
        decks=[["Denial", "Sowing"], ["Thievery"]],
        ruins=[["Panic", "Salvage", "Mimic", "Crisis", "Dwindle", "Recycle"]],
    )
    zones["ruins"] = ["Panic", "Salvage", "Mimic", "Crisis", "Dwindle", "Recycle"]
    state = position("karmaka-2", well=[], turn=1, at="play", **zones)  # type: ignore[arg-type]  # as position takes them
    ability(state, "Another Day", DECLINE)
    ability(state, "Jubilee", "add to the Deeds Panic, then Salvage", DECLINE)
    assert len(well(state)) == 2
    left = deck(state, 0)
    everywhere = {"hand", "old", "well"}
    cards = [("Panic", everywhere), ("Salvage", everywhere), ("Mimic", {"hand", "well"})]
    cards += [(name, {"hand", "old"}) for name in ("Spite", "Thievery", *left)]
    sources = ["hand"] * 2 + ["old"] * 2 + ["well"] * 2
    ways: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for order in permutations(cards):
        if all(source in allowed for source, (_name, allowed) in zip(sources, order, strict=True)):
            names = [name for name, _allowed in order]
            ways[tuple(sorted(names[:2])), *((name,) for name in names[2:])] += 1
    rng = Random(6)
    found = Counter(tuple(places(state.resample(0, rng))) for _sample in range(SAMPLES))
    assert tuple(places(state)) in ways
    assert_like(found, ways)
    assert len(in_well(ways)) == 3, "either of them or both, or it would not matter how likely each is"
    assert_like(in_well(found), in_well(ways))


def in_well(ways: Counter[tuple[tuple[str, ...], ...]]) -> Counter[tuple[tuple[str, ...], ...]]:
    """How often which of the cards that may lie anywhere are in the Well, the last two places."""
    counts: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for way, number in ways.items():
        counts[(tuple(sorted(name for (name,) in way[-2:] if name in ("Panic", "Salvage"))),)] += number
    return counts


def test_perhaps_cards_lie_alike_in_the_hand_and_in_what_was_put_down() -> None:
    state = position(
        "karmaka-2", hands=[["Peek"], ["Spite", "Crisis", "Voyage"]], decks=[3, ["Panic", "Panic"]], at="play"
    )
    ability(state, "Peek", DECLINE)
    act(state, "play Crisis on the Future Life")
    assert perhaps(state, 0, 1) == ["Voyage", "Crisis", "Spite"]
    rng = Random(8)
    put_down: Counter[str] = Counter()
    for _sample in range(SAMPLES):
        put_down.update(future(state.resample(0, rng), 1))
    for name in ("Spite", "Crisis", "Voyage"):  # a quarter each: four cards were in the hand
        assert abs(put_down[name] - SAMPLES / 4) <= 5.5 * sqrt(SAMPLES * 3 / 16)


def test_a_hand_that_is_asked_to_choose_may_hold_equal_cards() -> None:
    """Whether its cards are alike is its secret, so that it is asked tells nothing."""
    state = position("karmaka-2", hands=[["Dwindle"], ["Peek", "Spite"]], at="play")
    ability(state, "Dwindle", "target seat 1")
    held = [hand(state.resample(0, Random(seed)), 1) for seed in range(300)]
    assert any(first == second for first, second in held)


def test_the_cards_that_swindle_shows_are_unknown_to_third_seats_only() -> None:
    state = position("karmaka-3", hands=[["Swindle"], ["Peek", "Spite", "Crisis", "Denial"]], at="play")
    ability(state, "Swindle", "target seat 1")
    shown = state.shown
    for seed in range(20):
        for seat in (0, 1):
            assert state.resample(seat, Random(seed)).shown == shown
    assert len({tuple(state.resample(2, Random(seed)).shown) for seed in range(20)}) > 5


@pytest.mark.parametrize("slug", ["karmaka-2", "karmaka-3", "karmaka-2v2"])
def test_resample_and_imagine_agree_to_the_card(slug: str) -> None:
    state = position(slug, hands=[["Peek", "Spite"]], futures=[["Panic"]], ruins=["Crisis"], at="play")
    for seat in range(PUBLIC, state.variant.seats):
        imagined = ENGINE.imagine(state.view(seat), Random(3))
        assert imagined.save() == state.resample(seat, Random(3)).save()


def test_the_secret_of_the_deal_does_not_survive() -> None:
    state = position("karmaka-2", hands=[["Peek"]], at="play")
    assert state.resample(0, Random(1)).save()["seed"] != state.save()["seed"]


def test_open_zones_stay_as_they_are() -> None:
    state = position("karmaka-2", hands=[["Peek"]], ruins=["Spite", "Panic"], deeds=[["Crisis"]], at="play")
    assert ruins(state.resample(1, Random(1))) == ["Spite", "Panic"]


def nearly_all_cards_open(**hidden: list[list[str]]) -> dict[str, object]:
    """Zones in which the named cards are hidden and all others are Deeds of seat 0, so that all ways can be listed."""
    rest = Counter(names_of(full_deck()))
    for stacks in hidden.values():
        for cards in stacks:
            rest -= Counter(cards)
    return {**hidden, "deeds": [sorted(rest.elements())], "ruins": [], "futures": [[], []]}


def test_what_is_surely_and_perhaps_in_a_hand_is_kept_to_and_all_else_is_equally_likely() -> None:
    """Seat 0 has seen Spite, Crisis and Voyage; seat 1 drew an unseen card, put one of its four down and got a Panic.

    Numbered cards: the three that were seen lie in the hand or in the slot put down, in any way; the two others lie on
    the places left, wherever they are.
    """
    zones = nearly_all_cards_open(
        hands=[["Peek", "Dwindle"], ["Spite", "Crisis", "Voyage"]],
        decks=[["Mimic"], ["Embody", "Denial"]],
        well=[[]],
    )
    zones["well"] = []
    state = position("karmaka-2", at="play", **zones)  # type: ignore[arg-type]  # as position takes them
    ability(state, "Peek", DECLINE, "stop")
    act(state, "play Crisis on the Future Life")
    assert perhaps(state, 0, 1) == ["Voyage", "Crisis", "Spite"]
    drawn = [name for name in hand(state, 0) if name != "Dwindle"]
    unknown = [name for name in ("Mimic", "Embody", "Denial") if name not in drawn]
    places = ["hand"] * 3 + ["future"] + ["deck 1"] * len(deck(state, 1)) + ["deck 0"] * len(deck(state, 0))
    ways: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for order in permutations(["Spite", "Crisis", "Voyage", *unknown]):
        lying = list(zip(order, places, strict=True))
        if any(name in ("Spite", "Crisis", "Voyage") and place.startswith("deck") for name, place in lying):
            continue
        ways[tuple(tuple(sorted(name for name, at in lying if at == place)) for place in sorted(set(places)))] += 1
    rng = Random(11)
    found: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for _sample in range(SAMPLES):
        imagined = state.resample(0, rng)
        zone = {
            "hand": hand(imagined, 1),
            "future": future(imagined, 1),
            "deck 0": deck(imagined, 0),
            "deck 1": deck(imagined, 1),
        }
        found[tuple(tuple(sorted(zone[place])) for place in sorted(set(places)))] += 1
    assert len(ways) > 5
    assert_like(found, ways)
