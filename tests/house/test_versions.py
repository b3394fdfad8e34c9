"""What a house bot once was it stays: ladders and tournaments hold older versions."""

import hashlib

import pytest

from bots.house.registry import create, names, versions
from engines import Deal, new_game
from tests.house.table import request_for


def played(slug: str, version: int) -> str:
    """A fingerprint of the beginning of a game among search bots of one version."""
    state = new_game(slug, Deal.from_text("first version"))
    bots = [create("search", slug, bytes([seat]), version) for seat in range(state.variant.seats)]
    actions: list[int] = []
    while not state.is_over() and len(actions) < 40:
        seat = state.actor()
        actions.append(bots[seat].choose(request_for(state, seat, len(actions) + 1, decision_ms=300)))
        state.play(seat, actions[-1])
    return hashlib.sha256(str(actions).encode()).hexdigest()[:16]


# Karma's is of version 2 of its rules: a seat without a choice is asked there, and cards are imagined in another order.
@pytest.mark.parametrize(
    ("slug", "fingerprint"),
    [("karma-3", "64c6f3e43c150586"), ("karmaka-2", "313edc9097e038e6"), ("diamoniak-2", "8f994fefb5ca67d7")],
)
def test_the_first_version_of_search_plays_as_it_did_before_it_grew_trees(slug: str, fingerprint: str) -> None:
    assert played(slug, 1) == fingerprint
    assert played(slug, 2) != fingerprint


def test_every_house_bot_has_a_first_version_and_the_newest_is_the_last() -> None:
    assert {name: versions(name)[0] for name in names()} == dict.fromkeys(names(), 1)
    assert all(versions(name) == sorted(versions(name)) for name in names())


def test_a_version_that_never_was_is_refused_with_those_that_are() -> None:
    with pytest.raises(KeyError, match="no version 9 of the house bot 'search', only 1, 2"):
        create("search", "karma-2", b"seed", 9)
