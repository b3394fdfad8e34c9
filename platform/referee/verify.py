"""Play a replay again and compare everything it claims."""

from dataclasses import dataclass

from engines import Deal, State, Variant, engine, new_game, variant
from engines.errors import EngineError
from referee.deal import commitment
from referee.ranking import final_ranks, goes_on_after
from referee.replay import Replay, ReplayError, Termination
from referee.transcript import transcript_hash


@dataclass(frozen=True)
class Verdict:
    """Empty ``differences`` mean that the replay is true."""

    differences: tuple[str, ...]

    @property
    def is_true(self) -> bool:
        return not self.differences


def verify(replay: Replay) -> Verdict:
    """Compare commitment, actions, ranks, progress, termination and transcript hash with a game played anew.

    Raises ``ReplayError`` when this arena cannot judge the file: unknown variant or another version of the rules.
    """
    try:
        found = variant(replay.variant)
    except EngineError as error:
        raise ReplayError(str(error)) from error
    rules = engine(found.game).rules_version
    if rules != replay.rules_version:
        raise ReplayError(
            f"The replay was played by version {replay.rules_version} of the rules of {found.game}; "
            f"this arena has version {rules}. Verify it with the arena that played it."
        )
    if len(replay.seats) != found.seats:
        return Verdict((f"{replay.variant} has {found.seats} seats, the replay names {len(replay.seats)}.",))
    try:
        state = play_again(replay)
    except EngineError as error:
        return Verdict((str(error),))
    return Verdict(tuple(_differences(replay, state)))


def play_again(replay: Replay, actions: int | None = None) -> State:
    """The state after the first ``actions`` actions (all by default), each checked by the engine."""
    state = new_game(replay.variant, Deal(replay.seed), replay.first_seat, record=True)
    for number, each in enumerate(replay.actions[:actions]):
        try:
            state.play(each.seat, each.action)
        except EngineError as error:
            raise type(error)(f"Action {number} (seat {each.seat}, id {each.action}) is refused: {error}") from error
    return state


def _differences(replay: Replay, state: State) -> list[str]:
    told = state.variant
    failed = {told.side_of(fault.seat) for fault in replay.faults if 0 <= fault.seat < told.seats}
    over = state.is_over()
    ranks = final_ranks(state.ranks() if over else None, len(told.sides), failed)
    hashed = transcript_hash(
        state, replay.rules_version, replay.seed, [(each.seat, each.action) for each in replay.actions], ranks
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
    if not over and goes_on_after(told, failed):
        wrong.append(f"The game stops after {len(replay.actions)} actions, but it was not over.")
    return wrong + _false_faults(replay, told)


def _false_faults(replay: Replay, told: Variant) -> list[str]:
    """Faults that cannot have happened: of no seat, of one seat twice, after the end, or survived by the game."""
    places = [fault.seat for fault in replay.faults]
    played = len(replay.actions)
    wrong = []
    if any(not 0 <= seat < told.seats for seat in places) or len(set(places)) != len(places):
        wrong.append(f"Faults of the seats {places} cannot be in a game of {told.seats} seats.")
    elif any(not 0 <= fault.after_actions <= played for fault in replay.faults):
        wrong.append(f"A fault lies outside the {played} actions of the game.")
    for fault in [] if wrong else replay.faults:
        before = {told.side_of(other.seat) for other in replay.faults if other.after_actions <= fault.after_actions}
        if fault.after_actions < played and not goes_on_after(told, before):
            wrong.append(
                f"The fault of seat {fault.seat} after {fault.after_actions} actions should have ended the game."
            )
    return wrong


def _termination(state: State, failed: bool) -> Termination:
    if failed:
        return Termination.FAULT
    return Termination.CAP if state.is_over() and state.is_capped() else Termination.NORMAL
