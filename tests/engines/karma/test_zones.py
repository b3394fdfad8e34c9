"""Zones without order: three bits for each kind, and a list of cards made of them."""

from random import Random

from engines.karma.cards import CARDS, COPIES, KINDS, cards_in, remove, size, zone_of


def test_a_zone_says_what_the_list_of_its_cards_says() -> None:
    for seed in range(60):
        rng = Random(seed)
        pack = [kind for kind in range(KINDS) for _copy in range(COPIES)]
        kinds = sorted(rng.sample(pack, rng.randrange(CARDS + 1)))
        assert cards_in(zone_of(kinds)) == kinds
        assert size(zone_of(kinds)) == len(kinds)


def test_whatever_bits_of_a_kind_are_set_each_is_a_card() -> None:
    hand = zone_of([4, 4, 4, 9, 9])
    assert cards_in(hand & ~remove(hand, 4, 2)) == [4, 4]
    for seed in range(60):
        zone = Random(seed).getrandbits(CARDS)
        assert cards_in(zone) == [bit // COPIES for bit in range(CARDS) if zone >> bit & 1]
