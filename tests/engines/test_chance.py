"""Streams of chance: fixed for ever, uniform, independent."""

import copy
import hashlib
import pickle
from collections import Counter

import pytest

from engines import Deal, Stream

DEAL = Deal(bytes(range(16)))


def test_numbers_of_a_stream_never_change() -> None:
    """Computed here from the definition: SHA-256 of key and counter, cut into 32-bit words, big-endian."""
    key = hashlib.sha256(b"\x00\x00\x00\x10" + bytes(range(16)) + b"reshuffle/2").digest()
    blocks = b"".join(hashlib.sha256(key + counter.to_bytes(8, "big")).digest() for counter in range(3))
    words = [int.from_bytes(blocks[at : at + 4], "big") for at in range(0, 96, 4)]
    stream = DEAL.stream("reshuffle", 2)
    assert [stream.below(2**32) for _ in range(24)] == words


def test_a_shuffle_never_changes() -> None:
    cards = list(range(10))
    DEAL.stream("shuffle").shuffle(cards)
    assert cards == [0, 3, 4, 5, 8, 6, 1, 7, 9, 2]


def test_equal_names_begin_anew_and_other_names_differ() -> None:
    first = [DEAL.stream("a").below(1000) for _ in range(3)]
    assert len(set(first)) == 1
    streams = [DEAL.stream(*name) for name in (("a",), ("b",), ("a", 0), ("a", 1))]
    assert len({tuple(stream.below(2**32) for _ in range(4)) for stream in streams}) == 4
    assert DEAL.stream("a").below(2**32) != Deal(bytes(16)).stream("a").below(2**32)


def test_reading_one_stream_does_not_move_another() -> None:
    alone = [DEAL.stream("b").below(1000)]
    reader = DEAL.stream("a")
    for _ in range(50):
        reader.below(7)
    assert [DEAL.stream("b").below(1000)] == alone


@pytest.mark.parametrize("limit", [1, 2, 6, 54, 1000])
def test_numbers_are_uniform(limit: int) -> None:
    stream = DEAL.stream("uniform", limit)
    found = Counter(stream.below(limit) for _ in range(6000))
    assert set(found) <= set(range(limit))
    expected = 6000 / limit
    assert sum((found[number] - expected) ** 2 / expected for number in range(limit)) <= limit + 5 * (2 * limit) ** 0.5


def test_words_that_would_favour_small_numbers_are_thrown_away() -> None:
    """Three quarters of 2**32: a plain remainder would give the lowest third twice as often."""
    limit = 3 * 2**30
    stream = DEAL.stream("bias")
    low = sum(stream.below(limit) < 2**30 for _ in range(3000))
    assert 900 < low < 1100


def test_every_order_of_four_cards_is_equally_likely() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for at in range(4800):
        cards = [0, 1, 2, 3]
        DEAL.stream("orders", at).shuffle(cards)
        orders[tuple(cards)] += 1
    assert len(orders) == 24
    assert min(orders.values()) > 140
    assert max(orders.values()) < 260


@pytest.mark.parametrize("limit", [0, -1, 2**32 + 1])
def test_limits_that_have_no_answer_are_refused(limit: int) -> None:
    with pytest.raises(ValueError, match=f"not {limit}"):
        DEAL.stream("a").below(limit)


@pytest.mark.parametrize("size", [0, 1])
def test_small_piles_are_shuffled_without_a_number(size: int) -> None:
    cards = list(range(size))
    stream = DEAL.stream("small")
    stream.shuffle(cards)
    assert cards == list(range(size))
    assert stream.below(2**32) == DEAL.stream("small").below(2**32)


def test_a_short_seed_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 16 bytes, not 15"):
        Deal(bytes(15))


def test_a_deal_can_be_copied_and_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(DEAL)).seed == DEAL.seed  # noqa: S301 - our own bytes
    assert copy.deepcopy(DEAL).stream("a").below(99) == DEAL.stream("a").below(99)


def test_a_deal_does_not_show_its_seed() -> None:
    assert DEAL.seed.hex() not in repr(DEAL)
    assert isinstance(DEAL.stream("a"), Stream)
