"""The batch fit and its intervals against independent libraries.

The large ones are imported where they are used: every worker of a run reads this file, and one runs it.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from openskill.models import BradleyTerryFull, PlackettLuce

from referee.ratings.fit import blocks
from referee.ratings.fit.batch import BatchFit, fit
from referee.ratings.games import RatedGame
from referee.ratings.scale import POINTS_PER_LOGIT
from tests.ratings.tools import FIRST, FULL, LAST, simulated

TRUTH = [0.9, 0.5, 0.3, 0.0, -0.2, -0.6, -0.9]


def logits(found: BatchFit) -> list[float]:
    return [(found[bot].rating - 1500) / POINTS_PER_LOGIT for bot in range(len(TRUTH))]


def seats(game: RatedGame) -> list[int]:
    return [int(side[0]) for side in game.sides]


def decisive(game: RatedGame, rank: int) -> tuple[int, tuple[int, ...]]:
    bots = seats(game)
    chosen = bots[game.ranks.index(rank)]
    return chosen, tuple(bot for bot in bots if bot != chosen)


def centred(parameters: Any) -> list[float]:
    return [float(value) for value in parameters - np.mean(parameters)]


@pytest.mark.parametrize("alpha", [1e-6, 0.1, 2.0])
def test_duels_agree_with_choix(alpha: float) -> None:
    import choix

    games = simulated(TRUTH, 150, 2, FIRST, seed=1)
    wins = [(winner, loser) for winner, (loser,) in (decisive(game, 1) for game in games)]
    assert logits(fit(games, alpha=alpha)) == pytest.approx(
        centred(choix.opt_pairwise(len(TRUTH), wins, alpha=alpha, tol=1e-10)), abs=1e-6
    )


@pytest.mark.parametrize("sides", [3, 4, 6])
def test_first_wins_agrees_with_choix(sides: int) -> None:
    import choix

    games = simulated(TRUTH, 20, sides, FIRST, seed=2)
    reference = choix.opt_top1(len(TRUTH), [decisive(game, 1) for game in games], alpha=0.1, tol=1e-10)
    assert logits(fit(games)) == pytest.approx(centred(reference), abs=1e-6)


@pytest.mark.parametrize("sides", [3, 4, 6])
def test_last_loses_agrees_with_choix_on_losers(sides: int) -> None:
    import choix

    games = simulated(TRUTH, 20, sides, LAST, seed=3)
    losers = [decisive(game, sides) for game in games]
    reference = choix.opt_top1(len(TRUTH), losers, alpha=0.1, tol=1e-10)
    assert logits(fit(games)) == pytest.approx(centred(-reference), abs=1e-6)


@pytest.mark.parametrize("sides", [3, 4, 6])
def test_full_order_agrees_with_choix(sides: int) -> None:
    import choix

    games = simulated(TRUTH, 10, sides, FULL, seed=4)
    rankings = [tuple(bot for _, bot in sorted(zip(game.ranks, seats(game), strict=True))) for game in games]
    reference = choix.opt_rankings(len(TRUTH), rankings, alpha=0.1, tol=1e-10)
    assert logits(fit(games)) == pytest.approx(centred(reference), abs=1e-6)


def clustered_logit(games: list[RatedGame]) -> Any:
    """Logistic regression of "the first side won" on who sat where, bot 0 as the reference."""
    design, won, blocks = np.zeros((len(games), len(TRUTH))), [], []
    for row, game in enumerate(games):
        one, other = seats(game)
        design[row, one], design[row, other] = 1.0, -1.0
        won.append(game.ranks == (1, 2))
        blocks.append(game.block)
    options = {"groups": np.array(blocks), "use_correction": False}
    import statsmodels.api as sm

    model = sm.Logit(np.array(won, dtype=float), design[:, 1:])
    return model.fit(disp=0, cov_type="cluster", cov_kwds=options, tol=1e-12, maxiter=100)


@pytest.mark.parametrize("luck", [0.0, 2.0])
def test_errors_agree_with_clustered_logit_of_statsmodels(luck: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without our correction for few blocks, which that library does not know."""
    monkeypatch.setattr(blocks, "_scale", np.ones_like)
    games = simulated(TRUTH, 400, 2, FIRST, seed=5, luck=luck)
    reference = clustered_logit(games)
    found = fit(games, {0: 1500.0}, alpha=0)
    for bot in range(1, len(TRUTH)):
        assert found[bot].rating - 1500 == pytest.approx(POINTS_PER_LOGIT * reference.params[bot - 1], abs=1e-6)
        assert found[bot].standard_error == pytest.approx(POINTS_PER_LOGIT * reference.bse[bot - 1], rel=1e-6)
    covariance = reference.cov_params()
    between = POINTS_PER_LOGIT * np.sqrt(covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1])
    assert found.difference(1, 2).standard_error == pytest.approx(between, rel=1e-6)


@pytest.mark.parametrize("policy", [FIRST, LAST, FULL])
def test_the_order_of_clearly_different_bots_agrees_with_openskill(policy: Any) -> None:
    games = simulated([1.2, 0.6, 0.0, -0.6, -1.2], 150, 4, policy, seed=6)
    model = BradleyTerryFull()
    skills = [model.rating() for _ in range(5)]
    for game in games:
        bots = seats(game)
        updated = model.rate([[skills[bot]] for bot in bots], ranks=[float(rank) for rank in game.ranks])
        for bot, (skill,) in zip(bots, updated, strict=True):
            skills[bot] = skill
    ours = [line.entrant for line in fit(games).ratings]
    assert ours == sorted(range(5), key=lambda bot: -skills[bot].mu)


@pytest.mark.parametrize(("model", "loss"), [(PlackettLuce, 0.93), (BradleyTerryFull, 7.9)])
def test_a_bayesian_rating_should_not_use_plackett_luce(model: Callable[[], Any], loss: float) -> None:
    rules = model()
    start = [[rules.rating()] for _ in range(4)]
    loser = rules.rate(start, ranks=[1, 1, 1, 4])[3][0]
    assert 25 - loser.mu == pytest.approx(loss, abs=0.05)
