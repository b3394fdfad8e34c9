"""The line as one seat could see it: mean chances over worlds that agree with what the seat knew at each moment."""

from math import ceil
from random import Random

from bots.house.rollouts import RolloutJudge, judge_of
from bots.house.values import chances, result_shares
from engines import State
from engines import variant as find_variant
from referee.analysis.line import MOST_PLAYED_ON, Chances, judged, mean_of
from referee.replay import Replay
from referee.verify import first_state

WORLDS = 12
"""Each position is judged in so many: the line of a seat costs so many times that of all cards."""


def seat_line(replay: Replay, seat: int) -> list[Chances]:
    """After 0, 1, 2, ... actions, per side. Once the game is over everybody knows the result."""
    variant = find_variant(replay.variant)
    judge = judge_of(variant.slug)
    is_quick = not isinstance(judge, RolloutJudge)
    worlds = WORLDS if is_quick else 1
    stride = 1 if is_quick else ceil((len(replay.actions) + 1) / MOST_PLAYED_ON)
    rng = Random(f"seat {seat}|{judge.version}|{replay.transcript_hash}")
    imagined: list[State] = []
    state = first_state(replay).clone()
    for at, action in enumerate((None, *replay.actions)):
        if action is not None:
            state.play(action.seat, action.action)
        if at % stride == 0 and at < len(replay.actions):
            imagined += [state.resample(seat, rng) for _ in range(worlds)]
    rows = judged(variant, judge, imagined)
    means = [mean_of(rows[at : at + worlds]) for at in range(0, len(rows), worlds)]
    result = chances(variant, result_shares(variant, replay.ranks))
    return [*(means[at // stride] for at in range(len(replay.actions))), result]
