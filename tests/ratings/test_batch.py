"""The batch fit: reference numbers, teams and roles, anchors, and what it refuses."""

import math
from typing import Any

import pytest

from engines.variants import RankPolicy
from referee.ratings.errors import FitError, RatingInputError
from referee.ratings.fit.batch import BatchFit, fit
from referee.ratings.games import Entrant, RatedGame
from tests.ratings.tools import FIRST, FULL, LAST, duels, pod, simulated

THREE = duels(("A", "B", 15, 5), ("B", "C", 15, 5), ("A", "C", 18, 2))
POD = {"A": 12, "B": 6, "C": 4, "D": 2}


def around_zero(found: BatchFit) -> dict[Entrant, float]:
    return {line.entrant: round(line.rating - 1500, 4) for line in found.ratings}


@pytest.mark.parametrize("policy", list(RankPolicy))
def test_three_bots_are_fitted_without_penalty(policy: RankPolicy) -> None:
    games = [game._replace(policy=policy) for game in THREE]
    assert around_zero(fit(games, alpha=0)) == {"A": 190.8485, "B": 0.0, "C": -190.8485}


def test_the_default_penalty_draws_three_bots_together() -> None:
    assert around_zero(fit(THREE)) == {"A": 185.8657, "B": 0.0, "C": -185.8657}


@pytest.mark.parametrize(("policy", "sign"), [(FIRST, 1), (LAST, -1)])
def test_a_pod_of_four_is_fitted_by_its_shares(policy: RankPolicy, sign: int) -> None:
    """Printed as 155.6302 and 35.2183; exactly they are 200 log10(6) = 155.63025 and 200 log10(1.5) = 35.21825."""
    found = fit(pod(POD, policy), alpha=0)
    ratings = [sign * (found[name].rating - 1500) for name in "ABCD"]
    assert ratings == pytest.approx([155.6302, 35.2183, -35.2183, -155.6302], abs=1e-4)
    outer, inner = 200 * math.log10(6), 200 * math.log10(1.5)
    assert ratings == pytest.approx([outer, inner, -inner, -outer], abs=1e-9)


@pytest.mark.parametrize("policy", [FIRST, LAST])
def test_a_difference_has_the_standard_error_of_its_counts(policy: RankPolicy) -> None:
    difference = fit(pod(POD, policy), alpha=0).difference("A", "B")
    own_share = 4 / 24 / 3  # every game told a 24th of four ratings in three comparisons, and the fit followed it
    assert round(difference.standard_error * math.sqrt(1 - own_share), 2) == 86.86


def test_tied_winners_share_the_win() -> None:
    tied = [RatedGame.solo(FIRST, "ABC", [1, 1, 3])] * 2
    apart = [RatedGame.solo(FIRST, "ABC", [1, 2, 2]), RatedGame.solo(FIRST, "ABC", [2, 1, 2])]
    rest = [RatedGame.solo(FIRST, "ABC", [2, 2, 1])]
    assert around_zero(fit(tied + rest)) == around_zero(fit(apart + rest))


def test_a_tie_in_a_full_order_is_the_average_of_both_orders() -> None:
    tied = [RatedGame.solo(FULL, "ABCD", [1, 2, 2, 4])] * 2
    apart = [RatedGame.solo(FULL, "ABCD", [1, 2, 3, 4]), RatedGame.solo(FULL, "ABCD", [1, 3, 2, 4])]
    assert around_zero(fit(tied)) == around_zero(fit(apart))


def test_a_fault_game_counts_as_a_lost_last_loses_game() -> None:
    faults = [RatedGame.solo(FIRST, "ABCD", [1, 2, 2, 4], fault=True)] * 3 + pod(POD, FIRST)
    losses = [RatedGame.solo(LAST, "ABCD", [1, 1, 1, 4])] * 3 + pod(POD, FIRST)
    assert fit(faults) == fit(losses)


def test_a_perfect_record_stays_finite_with_a_penalty() -> None:
    found = fit(duels(("A", "B", 50, 0)))
    assert 1500 < found["A"].rating < 2200


def test_a_perfect_record_has_no_fit_without_one() -> None:
    with pytest.raises(FitError, match="alpha above 0"):
        fit(duels(("A", "B", 50, 0)), alpha=0)


# -- teams and roles ----------------------------------------------------------------------------------------------


