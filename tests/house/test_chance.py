"""All chance of a house bot comes from its seed."""

import pytest

from bots.house.registry import create, names
from engines import Deal, new_game
from tests.house.table import bots_for, play, request_for
from tests.slugs import SMALLEST


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("slug", SMALLEST)
def test_the_same_seed_gives_the_same_game(slug: str, name: str) -> None:
    first = play(slug, bots_for(slug, [name, "greedy"]), decisions=60)
    second = play(slug, bots_for(slug, [name, "greedy"]), decisions=60)
    assert first[1] == second[1]


def test_another_seed_gives_another_game() -> None:
    first = play("karma-2", bots_for("karma-2", ["random"] * 2, b"one"), decisions=60)
    second = play("karma-2", bots_for("karma-2", ["random"] * 2, b"two"), decisions=60)
    assert first[1] != second[1]


@pytest.mark.parametrize("name", ["greedy", "expert", "search"])
def test_asked_twice_it_answers_the_same(name: str) -> None:
    state = new_game("karma-2", Deal.from_text("twice"))
    bot = create(name, "karma-2", b"seed")
    assert bot.choose(request_for(state, 0)) == bot.choose(request_for(state, 0))


@pytest.mark.parametrize("slug", SMALLEST)
@pytest.mark.parametrize("name", ["greedy", "expert"])
def test_hidden_cards_do_not_matter(slug: str, name: str) -> None:
    """The policies look at nothing that their seat does not know: other guesses at it, same choice."""
    state, _ = play(slug, bots_for(slug, ["greedy"] * 2), decisions=25)
    seat = state.actor()
    request = request_for(state, seat, 26)
    assert len({create(name, slug, bytes([guess])).choose(request) for guess in range(8)}) == 1
