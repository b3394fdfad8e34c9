"""Every house bot plays every variant to the end; ``State.play`` refuses whatever is not legal."""

import pytest

from bots.house.registry import names
from engines import variant
from engines.registry import variants
from tests.house.table import bots_for, play, request_for
from tests.slugs import SHAPES, SWITCHED

SLUGS = [each.slug for each in variants()]


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("slug", SLUGS)
def test_it_plays_a_whole_game(slug: str, name: str) -> None:
    seats = variant(slug).seats
    state, _ = play(slug, bots_for(slug, [name, *["greedy"] * (seats - 1)]))
    assert state.is_over()


@pytest.mark.parametrize("slug", SWITCHED)
def test_they_play_with_other_switches_too(slug: str) -> None:
    state, _ = play(slug, bots_for(slug, ["expert", "search", "greedy"]))
    assert state.is_over()


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("slug", SHAPES)
def test_it_takes_over_a_seat_half_way(slug: str, name: str) -> None:
    seats = variant(slug).seats
    state, _ = play(slug, bots_for(slug, ["greedy"] * seats), decisions=30)
    assert not state.is_over()
    seat = state.actor()
    late = bots_for(slug, [name] * seats)[seat]
    assert late.choose(request_for(state, seat, 31)) in state.legal_actions(seat)
