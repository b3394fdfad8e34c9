"""A game taken over by bots: its rest, from one decision on, is played many times, and the results are counted.

What nobody had seen at that moment is dealt anew for every one of these games; hands, and all else that somebody knew,
stay. A game that does not say what nobody had seen keeps its deal, and only the bots' own chance differs.
"""

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from bots.house.values import chances, result_shares
from engines import State, restore
from engines import variant as find_variant
from engines.registry import game as find_game
from engines.variants import Variant
from referee.analysis.asking import position_at
from referee.analysis.mistakes import mean_and_error
from referee.channels.base import Channel
from referee.clock import TimeControl
from referee.deal import SealedDeal
from referee.game import Game
from referee.observer import Observer
from referee.record import GameRecord
from referee.replay import Replay
from referee.substitute import house_substitute

Json = dict[str, Any]
LineUp = Callable[[int], Sequence[Channel]]
"""The channels of one game, by its number."""


class RestError(RuntimeError):
    """A failure of ours: nothing is said of the bots."""


class RestOfGame(Game):
    """Begins at a position. Its record has no replay that could be verified: the actions before it are missing."""

    def begin_at(self, state: State) -> None:
        self._course.state = state


def play_rest(
    replay: Replay,
    step: int,
    line_up: LineUp,
    *,
    games: int,
    budget_s: float,
    clock: Callable[[], float] = time.monotonic,
) -> Json:
    """At most so many games, and none is begun after the time. Raises as ``position_at`` does, and ``RestError``."""
    position = position_at(replay, step)
    variant = find_variant(replay.variant)
    rng = Random(f"rest|{step}|{replay.transcript_hash}")
    until = clock() + budget_s
    records: list[GameRecord] = []
    while len(records) < games and (not records or clock() < until):
        record = _play(replay, _dealt_anew(position.state, rng), line_up(len(records)))
        if record.replay is None:
            raise RestError(record.void_reason)
        records.append(record)
    return {"games": len(records), "wanted": games, **_counted(variant, records)}


def _dealt_anew(state: State, rng: Random) -> State:
    """With the events so far: a bot that comes to its seat is told all that the seat has seen."""
    insight = find_game(state.variant.game).policies().insight
    saved = (insight.redeal(state, rng) if insight else state).save()
    return restore({**saved, "events": state.save()["events"]})


def _play(replay: Replay, state: State, channels: Sequence[Channel]) -> GameRecord:
    deal = SealedDeal.fresh()
    game = RestOfGame(
        replay.variant,
        channels,
        deal,
        control=TimeControl(),
        first_seat=replay.first_seat,
        game_id=deal.commitment[:16],
        observer=Observer(),
        substitute=house_substitute,
    )
    game.begin_at(state)
    return game.play()


def _counted(variant: Variant, records: Sequence[GameRecord]) -> Json:
    """Per side: how often it took which rank, its chance to win with its standard error, and how often it failed."""
    won = [chances(variant, result_shares(variant, record.ranks)) for record in records]
    return {
        "sides": [
            {
                "ranks": [
                    sum(record.ranks[side] == rank + 1 for record in records) for rank in range(len(variant.sides))
                ],
                "faults": sum(variant.side_of(fault.seat) == side for record in records for fault in record.faults),
                **_mean([row[side] for row in won]),
            }
            for side in range(len(variant.sides))
        ]
    }


def _mean(values: Sequence[float]) -> Json:
    # Of one game nothing is known of how others differ.
    mean, error = mean_and_error(values) if len(values) > 1 else (values[0], 0.5)
    return {"chance": round(mean, 3), "error": round(error, 3)}