def pairs(*results: tuple[str, str, int, int]) -> list[RatedGame]:
    games = []
    for one, other, wins, losses in results:
        sides = (tuple(one), tuple(other))
        games += [RatedGame(FIRST, sides, (1, 2))] * wins + [RatedGame(FIRST, sides, (2, 1))] * losses
    return games


def test_a_pair_is_worth_the_mean_of_its_members() -> None:
    found = fit(pairs(("ab", "cd", 30, 10), ("ac", "bd", 25, 15), ("ad", "bc", 20, 20)), alpha=0)
    lead = [found[name].rating for name in "abcd"]
    mean = [(lead[0] + lead[1] - lead[2] - lead[3]) / 2, (lead[0] + lead[2] - lead[1] - lead[3]) / 2]
    assert mean == pytest.approx([400 * math.log10(3), 400 * math.log10(25 / 15)])
    assert lead[0] + lead[3] == pytest.approx(lead[1] + lead[2])


def test_one_bot_in_both_seats_of_a_pair_is_worth_itself() -> None:
    found = fit([RatedGame(FIRST, (("x",), ("y", "y")), (1, 2))] * 3 + [RatedGame(FIRST, (("x",), ("y", "y")), (2, 1))])
    solo = fit(duels(("x", "y", 3, 1)))
    assert around_zero(found) == around_zero(solo)
    assert found["y"].games == 4


def wolf_games(x_alone: tuple[int, int], y_alone: tuple[int, int]) -> list[RatedGame]:
    games = []
    for single, other, (wins, losses) in (("x", "y", x_alone), ("y", "x", y_alone)):
        sides = ((single,), (other, other))
        games += [RatedGame(FIRST, sides, (1, 2), roles=("single", ""))] * wins
        games += [RatedGame(FIRST, sides, (2, 1), roles=("single", ""))] * losses
    return games


def test_a_role_offset_is_told_apart_from_strength() -> None:
    found = fit(wolf_games((30, 10), (20, 20)), alpha=0)
    # log-odds of the single side: 3:1 for x, 1:1 for y; role = their mean, strength = half their distance.
    assert found.roles[0].offset == pytest.approx(200 * math.log10(3))
    assert found.difference("x", "y").points == pytest.approx(200 * math.log10(3))
    assert found.roles[0].standard_error > 0


def test_a_role_that_always_wins_stays_finite_with_a_penalty() -> None:
    found = fit(wolf_games((10, 0), (10, 0)))
    assert 0 < found.roles[0].offset < 2000
    assert found["x"].rating == pytest.approx(found["y"].rating)


def test_a_role_that_always_wins_has_no_fit_without_one() -> None:
    with pytest.raises(FitError, match="alpha above 0"):
        fit(wolf_games((10, 0), (10, 0)), alpha=0)


def test_partners_that_never_part_cannot_be_told_apart_without_a_penalty() -> None:
    with pytest.raises(FitError, match="partners"):
        fit(pairs(("ab", "cd", 30, 10)), alpha=0)


def test_partners_that_never_part_share_their_strength_with_a_penalty() -> None:
    found = fit(pairs(("ab", "cd", 30, 10)))
    assert found["a"].rating == pytest.approx(found["b"].rating)
    assert found["a"].rating > found["c"].rating


# -- anchors ------------------------------------------------------------------------------------------------------


def test_the_mean_of_the_anchors_is_their_published_mean() -> None:
    found = fit(THREE, {"A": 1800.0, "C": 1300.0})
    assert (found["A"].rating + found["C"].rating) / 2 == pytest.approx(1550)


def test_a_sole_anchor_has_no_uncertainty_and_the_others_are_measured_against_it() -> None:
    found = fit(THREE, {"B": 1500.0})
    assert found["B"].standard_error == pytest.approx(0, abs=1e-6)
    assert found["A"].standard_error == pytest.approx(found.difference("A", "B").standard_error)
    from scipy.stats import t

    assert found["A"].margin == pytest.approx(t.ppf(0.975, 4.0 * found["A"].evidence) * found["A"].standard_error)
    assert 33.0 < found["A"].evidence < 37.0, "of 40 blocks, each a part of which the fit took"


def test_entrants_without_a_chain_of_games_to_an_anchor_are_unrated() -> None:
    found = fit(THREE + duels(("X", "Y", 3, 2)), {"B": 1500.0})
    assert found.unrated == ("X", "Y")
    assert found.ratings == fit(THREE, {"B": 1500.0}).ratings


