"""Performance ratings against textbook values and against the fit itself."""

import pytest

from arena.tournaments.planning.performance import MOST_ABOVE, Deciding, Table, performance

POD = (155.6302, 35.2183, -35.2183, -155.6302)
"""24 games of one pod of four with 12, 6, 4 and 2 wins: the published maximum of the likelihood."""


def test_an_even_score_is_the_mean_of_equal_opponents() -> None:
    assert performance([Table((2500.0,), 4.5, 9)]) == pytest.approx(2500)


@pytest.mark.parametrize(("share", "above"), [(0.75, 190.8485), (0.9, 381.6970), (10 / 11, 400.0), (0.25, -190.8485)])
def test_two_players_are_ordinary_elo(share: float, above: float) -> None:
    for deciding in Deciding:
        assert performance([Table((1500.0,), share * 44, 44, deciding)]) == pytest.approx(1500 + above, abs=1e-3)


def test_opponents_of_several_strengths_follow_the_expectation_not_the_mean() -> None:
    found = performance([Table((1900.0,), 0.5, 1), Table((1100.0,), 1.0, 1), Table((1500.0,), 0.5, 1)])
    assert found is not None
    expected = sum(1 / (1 + 10 ** ((other - found) / 400)) for other in (1900, 1100, 1500))
    assert expected == pytest.approx(2.0)


def test_a_perfect_score_is_bounded() -> None:
    assert performance([Table((1500.0,), 9, 9)]) == pytest.approx(1500 + MOST_ABOVE)
    assert performance([Table((1500.0, 1500.0), 0, 9, Deciding.FIRST_WINS)]) == pytest.approx(1500 - MOST_ABOVE)


@pytest.mark.parametrize("place", range(4))
def test_a_pod_that_the_first_wins_agrees_with_the_fit(place: int) -> None:
    wins = (12, 6, 4, 2)[place]
    others = tuple(rating for at, rating in enumerate(POD) if at != place)
    score = wins + (24 - wins) / 3
    assert performance([Table(others, score, 24, Deciding.FIRST_WINS)]) == pytest.approx(POD[place], abs=1e-3)


@pytest.mark.parametrize("place", range(4))
def test_a_pod_that_the_last_loses_agrees_with_the_fit(place: int) -> None:
    losses = (12, 6, 4, 2)[place]
    others = tuple(-rating for at, rating in enumerate(POD) if at != place)
    score = (24 - losses) * 2 / 3
    assert performance([Table(others, score, 24, Deciding.LAST_LOSES)]) == pytest.approx(-POD[place], abs=1e-3)


def test_who_played_nothing_has_none() -> None:
    assert performance([]) is None
    assert performance([Table((1500.0,), 0, 0)]) is None
