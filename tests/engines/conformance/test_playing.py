"""An ordinary run of the suite looks at many different games, and at the same ones each time."""

from engines.transcript import fingerprint
from tests.engines.conformance.conftest import all_slugs
from tests.engines.conformance.playing import mixed, moments, start, with_seeds

drawn: list[int] = []


@with_seeds(4)
def draw_one(seed: int) -> None:
    drawn.append(seed)


@with_seeds(4)
def draw_another(seed: int) -> None:
    drawn.append(seed)


def test_every_test_draws_seeds_of_its_own() -> None:
    drawn.clear()
    draw_one()
    first = drawn[:]
    draw_another()
    assert len(set(first)) >= 4
    assert not set(first) & set(drawn[len(first) :])
    assert 0 not in drawn


def test_a_seed_means_another_game_in_every_variant() -> None:
    slugs = all_slugs()
    assert len({mixed(slug, 0) for slug in slugs}) == len(slugs)
    assert len({fingerprint(start(slug, 0)) for slug in slugs}) == len(slugs)


def test_the_moments_of_a_game_are_different_states(slug: str) -> None:
    states = moments(slug, 8, 25)
    assert len({fingerprint(state) for state in states}) == len(states)
