"""Bags and slots: cards packed into numbers say what lists of cards would."""

from random import Random

import pytest

from engines.karmaka.bags import (
    ALL_CARDS,
    EMPTY,
    UNLOOKED,
    bag_of,
    count,
    different_kinds,
    holds,
    kinds_in,
    one_of_each,
    size,
)
from engines.karmaka.cards import EMBODY, KINDS, MIMIC, UNKNOWN, full_deck
from engines.karmaka.slots import (
    EVERYBODY,
    FRESH,
    FROM_HAND,
    MIXED,
    NOBODY_YET,
    OLD,
    aged,
    card,
    is_ordinary,
    seen,
    slot,
    source,
    with_card,
)


@pytest.mark.parametrize("cards", [0, 1, 5, 20, 63, 64])
def test_a_bag_says_what_the_list_of_its_cards_says(cards: int) -> None:
    for seed in range(40):
        kinds = sorted(Random(f"{cards} {seed}").sample(full_deck(), cards))
        bag = bag_of(kinds)
        assert kinds_in(bag) == kinds
        assert size(bag) == cards
        assert different_kinds(bag) == kinds_in(one_of_each(bag)) == sorted(set(kinds))
        assert [count(bag, kind) for kind in range(KINDS)] == [kinds.count(kind) for kind in range(KINDS)]
        assert [holds(bag, kind) for kind in range(KINDS)] == [kind in kinds for kind in range(KINDS)]


def test_the_bag_of_all_cards_has_five_embody_and_two_mimic() -> None:
    assert (count(ALL_CARDS, EMBODY), count(ALL_CARDS, MIMIC), size(ALL_CARDS)) == (5, 2, 64)
    assert kinds_in(EMPTY) == different_kinds(EMPTY) == []


def test_cards_that_nobody_has_looked_up_count_and_have_no_kind() -> None:
    bag = bag_of([EMBODY, MIMIC]) + 3 * UNLOOKED
    assert size(bag) == 5
    assert kinds_in(bag) == different_kinds(bag) == [EMBODY, MIMIC]


@pytest.mark.parametrize("origin", [FRESH, OLD, MIXED, FROM_HAND, FROM_HAND + 3])
@pytest.mark.parametrize("eyes", [NOBODY_YET, 1, 9, EVERYBODY])
def test_a_slot_keeps_card_eyes_and_source_apart(origin: int, eyes: int) -> None:
    for kind in (0, MIMIC, UNKNOWN):
        value = slot(kind, eyes, origin)
        assert (card(value), seen(value), source(value)) == (kind, eyes, origin)
        assert with_card(value, EMBODY) == slot(EMBODY, eyes, origin)
        assert aged(value) == slot(kind, eyes, OLD if origin == FRESH else origin)
        assert is_ordinary(value) == ((eyes, origin) == (NOBODY_YET, FRESH))


def test_an_ordinary_slot_is_the_number_of_its_kind() -> None:
    assert [slot(kind, NOBODY_YET, FRESH) for kind in range(KINDS)] == list(range(KINDS))