def test_two_groups_with_anchors_of_their_own_are_measured_against_those() -> None:
    found = fit(THREE + duels(("X", "Y", 3, 2)), {"B": 1500.0, "Y": 1700.0})
    assert found["Y"].rating == pytest.approx(1700)
    assert found["B"].rating == pytest.approx(1500)
    apart = found.difference("X", "A").standard_error
    assert apart == pytest.approx(math.hypot(found["X"].standard_error, found["A"].standard_error))


def test_an_anchor_without_games_does_not_count() -> None:
    assert fit(THREE, {"B": 1500.0, "absent": 9000.0}).ratings == fit(THREE, {"B": 1500.0}).ratings


def test_anchors_of_another_pool_leave_everybody_unrated() -> None:
    found = fit(THREE, {"absent": 1500.0})
    assert found.ratings == ()
    assert found.unrated == ("A", "B", "C")


def test_no_games_give_no_ratings() -> None:
    assert fit([], {"a": 1500.0}).ratings == fit([]).ratings == ()


def test_games_and_blocks_are_counted() -> None:
    games = [game._replace(block=f"b{number // 2}") for number, game in enumerate(duels(("A", "B", 3, 3)))]
    found = fit(games + duels(("A", "C", 1, 0)))
    assert [(found[name].games, found[name].blocks) for name in "ABC"] == [(7, 4), (6, 3), (1, 1)]
    assert found["A"].is_provisional


# -- what it refuses ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [-0.1, math.nan, math.inf])
def test_it_refuses_an_impossible_penalty(alpha: float) -> None:
    with pytest.raises(RatingInputError, match="alpha"):
        fit(THREE, alpha=alpha)


def test_it_refuses_an_anchor_at_infinity() -> None:
    with pytest.raises(RatingInputError, match="finite"):
        fit(THREE, {"A": math.inf})


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (RatedGame(FIRST, (("A",), ("B",)), (1, 2, 2)), "one rank per side"),
        (RatedGame(FIRST, (("A",), ()), (1, 2)), "at least one member"),
        (RatedGame(FIRST, (("A",), ("B",)), (1, 2), roles=("single",)), "Give a role to each"),
        (RatedGame(FIRST, (("A",), ("A",)), (1, 2)), "against itself"),
        (RatedGame(FIRST, (("A", "B"), ("C", "A")), (1, 2)), "against itself"),
        (RatedGame(FIRST, (("A",), ("B",)), (1, 3)), "no competition ranking"),
    ],
)
def test_it_refuses_an_impossible_game_wherever_it_stands(game: RatedGame, sentence: str) -> None:
    with pytest.raises(RatingInputError, match=sentence):
        fit([game, *THREE])
    with pytest.raises(RatingInputError):
        fit([*THREE, game])


def test_it_refuses_to_look_up_an_unrated_entrant() -> None:
    with pytest.raises(RatingInputError, match="no rating"):
        fit(THREE)["Z"]


@pytest.mark.parametrize("field", ["ranks", "roles"])
def test_it_refuses_lists_where_tuples_belong(field: str) -> None:
    wrong: Any = {field: [1, 2]}
    game = RatedGame(FIRST, (("A",), ("B",)), (1, 2))._replace(**wrong)
    with pytest.raises(RatingInputError, match="are tuples"):
        fit([*THREE, game])


# -- what replaying deals gains -----------------------------------------------------------------------------------


def test_replaying_deals_gains_when_luck_is_shared_and_nothing_when_it_is_not() -> None:
    lucky = fit(simulated([0.0] * 6, 600, 2, FIRST, seed=1, luck=2.0)).gain
    plain = fit(simulated([0.0] * 6, 600, 2, FIRST, seed=1)).gain
    assert lucky is not None
    assert plain is not None
    assert lucky > 1.5
    assert plain == pytest.approx(1.0, abs=0.1)


def test_games_that_repeat_each_other_are_worth_less_than_one() -> None:
    once = simulated([0.0] * 6, 300, 2, FIRST, seed=1)
    gain = fit(once + once).gain
    assert gain is not None
    assert gain == pytest.approx(0.5, abs=0.06)


def test_without_a_game_there_is_no_gain() -> None:
    assert fit([]).gain is None
