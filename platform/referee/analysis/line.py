"""The line of winning chances of a game, and how much of it each draw and each decision moved.

For every action the chance of a side goes from V(before) to V(after). What came is one of the things that could have
come: the mean of V over the re-dealt alternatives is what the action was worth, so

    luck = V(after) - mean V(alternatives)        decision = mean V(alternatives) - V(before)

and the whole game is: result = start + luck + own decisions + others' decisions (+ a fault, if a bot failed).
Luck has mean zero for every side whatever V is, as long as V was fixed before the game was played: what came and the
alternatives are draws from one distribution, given everything that anybody had seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from random import Random
from typing import Any

from bots.house.rollouts import RolloutJudge, judge_of
from bots.house.values import Judge, chances, result_shares
from engines import State
from engines import variant as find_variant
from engines.registry import game as find_game
from engines.variants import Variant
from referee.analysis.walk import Step, opening, other_openings, steps
from referee.replay import Replay

Json = dict[str, Any]
Chances = list[float]
"""Per side."""

FORMAT = 1
"""Part of the name under which an analysis is kept: raise it when its shape or its way of counting changes."""
BIG = 0.05
"""A swing that is worth telling."""
MOST_MOMENTS = 6
"""For people: among more of them none stands out."""
MOST_PLAYED_ON = 40
"""Positions of a game that are judged where each takes whole games played on; in between the line is level, and luck,
which would take eight times as many, is not told."""


@dataclass(frozen=True)
class Swing:
    """What one action moved, per side."""

    seat: int
    luck: Chances | None
    """None where the action used no chance, or the game does not say what nobody has seen."""
    decision: Chances


@dataclass(frozen=True)
class Line:
    """Chances of every side to win after 0, 1, 2, ... actions; the last entry is the result."""

    variant: Variant
    estimator: str
    knows_luck: bool
    chances: list[Chances]
    deal: Chances
    """Luck of the opening deal."""
    swings: list[Swing]
    fault: Chances
    """What the result differs by because a bot failed; zeros in a game played to its end."""

    @property
    def luck(self) -> Chances:
        """Per side, the deal and all draws together."""
        return _sum([self.deal, *(swing.luck for swing in self.swings if swing.luck is not None)])

    def own(self, side: int) -> float:
        """What a side's own decisions moved for it."""
        seats = self.variant.sides[side]
        return sum(swing.decision[side] for swing in self.swings if swing.seat in seats)

    def others(self, side: int) -> float:
        """What the decisions of its rivals moved for it."""
        seats = self.variant.sides[side]
        return sum(swing.decision[side] for swing in self.swings if swing.seat not in seats)


def line_of(replay: Replay, judge: Judge | None = None) -> Line:
    """Raises ``EngineError`` for a game that cannot be played again, ``ValuesError`` where a package is missing."""
    variant = find_variant(replay.variant)
    judge = judge or judge_of(variant.slug)
    is_quick = not isinstance(judge, RolloutJudge)
    insight = find_game(variant.game).policies().insight if is_quick else None
    rng = Random(f"line|{judge.version}|{replay.transcript_hash}")
    walked = list(steps(replay, insight, rng))
    others = other_openings(replay, rng) if insight else []
    positions = [opening(replay), *(step.state for step in walked)]
    stride = 1 if is_quick else ceil(len(positions) / MOST_PLAYED_ON)
    looked = [*positions[:-1:stride], positions[-1]]
    asked = [*looked, *others, *(world for step in walked for world in step.alternatives)]
    answers = iter(judged(variant, judge, asked))
    seen = [next(answers) for _ in looked]
    line = [*(seen[at // stride] for at in range(len(positions) - 1)), seen[-1]]
    start = mean_of([next(answers) for _ in others]) if others else line[0]
    deal = _minus(line[0], start)
    swings = [_swing(step, before, after, answers) for step, before, after in zip(walked, line, line[1:], strict=False)]
    result = chances(variant, result_shares(variant, replay.ranks))
    fault = _minus(result, line[-1])
    return Line(variant, judge.version, insight is not None, [*line[:-1], result], deal, swings, fault)


def judged(variant: Variant, judge: Judge, states: Sequence[State]) -> list[Chances]:
    """Chances to win; of games that are over, the result."""
    running = [state for state in states if not state.is_over()]
    shares = iter(judge.shares(running))
    return [
        chances(variant, result_shares(variant, state.ranks()) if state.is_over() else next(shares)) for state in states
    ]


def _swing(step: Step, before: Chances, after: Chances, answers: Any) -> Swing:
    if not step.alternatives:
        return Swing(step.seat, None, _minus(after, before))
    expected = mean_of([next(answers) for _ in step.alternatives])
    return Swing(step.seat, _minus(after, expected), _minus(expected, before))


def mean_of(rows: Sequence[Chances]) -> Chances:
    """Per side."""
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def _sum(rows: Sequence[Chances]) -> Chances:
    return [sum(column) for column in zip(*rows, strict=True)]


def _minus(one: Chances, other: Chances) -> Chances:
    return [a - b for a, b in zip(one, other, strict=True)]


# -- as JSON --------------------------------------------------------------------------------------------------


def as_json(line: Line) -> Json:
    """What the page, the API and ``arena analyse`` show. Chances are rounded: the third digit is noise already."""
    sides = range(len(line.variant.sides))
    start = _minus(line.chances[0], line.deal)
    return {
        "format": FORMAT,
        "estimator": line.estimator,
        "variant": line.variant.slug,
        "last_loses": line.variant.rank_policy.value == "last-loses",
        "sides": [list(side) for side in line.variant.sides],
        "chances": [rounded(row) for row in line.chances],
        "totals": [
            {
                "start": round(start[side], 3),
                "luck": round(line.luck[side], 3) if line.knows_luck else None,
                "own": round(line.own(side), 3),
                "others": round(line.others(side), 3),
                "fault": round(line.fault[side], 3),
                "result": round(line.chances[-1][side], 3),
            }
            for side in sides
        ],
        "moments": moments(line),
    }


def moments(line: Line) -> list[Json]:
    """The swings that moved most, in the order of the game; ``step`` is the number of actions played by then."""
    told: list[tuple[float, Json]] = []
    for at, swing in enumerate(line.swings, 1):
        for cause, change in (("luck", swing.luck), ("decision", swing.decision)):
            size = max((abs(part) for part in change), default=0.0) if change else 0.0
            if change and size >= BIG:
                told.append((size, {"step": at, "seat": swing.seat, "cause": cause, "change": rounded(change)}))
    biggest = sorted(told, key=lambda moment: -moment[0])[:MOST_MOMENTS]
    return sorted((moment for _, moment in biggest), key=lambda moment: (moment["step"], moment["cause"]))


def rounded(row: Chances) -> Chances:
    return [round(part, 3) for part in row]
