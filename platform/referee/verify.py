"""Play a replay again and compare everything it claims."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines import Deal, State, Variant, engine, new_game, variant
from engines.errors import EngineError
from referee.deal import commitment
from referee.faults import FaultKind
from referee.ranking import final_ranks, goes_on_after
from referee.replay import Replay, ReplayError, ReplayFault, Termination
from referee.transcript import transcript_hash


@dataclass(frozen=True)
class Verdict:
    """Empty ``differences`` mean that the replay is true."""

    differences: tuple[str, ...]

    @property
    def is_true(self) -> bool:
        return not self.differences


def verify(replay: Replay) -> Verdict:
    """Compare commitment, actions, faults, ranks, progress, termination and transcript hash with a game played anew.

    An older version of the rules is played by those rules. Raises ``ReplayError`` when this arena cannot judge the
    file: unknown variant, or a version of the rules that it does not know.
    """
    try:
        played = variant(replay.variant)
    except EngineError as error:
        raise ReplayError(str(error)) from error
    rules = engine(played.game)
    if replay.rules_version not in (*rules.older_rules, rules.rules_version):
        raise ReplayError(
            f"The replay was played by version {replay.rules_version} of the rules of {played.game}; "
            f"this arena has version {rules.rules_version}. Verify it with the arena that played it."
        )
    if len(replay.seats) != played.seats:
        return Verdict((f"{replay.variant} has {played.seats} seats, the replay names {len(replay.seats)}.",))
    try:
        state = play_again(replay)
    except EngineError as error:
        return Verdict((str(error),))
    return Verdict(tuple(_differences(replay, state)))


def first_state(replay: Replay) -> State:
    """The game before its first action, by the rules it was played by. Raises ``EngineError``."""
    return new_game(
        replay.variant, Deal(replay.seed), replay.first_seat, record=True, rules_version=replay.rules_version
    )


def play_again(replay: Replay, actions: int | None = None) -> State:
    """The state after the first ``actions`` actions (all by default), each checked by the engine."""
    state = first_state(replay)
    for number, action in enumerate(replay.actions[:actions]):
        try:
            state.play(action.seat, action.action)
        except EngineError as error:
            raise type(error)(
                f"Action {number} (seat {action.seat}, id {action.action}) is refused: {error}"
            ) from error
    return state


def _differences(replay: Replay, state: State) -> list[str]:
    layout = state.variant
    failed = {layout.side_of(fault.seat) for fault in replay.faults if 0 <= fault.seat < layout.seats}
    over = state.is_over()
    ranks = final_ranks(state.ranks() if over else None, len(layout.sides), failed)
    actions = [(action.seat, action.action) for action in replay.actions]
    hashed = transcript_hash(
        state, replay.rules_version, replay.seed, actions, faults=replay.hashed_faults, ranks=ranks
    )
    claims = [
        ("commitment is", replay.commitment, commitment(replay.seed, replay.salt)),
        ("termination is", replay.termination.value, _termination(state, bool(failed)).value),
        ("ranks are", list(replay.ranks), ranks),
        ("progress is", [list(side) for side in replay.progress], state.progress()),
        ("transcript hash is", replay.transcript_hash, hashed),
    ]
    wrong = [
        f"The {what} {claimed} in the file, but {real} when it is played again."
        for what, claimed, real in claims
        if claimed != real
    ]
    if not over and goes_on_after(layout, failed) and not _was_left(replay):
        wrong.append(f"The game stops after {len(replay.actions)} actions, but it was not over.")
    return wrong + _false_faults(replay, layout)


def _was_left(replay: Replay) -> bool:
    """Did the last person go with the last action? Then nobody was there to play on for."""
    last = replay.faults[-1] if replay.faults else None
    return last is not None and last.kind is FaultKind.GAVE_UP and last.after_actions == len(replay.actions)


def _false_faults(replay: Replay, layout: Variant) -> list[str]:
    """Faults that cannot have happened. That one did happen, and how, is the word of the arena that played."""
    places = [fault.seat for fault in replay.faults]
    times = [fault.after_actions for fault in replay.faults]
    played = len(replay.actions)
    if any(not 0 <= seat < layout.seats for seat in places) or len(set(places)) != len(places):
        return [f"Faults of the seats {places} cannot be in a game of {layout.seats} seats."]
    if any(not 0 <= after <= played for after in times):
        return [f"A fault lies outside the {played} actions of the game."]
    if times != sorted(times):
        return [f"The faults after {', '.join(map(str, times))} actions are not in the order in which they happened."]
    return [sentence for fault in replay.faults for sentence in _contradictions(fault, replay, layout)]


def _contradictions(fault: ReplayFault, replay: Replay, layout: Variant) -> Iterator[str]:
    """What the game played again says against a fault of one of its seats."""
    who = f"seat {fault.seat} after {fault.after_actions} actions"
    if fault.kind is FaultKind.GAVE_UP:
        return  # people may leave at any time, and a house bot plays on for as long as another person stays
    before = {
        layout.side_of(other.seat)
        for other in replay.faults
        if other.after_actions <= fault.after_actions and other.kind is not FaultKind.GAVE_UP
    }
    if fault.after_actions < len(replay.actions) and not goes_on_after(layout, before):
        yield f"The fault of {who} should have ended the game."
    # A bot fails at hello, before the first action, or when it is asked: that very decision is the house bot's.
    is_asked = fault.seat in play_again(replay, fault.after_actions).deciders()
    if fault.after_actions and not is_asked:
        yield f"The fault of {who} cannot be: the seat was not asked anything there."
    elif fault.kind is FaultKind.ILLEGAL_ACTION and not is_asked:
        yield f"The fault of {who} cannot be {fault.kind.value}: the seat was not asked for an action there."
    elif fault.kind is FaultKind.START and fault.after_actions:
        yield f"The fault of {who} cannot be {fault.kind.value}: by then the bot had started."


def _termination(state: State, failed: bool) -> Termination:
    if failed:
        return Termination.FAULT
    return Termination.CAP if state.is_over() and state.is_capped() else Termination.NORMAL
