"""Decisions that cost a side the most, judged from what its seat knew.

All decisions are sieved (``referee.analysis.sieve``). The few that look worst are then played on by the expert, chosen
action and better one in the same worlds, and only a difference that is large and sure is called a mistake. The worlds
that choose the better action are not those that measure it: else the luckiest candidate would look better than it is.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from random import Random
from typing import Any

from bots.house.rollouts import RolloutJudge
from bots.house.values import chances, fitted_judge
from engines import State
from engines import variant as find_variant
from engines.house import House
from engines.registry import game as find_game
from engines.variants import Variant
from referee.analysis.sieve import Decision, Sieve, in_one_world
from referee.replay import Replay
from referee.verify import first_state
from referee.words import t

Progress = Callable[[int, int], None]
"""Is told how many of how many parts are done."""

LEAST_LOSS = 0.05
LEAST_ERRORS = 3.0
"""A mistake costs at least so much, and so many standard errors. Below, other worlds tell another story."""
JUDGED = 6
"""Decisions that are played on."""
CHOOSING_WORLDS = 24
"""For each of three rivals: together a fifth of what the measuring takes."""
LEAST_WORLDS, MOST_WORLDS = 256, 512
"""What is shown was measured in so many: what is clear needs fewer."""
MARGIN = 2.0
"""Standard errors by which a mistake lies above both limits. One that just reaches them falls below them in every other
independent run; with the margin nine in ten stay above (``benchmarks.analysis mistakes``)."""
BATCH = 64
"""Worlds between two looks."""
HOPELESS = 2.0
"""A comparison is given up when what it lacks is more than so many standard errors of what is still to come."""
METHOD = 2
"""Part of the name under which mistakes are kept: raise it when others would be found."""
SALT = "mistakes"
"""Another one measures the same decisions in other worlds."""


class MistakesError(ValueError):
    """Decisions of this game cannot be judged, with a sentence that says why."""


@dataclass(frozen=True)
class Mistake:
    """A decision with a better one beside it."""

    step: int
    """Actions played before it: the decision that comes next in the frames of the replay."""
    seat: int
    decision: str
    played: int
    better: int
    played_name: str
    better_name: str
    chance: float
    """To win with the action that was played, from what the seat knew..."""
    loss: float
    """...and how much less that is than with the better one."""
    error: float
    """Standard error of the loss."""


def mistakes_of(replay: Replay, progress: Progress = lambda done, total: None, salt: str = SALT) -> list[Mistake]:
    """The biggest first. Raises ``MistakesError``, ``EngineError`` or ``ValuesError``."""
    variant = find_variant(replay.variant)
    house = find_game(variant.game).policies()
    refuse_unless_judged(variant)
    worst = Sieve(replay, variant, house).worst(JUDGED)
    found = []
    for done, decision in enumerate(worst):
        progress(done, len(worst))
        rng = Random(f"{salt}|{replay.transcript_hash}|{decision.step}")
        mistake = _measured(decision, variant, house, rng)
        if mistake is not None:
            found.append(mistake)
    progress(len(worst), len(worst))
    return sorted(found, key=lambda mistake: -mistake.loss)


def refuse_unless_judged(variant: Variant) -> None:
    """Raises ``MistakesError`` where the house does not play well enough to say what is better."""
    game = find_game(variant.game)
    house = game.policies()
    if house.expert is None:
        raise MistakesError(t("{game} has no expert to judge its decisions.", game=game.title))
    if house.insight is not None and not house.insight.judges_decisions:
        raise MistakesError(
            t("Decisions of {game} are not judged: the expert is not sure enough to find mistakes.", game=game.title)
        )
    if fitted_judge(variant.slug) is None:
        raise MistakesError(
            t("No values are fitted for {variant}, so its decisions cannot be sieved.", variant=variant.slug)
        )


def _measured(decision: Decision, variant: Variant, house: House, rng: Random) -> Mistake | None:
    judge = RolloutJudge(variant, house)
    trial = _Trial(decision.state, decision.seat, variant, judge, rng)
    better = trial.best_of(decision.rivals)
    measured = compare(lambda: trial.in_one_world([decision.action, better]))
    if measured is None:
        return None
    chance, loss, error = measured
    name = decision.state.action_name
    return Mistake(
        decision.step,
        decision.seat,
        decision.state.decision(),
        decision.action,
        better,
        name(decision.action),
        name(better),
        round(chance, 3),
        round(loss, 3),
        round(error, 3),
    )


def compare(in_one_world: Callable[[], Sequence[float]]) -> tuple[float, float, float] | None:
    """Chance of what was played, its loss, and the standard error of that, as soon as they are clear; None: nothing
    that would be shown again. Asks for as many worlds as it takes: what each action, played and better, is worth."""
    chances_to_win: list[float] = []
    differences: list[float] = []
    while len(differences) < MOST_WORLDS:
        for _world in range(BATCH):
            own, other = in_one_world()
            chances_to_win.append(own)
            differences.append(other - own)
        loss, error = mean_and_error(differences)
        in_the_end = error * sqrt(len(differences) / MOST_WORLDS)
        if loss + HOPELESS * sqrt(error**2 - in_the_end**2) < least_loss(in_the_end, MARGIN):
            return None
        if len(differences) >= LEAST_WORLDS and is_mistake(loss, error, MARGIN):
            return mean_and_error(chances_to_win)[0], loss, error
    return None


def is_mistake(loss: float, error: float, margin: float = 0.0) -> bool:
    """Whether a loss lies above both limits, by so many standard errors more."""
    return loss >= least_loss(error, margin)


def least_loss(error: float, margin: float) -> float:
    return max(LEAST_LOSS + margin * error, (LEAST_ERRORS + margin) * error)


def measured_anew(replay: Replay, mistake: Mistake, salt: str) -> tuple[float, float]:
    """Loss and its standard error of a mistake that was found, in worlds that had no part in finding it."""
    variant = find_variant(replay.variant)
    house = find_game(variant.game).policies()
    state = first_state(replay).clone()
    for action in replay.actions[: mistake.step]:
        state.play(action.seat, action.action)
    rng = Random(f"{salt}|{replay.transcript_hash}|{mistake.step}")
    trial = _Trial(state, mistake.seat, variant, RolloutJudge(variant, house), rng)
    pair = [mistake.played, mistake.better]
    wins = [trial.in_one_world(pair) for _world in range(MOST_WORLDS)]
    return mean_and_error([better - played for played, better in wins])


class _Trial:
    """Tries actions of one decision in imagined worlds, and lets the expert play on."""

    def __init__(self, state: State, seat: int, variant: Variant, judge: RolloutJudge, rng: Random) -> None:
        self._state = state
        self._seat = seat
        self._variant = variant
        self._side = variant.side_of(seat)
        self._judge = judge
        self._rng = rng

    def best_of(self, actions: Sequence[int]) -> int:
        totals = dict.fromkeys(actions, 0.0)
        if len(actions) > 1:
            for _world in range(CHOOSING_WORLDS):
                for action, won in zip(actions, self.in_one_world(actions), strict=True):
                    totals[action] += won
        return max(actions, key=lambda action: totals[action])

    def in_one_world(self, actions: Sequence[int]) -> list[float]:
        """Whether the side wins after each action, in the same world."""
        reached = in_one_world(self._state, self._seat, actions, self._rng)
        return [chances(self._variant, self._judge.play_on(after, self._rng))[self._side] for after in reached]


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Mean and its standard error."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, sqrt(spread / len(values))


def as_json(mistakes: Sequence[Mistake]) -> list[dict[str, Any]]:
    return [asdict(mistake) for mistake in mistakes]
