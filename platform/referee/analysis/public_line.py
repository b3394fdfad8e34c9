"""Winning chances from public knowledge alone: what may be told of a game while its deal is still being played.

A function of the public view and nothing else, the chance in it included: the same view gives the same numbers whatever
is hidden behind it. Hands are imagined with all other hidden cards, so the numbers move less than those with all cards.
"""

import json
from random import Random
from typing import Any

from bots.house.values import FittedJudge, chances, fitted_judge, result_shares
from engines import PUBLIC, engine
from engines import variant as find_variant
from referee.analysis.line import Chances, judged, mean_of
from referee.replay import Replay
from referee.verify import first_state

Json = dict[str, Any]
WORLDS = 12
"""As for the reading of a seat: one or two milliseconds a position."""


def chances_of_view(slug: str, view: Json, judge: FittedJudge) -> Chances:
    """Per side. Raises ``EngineError`` for a view that is none."""
    variant = find_variant(slug)
    rng = Random(json.dumps(view, sort_keys=True))
    imagine = engine(variant.game).imagine
    return mean_of(judged(variant, judge, [imagine(view, rng) for _world in range(WORLDS)]))


def public_line(replay: Replay) -> list[Chances]:
    """After 0, 1, 2, ... actions, per side; the last entry is the result. Empty for a variant without values."""
    variant = find_variant(replay.variant)
    judge = fitted_judge(variant.slug)
    if judge is None:
        return []
    state = first_state(replay).clone()
    line = []
    for action in replay.actions:
        line.append(chances_of_view(variant.slug, state.view(PUBLIC), judge))
        state.play(action.seat, action.action)
    return [*line, chances(variant, result_shares(variant, replay.ranks))]
