"""Bots that think for longer than a request may last answer on a worker: the house's searching one here, programs of
authors in the sandbox of a worker that plays, whose answers are put on the table here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef

from arena.tables import house, limits, nudges, turns
from arena.tables.actions.moving import advance, finish
from arena.tables.models import Sitting, Table, TableState, Turn, TurnState
from arena.tables.stored import restored, write
from engines.errors import EngineError
from referee.faults import FaultKind
from referee.ranking import goes_on_after
from referee.sitting import SatGame

MOST_ANSWERS = 60
"""Of one task: a minute of search. What is left is asked for again."""
MOST_TAKEN_IN = 100
"""Answers of one run; the next is a second later."""
CALL_EVERY_S = 5
"""While nobody answers for the searching bot."""
CALL_AGAIN = timedelta(seconds=3)
"""A message was lost, or all workers are busy: another one harms nobody."""


def answer(pk: int, clock: Callable[[], datetime]) -> int:
    """All answers that the table waits for, one after the other. A second worker that comes by changes nothing."""
    for count in range(MOST_ANSWERS):
        if not _answer_one(pk, clock):
            return count
    return MOST_ANSWERS


def _answer_one(pk: int, clock: Callable[[], datetime]) -> bool:
    """Thinks without a lock, then takes it and looks whether the question is still the same."""
    table = Table.objects.filter(pk=pk, state=TableState.PLAYING).first()
    if table is None:
        return False
    sittings = list(table.sittings.select_related("version"))
    game = restored(table)
    asked = [sittings[seat] for seat in game.waits_for() if not sittings[seat].is_present]
    programs = [sitting for sitting in asked if house.is_program(sitting)]
    for sitting in asked:
        if sitting not in programs:
            return _put(table, Choice(sitting.seat, house.choice(table, game, sitting)), clock)
    return any(_from_worker(table, game, sitting, clock) for sitting in programs)


def _from_worker(table: Table, game: SatGame, sitting: Sitting, clock: Callable[[], datetime]) -> bool:
    """What a worker told of a program's decision; False while it has told nothing."""
    at = len(game.course.actions)
    turn = table.turns.filter(seat=sitting.seat, at=at, state=TurnState.DONE).first()
    if turn is None:
        turns.ask(table, sitting, at, clock())
        nudges.programs_are_asked()
        return False
    said = turns.answer_of(turn)
    if said.problem:  # of ours: the house's quick bot decides this once
        choice = Choice(sitting.seat, house.quick_choice(table, game, sitting.seat), turn=turn)
    elif said.action in game.course.state.legal_actions(sitting.seat):
        choice = Choice(sitting.seat, said.action, said.charged_ms, turn=turn)
    else:
        choice = Choice(sitting.seat, None, fault=said.fault or FaultKind.ILLEGAL_ACTION, turn=turn)
    return _put(table, choice, clock)


@dataclass(frozen=True)
class Choice:
    """An action, or the fault that a bot made instead."""

    seat: int
    action: int | None
    charged_ms: float = 0.0
    fault: FaultKind | None = None
    turn: Turn | None = None


def _put(table: Table, choice: Choice, clock: Callable[[], datetime]) -> bool:
    """On the table, unless somebody left or answered meanwhile: then the caller looks again."""
    with transaction.atomic():
        present = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        if present.version != table.version or present.state != TableState.PLAYING:
            return True
        sittings = list(present.sittings.select_related("version"))
        game = restored(present)
        if choice.action is not None:
            game.choose(choice.seat, choice.action, choice.charged_ms, choice.charged_ms)
        if choice.turn is not None:
            Turn.objects.filter(pk=choice.turn.pk).update(state=TurnState.TAKEN)
        if choice.fault is not None and not _stand_in(sittings[choice.seat], game, choice.fault):
            write(present, game)
            present.version += 1
            finish(present, sittings, game, clock())
        else:
            advance(present, sittings, game, clock())
    return True


def _stand_in(sitting: Sitting, game: SatGame, fault: FaultKind) -> bool:
    """A house bot has the seat, and its side comes last. False: by the rules of faults the game is over with it."""
    course = game.course
    sitting.has_left = True
    sitting.save(update_fields=["has_left"])
    # Its process is new at every decision, and still it had started before.
    is_late_start = fault is FaultKind.START and course.actions
    course.fail(sitting.seat, FaultKind.CRASH if is_late_start else fault)
    failed = {course.variant.side_of(row.seat) for row in course.faults if row.kind is not FaultKind.GAVE_UP}
    return goes_on_after(course.variant, failed)


def call_again(now: datetime) -> int:
    """For the searching bot's decisions whose worker died or whose message was lost. Its thought is so short that no
    lease is kept; two workers with the same thought harm nothing."""
    # An index has the deadlines: of such a table it is the moment it was asked and the limit.
    late = Table.objects.filter(
        state=TableState.PLAYING,
        is_answered_elsewhere=True,
        deadline__lt=now + limits.ANSWER_LIMIT - limits.SEARCH_SILENT,
    )
    asked = Exists(Turn.objects.filter(table=OuterRef("pk"), state__in=[TurnState.WAITING, TurnState.RUNNING]))
    count = 0
    for table, asked_at in late.exclude(asked).values_list("pk", "asked_at")[:MOST_TAKEN_IN]:
        if int((now - asked_at).total_seconds()) % CALL_EVERY_S == 0:  # this is looked at every second
            nudges.call_for_the_house(table)
            count += 1
    return count


def take_in(clock: Callable[[], datetime]) -> int:
    """Every second: answers of workers that may not touch tables, decisions that a dead worker had, and those that no
    worker was called for."""
    turns.take_back()
    call_again(clock())
    waiting = Turn.objects.filter(state=TurnState.WAITING, asked_at__lt=clock() - CALL_AGAIN)
    if waiting.exists():
        nudges.call_for_programs()
    told = list(Turn.objects.filter(state=TurnState.DONE).values_list("pk", "table_id")[:MOST_TAKEN_IN])
    count, unknown = 0, set()
    for table in {table for _pk, table in told}:
        try:
            count += answer(table, clock)
        except EngineError:  # rules that this process does not know: one that does may come, or the table's deadline
            unknown.add(table)
    # What is still not on a table came too late for it: nobody looks at it again.
    late = Turn.objects.filter(pk__in=[pk for pk, _table in told], state=TurnState.DONE).exclude(table__in=unknown)
    late.update(state=TurnState.TAKEN)
    return count
