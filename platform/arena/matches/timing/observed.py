"""What can be seen in a replay: an answer with the time it took, and the next answer of another seat."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.replay import Replay
from referee.verify import first_state


@dataclass(frozen=True, slots=True)
class Observed:
    """One answer of a teller, and the listener's first answer after it."""

    teller: int
    listener: int
    teller_version: int
    """Times are compared with others of the same program only."""
    listener_version: int
    block: int
    time_ms: float
    teller_choices: int
    """How many actions the teller could choose from: more of them take longer, which is no message."""
    teller_choice: float
    teller_hand: float
    """Everybody may see (or guess) what the teller played; what follows from that is no message either."""
    turn: int
    """Answers in this game so far."""
    listener_choices: int
    choice: float
    """Where the listener's choice stands in the ids of its legal actions: 0 is the lowest, 1 the highest."""
    hand: float
    """Mean id of the listener's legal actions. Ids follow the cards, so this tells what it holds."""


@dataclass(frozen=True, slots=True)
class _Answer:
    seat: int
    time_ms: float
    choices: int
    choice: float
    hand: float


def observe(replay: Replay, bots: Sequence[int], versions: Sequence[int], block: int) -> Iterator[Observed]:
    """All pairs of one game; ``bots`` and ``versions`` by seat. Raises ``EngineError`` for a replay that is untrue."""
    answers = list(_answers(replay))
    failed = {fault.seat: fault.after_actions for fault in replay.faults}
    for number, told in enumerate(answers):
        if failed.get(told.seat, len(answers)) <= number:
            continue  # a house bot plays this seat on
        heard: set[int] = set()
        for later in answers[number + 1 :]:
            if later.seat == told.seat:
                break
            if later.seat in heard:
                continue
            heard.add(later.seat)
            # A forced answer says nothing about what was heard.
            if later.choices > 1 and bots[later.seat] != bots[told.seat]:
                yield Observed(
                    teller=bots[told.seat],
                    listener=bots[later.seat],
                    teller_version=versions[told.seat],
                    listener_version=versions[later.seat],
                    block=block,
                    time_ms=told.time_ms,
                    teller_choices=told.choices,
                    teller_choice=told.choice,
                    teller_hand=told.hand,
                    turn=number,
                    listener_choices=later.choices,
                    choice=later.choice,
                    hand=later.hand,
                )


def _answers(replay: Replay) -> Iterator[_Answer]:
    state = first_state(replay)
    for action in replay.actions:
        legal = state.legal_actions(action.seat)
        place = legal.index(action.action) if action.action in legal else 0
        yield _Answer(
            action.seat,
            action.charged_ms,
            len(legal),
            place / max(len(legal) - 1, 1),
            sum(legal) / max(len(legal), 1),
        )
        state.play(action.seat, action.action)
