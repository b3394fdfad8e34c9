import doctest
import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import blocks
from referee.blocks import (
    BlockError,
    circular_orders,
    deal_seed,
    four_singles_block,
    secret_commitment,
    single_against_pair_block,
    solo_block,
    two_pairs_block,
)

SECRET = hashlib.sha256(b"a tournament").hexdigest()
tables = st.integers(2, 6)
numbers = st.integers(0, 1000)


def full_pass(seats: int) -> list[tuple[int, ...]]:
    return [game.entrants for block in range(len(circular_orders(seats))) for game in solo_block(seats, block)]


@given(tables, numbers)
def test_invariant_4_every_entrant_holds_every_seat_once_per_block(seats: int, block: int) -> None:
    games = solo_block(seats, block)
    assert len(games) == seats
    for seat in range(seats):
        assert sorted(game.entrants[seat] for game in games) == list(range(seats))
    for game in games:
        assert sorted(game.entrants) == list(range(seats))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_invariant_4_a_full_pass_balances_neighbours(seats: int) -> None:
    pairs = Counter((game[seat], game[(seat + 1) % seats]) for game in full_pass(seats) for seat in range(seats))
    assert len(pairs) == seats * (seats - 1)
    assert len(set(pairs.values())) == 1


@pytest.mark.parametrize(("seats", "games"), [(2, 2), (3, 6), (4, 24), (5, 20), (6, 60)])
def test_section_3_length_of_a_full_pass(seats: int, games: int) -> None:
    assert len(full_pass(seats)) == games


def test_section_3_four_seats_balance_who_sits_opposite() -> None:
    opposite = Counter(frozenset((game[seat], game[seat + 2])) for game in full_pass(4) for seat in (0, 1))
    assert len(opposite) == 6
    assert len(set(opposite.values())) == 1


def test_section_3_position_j_sits_in_seat_j_plus_r() -> None:
    order = circular_orders(5)[1]
    for turn, game in enumerate(solo_block(5, block=1)):
        assert all(game.entrants[(at + turn) % 5] == entrant for at, entrant in enumerate(order))


def test_blocks_take_the_orders_cyclically() -> None:
    assert solo_block(4, block=6) == solo_block(4, block=0)
    assert solo_block(4, block=7) == solo_block(4, block=1) != solo_block(4, block=0)


@given(numbers)
def test_partners_sit_opposite_and_every_bot_holds_every_seat(block: int) -> None:
    games = two_pairs_block(block)
    assert len(games) == 4
    for game in games:
        assert {frozenset(game.entrants[0::2]), frozenset(game.entrants[1::2])} == {
            frozenset((0, 1)),
            frozenset((2, 3)),
        }
    for seat in range(4):
        assert sorted(game.entrants[seat] for game in games) == [0, 1, 2, 3]


@given(numbers)
def test_four_single_bots_hold_every_seat_in_every_block(block: int) -> None:
    games = four_singles_block(block)
    for seat in range(4):
        assert sorted(game.entrants[seat] for game in games) == [0, 1, 2, 3]


def test_four_single_bots_play_all_three_partnerships_one_after_another() -> None:
    partnerships = [
        {frozenset(frozenset(game.entrants[side::2]) for side in (0, 1)) for game in four_singles_block(block)}
        for block in range(6)
    ]
    assert all(len(block) == 1 for block in partnerships)
    first, second, third = partnerships[:3]
    assert len(first | second | third) == 3
    assert partnerships[3:] == partnerships[:3]
    assert four_singles_block(3) != four_singles_block(0)


def test_the_next_block_swaps_which_opponent_sits_after_whom() -> None:
    assert two_pairs_block(0)[0].entrants == (0, 2, 1, 3)
    assert two_pairs_block(1)[0].entrants == (0, 3, 1, 2)
    assert two_pairs_block(2) == two_pairs_block(0)


@given(numbers, st.sampled_from([(2, 6), (3, 9)]))
def test_everybody_is_the_single_side_in_every_seat_once(block: int, size: tuple[int, int]) -> None:
    entrants, count = size
    games = single_against_pair_block(block, entrants)
    assert len(games) == count
    singles = []
    for game in games:
        assert game.single_seat is not None
        single = game.entrants[game.single_seat]
        singles.append((single, game.single_seat))
        assert game.entrants.count(single) == 1
    assert sorted(singles) == [(entrant, seat) for entrant in range(entrants) for seat in range(3)]
    holdings = Counter((entrant, seat) for game in games for seat, entrant in enumerate(game.entrants))
    assert len(set(holdings.values())) == 1


def test_two_blocks_of_one_against_two_balance_neighbours() -> None:
    games = [game.entrants for block in (0, 1) for game in single_against_pair_block(block, 3)]
    pairs = Counter((game[seat], game[(seat + 1) % 3]) for game in games for seat in range(3))
    assert len(set(pairs.values())) == 1


def test_section_3_a_deal_seed_is_a_plain_hash_that_anyone_can_check() -> None:
    assert deal_seed(SECRET, "round-3", 12) == hashlib.sha256(f"{SECRET}|round-3|12".encode()).digest()
    assert secret_commitment(SECRET) == hashlib.sha256(SECRET.encode()).hexdigest()


@given(
    st.tuples(st.sampled_from(["m1", "m11", "r1"]), numbers), st.tuples(st.sampled_from(["m1", "m11", "r1"]), numbers)
)
def test_different_deals_have_different_seeds(one: tuple[str, int], other: tuple[str, int]) -> None:
    assert (deal_seed(SECRET, *one) == deal_seed(SECRET, *other)) == (one == other)


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_it_refuses_tables_that_have_no_rotation(seats: int) -> None:
    with pytest.raises(BlockError, match="2 to 6 seats"):
        solo_block(seats, 0)


def test_it_refuses_a_block_before_the_first() -> None:
    for layout in (two_pairs_block, single_against_pair_block):
        with pytest.raises(BlockError, match="numbered from 0"):
            layout(-1)
    with pytest.raises(BlockError, match="numbered from 0"):
        solo_block(4, -1)


def test_it_refuses_four_bots_in_one_against_two() -> None:
    with pytest.raises(BlockError, match="two or three entrants"):
        single_against_pair_block(0, entrants=4)


@pytest.mark.parametrize(("secret", "scope", "index"), [
    ("short", "m1", 0), (SECRET + "|", "m1", 0), (SECRET, "", 0), (SECRET, "m|1", 0), (SECRET, "m1", -1),
])  # fmt: skip
def test_it_refuses_secrets_and_scopes_that_could_be_guessed_or_confused(secret: str, scope: str, index: int) -> None:
    with pytest.raises(BlockError):
        deal_seed(secret, scope, index)


def test_it_refuses_to_commit_to_a_guessable_secret() -> None:
    with pytest.raises(BlockError, match="32 characters"):
        secret_commitment("short")


def test_examples_run() -> None:
    result = doctest.testmod(blocks)
    assert result.attempted > 0
    assert result.failed == 0
