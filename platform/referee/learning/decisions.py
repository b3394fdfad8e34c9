"""The decisions of a game, made again from its replay."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engines.errors import EngineError
from referee.learning.lines import GameLine
from referee.points import points
from referee.replay import ReplayError
from referee.verify import first_state
from referee.words import t


@dataclass(frozen=True)
class Decision:
    """One line of the data. Every field is described in ``docs/bot-authors/data.md``."""

    game: str
    variant: str
    rules_version: int
    number: int
    seat: int
    side: int
    bot: str
    version: str
    by_house: bool
    decision: str
    view: dict[str, Any]
    legal: list[int]
    action: int
    action_json: dict[str, Any]
    charged_ms: float
    rank: int
    points: float
    termination: str
    fault: str


def decisions(line: GameLine) -> Iterator[Decision]:
    """In the order of play. Raises ``ReplayError`` for a game that the engines here do not follow."""
    replay = line.replay
    try:
        state = first_state(replay)
        played = state.variant
        earned = [float(each) for each in points(replay.ranks)]
        faults = {fault.seat: fault for fault in replay.faults}
        for number, action in enumerate(replay.actions):
            seat, side = action.seat, played.side_of(action.seat)
            fault = faults.get(seat)
            yield Decision(
                game=line.game,
                variant=replay.variant,
                rules_version=replay.rules_version,
                number=number,
                seat=seat,
                side=side,
                bot=line.seats[seat].bot,
                version=line.seats[seat].version,
                by_house=fault is not None and number >= fault.after_actions,
                decision=state.decision(),
                view=state.view(seat),
                legal=state.legal_actions(seat),
                action=action.action,
                action_json=state.action_json(action.action),
                charged_ms=action.charged_ms,
                rank=replay.ranks[side],
                points=earned[side],
                termination=replay.termination.value,
                fault=fault.kind.value if fault is not None else "",
            )
            state.play(seat, action.action)
    except (EngineError, ValueError) as error:
        raise ReplayError(
            t("Game {game} cannot be played again here: {reason}", game=line.game, reason=error.args[0])
        ) from error
