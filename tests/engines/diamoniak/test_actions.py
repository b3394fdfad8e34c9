"""Action ids, their names and their JSON."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from engines.diamoniak import ENGINE, actions, payments, position
from engines.diamoniak.cards import COPIES, DIAMOND, FAIRY, PARTS
from engines.errors import IllegalActionError
from tests.engines.diamoniak.helpers import options


@pytest.mark.parametrize(
    ("action", "name"),
    [
        (0, "draw"),
        (1, "stop"),
        (2, "use fairy"),
        (3, "pay"),
        (4, "buy R1 from seat 0"),
        (27, "buy G6 from seat 0"),
        (28, "buy R1 from seat 1"),
        (99, "buy G6 from seat 3"),
        (100, "pay R1 R2 R3"),
        (2747, "pay G6 F F"),
        (2748, "pay D D D"),
        (2751, "pay F F F"),
    ],
)
def test_ids_of_rules_version_1_never_move(action: int, name: str) -> None:
    assert ENGINE.rules_version == 1
    assert actions.action_name(action) == name


def test_every_id_has_its_own_name_and_json() -> None:
    count = ENGINE.action_count
    assert count == 2752
    assert len({actions.action_name(action) for action in range(count)}) == count
    assert len({str(actions.action_json(action)) for action in range(count)}) == count


def test_payments_are_all_threes_that_a_seat_can_own() -> None:
    twice = (DIAMOND, FAIRY)
    assert [
        (a, b, c)
        for a in range(FAIRY + 1)
        for b in range(a if a in twice else a + 1, FAIRY + 1)
        for c in range(b if b in twice else b + 1, FAIRY + 1)
    ] == payments.PAYMENTS


@pytest.mark.parametrize("action", [-1, 2752, 10**9])
def test_a_number_that_is_no_action_is_refused(action: int) -> None:
    with pytest.raises(IllegalActionError, match="Actions of Diamoniak are 0 to 2751"):
        actions.action_name(action)
    with pytest.raises(IllegalActionError, match=f"There is no action {action}"):
        actions.action_json(action)


def test_json_says_what_the_name_says() -> None:
    assert actions.action_json(actions.buy_id(1, 1)) == {"type": "buy", "seller": 1, "card": "R2"}
    assert actions.action_json(payments.payment_id(0, 24, 24)) == {"type": "pay", "cards": ["R1", "D", "D"]}
    kinds = [actions.action_json(action)["type"] for action in range(4)]
    assert kinds == ["draw", "stop", "fairy", "pay"]


def test_equal_cards_do_not_multiply_payments() -> None:
    state = position("diamoniak-2", castles=["R1"], reserves=["D " * 20 + "F F F"], next="W")
    state.apply(actions.DRAW)
    state.apply(actions.PAY)
    assert options(state) == [
        "pay R1 D D",
        "pay R1 D F",
        "pay R1 F F",
        "pay D D D",
        "pay D D F",
        "pay D F F",
        "pay F F F",
    ]


def test_payments_are_the_different_threes_of_the_real_cards() -> None:
    rng = Random(5)
    for _ in range(200):
        owned = sorted(
            rng.sample([kind for kind in range(FAIRY + 1) for _copy in range(COPIES[kind])], rng.randint(3, 14))
        )
        expected = sorted({payments.payment_id(*three) for three in combinations(owned, 3)})
        parts = [card for card in owned if card < PARTS]
        assert payments.payment_ids(parts, owned.count(DIAMOND), owned.count(FAIRY)) == expected
        for action in expected:
            assert not Counter(payments.payment_of(action)) - Counter(owned)
