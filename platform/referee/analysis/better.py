"""The game as it might have gone with the better action: the house's expert plays every seat from there to the end.

It is one game of the many behind a judgement, with the cards as they lay. The expert sees what each seat would have
seen: the cards that the real game hid are imagined for every decision.
"""

from dataclasses import replace
from random import Random

from bots.house.rollouts import LONGEST
from engines import State
from engines.registry import game as find_game
from referee.analysis.asking import AskingError
from referee.replay import Replay, ReplayAction, Termination
from referee.verify import first_state
from referee.words import t


def played_out(replay: Replay, step: int, action: int) -> Replay:
    """``action`` instead of action number ``step``, from 0. Raises ``AskingError`` or ``EngineError``."""
    if not 0 <= step < len(replay.actions):
        raise AskingError(t("This game has the decisions 0 to {last}.", last=len(replay.actions) - 1))
    state = first_state(replay).clone()
    for taken in replay.actions[:step]:
        state.play(taken.seat, taken.action)
    seat = replay.actions[step].seat
    state.play(seat, action)
    rest = _rest(state, Random(f"better|{step}|{action}|{replay.transcript_hash}"))
    return replace(
        replay,
        actions=(*replay.actions[:step], ReplayAction(seat, action), *rest),
        faults=tuple(fault for fault in replay.faults if fault.after_actions <= step),
        termination=Termination.CAP if state.is_capped() else Termination.NORMAL,
        ranks=tuple(state.ranks()),
        progress=tuple(tuple(part) for part in state.progress()),
        transcript_hash=f"{replay.transcript_hash} with {action} at {step}",
    )


def _rest(state: State, rng: Random) -> list[ReplayAction]:
    house = find_game(state.variant.game).policies()
    policy = house.expert or house.greedy
    taken: list[ReplayAction] = []
    while not state.is_over() and len(taken) < LONGEST:
        seat, legal = state.actor(), state.legal_actions()
        chosen = policy(state.resample(seat, rng), seat, legal) if policy else rng.choice(legal)
        state.apply(chosen, seat)
        taken.append(ReplayAction(seat, chosen))
    return taken
