"""Play a replay again and compare everything it claims."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engines import Deal, State, Variant, engine, new_game, variant
from engines.errors import EngineError
from referee.deal import commitment
from referee.faults import FaultKind
from referee.ranking import final_ranks, goes_on_after
from referee.recognising import recognised
from referee.replay import Replay, ReplayError, ReplayFault, Termination
from referee.transcript import transcript_hash
from referee.words import t


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
        raise ReplayError(recognised(str(error))) from error
    rules = engine(played.game)
    if replay.rules_version not in (*rules.older_rules, rules.rules_version):
        raise ReplayError(
            t(
                "The replay was played by version {version} of the rules of {game}; this arena has version {newest}. "
                "Verify it with the arena that played it.",
                version=replay.rules_version,
                game=played.game,
                newest=rules.rules_version,
            )
        )
    if len(replay.seats) != played.seats:
        other = t(
            "{variant} has {seats} seats, the replay names {named}.",
            variant=replay.variant,
            seats=played.seats,
            named=len(replay.seats),
        )
        return Verdict((other,))
    try:
        state = play_again(replay)
    except EngineError as error:
        return Verdict((error.args[0],))
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
            refused = t(
                "Action {number} (seat {seat}, id {action}) is refused: {reason}",
                number=number,
                seat=action.seat,
                action=action.action,
                reason=str(error),
            )
            raise type(error)(refused) from error
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
    claims: list[tuple[Callable[..., str], object, object]] = [
        (_commitment, replay.commitment, commitment(replay.seed, replay.salt)),
        (_ending, replay.termination.value, _termination(state, bool(failed)).value),
        (_ranks, list(replay.ranks), ranks),
        (_progress, [list(side) for side in replay.progress], state.progress()),
        (_hash, replay.transcript_hash, hashed),
    ]
    wrong: list[str] = [told(claimed=str(claimed), real=str(real)) for told, claimed, real in claims if claimed != real]
    if not over and goes_on_after(layout, failed) and not _was_left(replay):
        wrong.append(t("The game stops after {n} actions, but it was not over.", n=len(replay.actions)))
    return wrong + _false_faults(replay, layout)


def _commitment(**values: str) -> str:
    return t("The commitment is {claimed} in the file, but {real} when it is played again.", **values)


def _ending(**values: str) -> str:
    return t("The termination is {claimed} in the file, but {real} when it is played again.", **values)


def _ranks(**values: str) -> str:
    return t("The ranks are {claimed} in the file, but {real} when it is played again.", **values)


def _progress(**values: str) -> str:
    return t("The progress is {claimed} in the file, but {real} when it is played again.", **values)


def _hash(**values: str) -> str:
    return t("The transcript hash is {claimed} in the file, but {real} when it is played again.", **values)


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
        return [t("Faults of the seats {places} cannot be in a game of {n} seats.", places=str(places), n=layout.seats)]
    if any(not 0 <= after <= played for after in times):
        return [t("A fault lies outside the {n} actions of the game.", n=played)]
    if times != sorted(times):
        order = ", ".join(map(str, times))
        return [t("The faults after {times} actions are not in the order in which they happened.", times=order)]
    return [sentence for fault in replay.faults for sentence in _contradictions(fault, replay, layout)]


def _contradictions(fault: ReplayFault, replay: Replay, layout: Variant) -> Iterator[str]:
    """What the game played again says against a fault of one of its seats."""
    who = {"seat": fault.seat, "n": fault.after_actions, "kind": fault.kind.value}
    if fault.kind is FaultKind.GAVE_UP:
        return  # people may leave at any time, and a house bot plays on for as long as another person stays
    before = {
        layout.side_of(other.seat)
        for other in replay.faults
        if other.after_actions <= fault.after_actions and other.kind is not FaultKind.GAVE_UP
    }
    if fault.after_actions < len(replay.actions) and not goes_on_after(layout, before):
        yield t("The fault of seat {seat} after {n} actions should have ended the game.", **who)
    # A bot fails at hello, before the first action, or when it is asked: that very decision is the house bot's.
    is_asked = fault.seat in play_again(replay, fault.after_actions).deciders()
    if fault.after_actions and not is_asked:
        yield t("The fault of seat {seat} after {n} actions cannot be: the seat was not asked anything there.", **who)
    elif fault.kind is FaultKind.ILLEGAL_ACTION and not is_asked:
        yield t(
            "The fault of seat {seat} after {n} actions cannot be {kind}: the seat was not asked for an action there.",
            **who,
        )
    elif fault.kind is FaultKind.START and fault.after_actions:
        yield t("The fault of seat {seat} after {n} actions cannot be {kind}: by then the bot had started.", **who)


def _termination(state: State, failed: bool) -> Termination:
    if failed:
        return Termination.FAULT
    return Termination.CAP if state.is_over() and state.is_capped() else Termination.NORMAL
