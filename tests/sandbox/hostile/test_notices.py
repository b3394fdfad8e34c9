"""What two jails share tells neither of them anything about the other."""

import pytest

from tests.sandbox.hostile.notices import OPEN, PLAIN, WAYS, WORDS
from tests.sandbox.hostile.told import Told, told_by

heard = told_by("tests.sandbox.hostile.notices")
CHANCE = 0.85
"""The best threshold for bits that did not come through gets some 60 to 70 of a hundred right by chance."""


@pytest.mark.parametrize("between", ["seats", "games"])
@pytest.mark.parametrize("start", ["warm", "cold"])
def test_no_bits_come_through(heard: Told, start: str, between: str) -> None:
    told = [one for one in heard if one["start"] == start and one["between"] == between]
    tried = {(one["writer"], one["reader"]) for one in told}
    assert tried == set(WAYS) | (set(WORDS) if between == "seats" else set())
    closed = [one for one in told if (one["writer"], one["reader"]) not in OPEN]
    assert [one for one in closed if not one["refused"] and one["right"] > CHANCE * one["bits"]] == []
    # The board itself works: plain reading is refused to nobody.
    assert not any(one["refused"] for one in told if (one["writer"], one["reader"]) in PLAIN)
