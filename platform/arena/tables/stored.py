"""From the row of a table to the game and back. Pure but for the row."""

from __future__ import annotations

from collections.abc import Sequence

from arena.tables.models import Sitter, Sitting, Table
from referee.course import Course
from referee.deal import SealedDeal
from referee.faults import FaultKind
from referee.replay import Replay, ReplayAction, ReplayFault, ReplaySeat
from referee.sitting import SatGame


def deal_of(table: Table) -> SealedDeal:
    return SealedDeal(bytes(table.seed), bytes(table.salt))


def actions_of(table: Table) -> list[ReplayAction]:
    return [ReplayAction(*row) for row in table.actions]


def restored(table: Table) -> SatGame:
    """Where the game stands. Raises ``EngineError`` if its rules are no longer known."""
    faults = [ReplayFault(seat, FaultKind(kind), after) for seat, kind, after in table.faults]
    course = Course.resumed(
        table.variant,
        deal_of(table),
        table.first_seat,
        actions_of(table),
        faults=faults,
        rules_version=table.rules_version,
    )
    return SatGame(course, {row[0]: ReplayAction(*row) for row in table.chosen})


def write(table: Table, game: SatGame) -> None:
    """Into the row; the caller saves it."""
    table.actions = [_row(action) for action in game.course.actions]
    table.faults = [[fault.seat, fault.kind.value, fault.after_actions] for fault in game.course.faults]
    table.chosen = [_row(action) for action in game.chosen.values()]


def _row(action: ReplayAction) -> list[float]:
    return [action.seat, action.action, action.charged_ms, action.wall_ms]


def replay_of(table: Table, sittings: Sequence[Sitting]) -> Replay:
    """The same file as any other game leaves: ``arena verify`` checks it. For tables that are over."""
    return restored(table).course.replay(table.code, [label(sitting) for sitting in sittings])


def label(sitting: Sitting) -> ReplaySeat:
    return ReplaySeat(sitting.name, "" if sitting.sitter == Sitter.PERSON else version_label(sitting))


def version_label(sitting: Sitting) -> str:
    """Of a bot: which of its versions, as replays say it."""
    if sitting.sitter == Sitter.BOT:
        return f"v{sitting.version.number}" if sitting.version else ""
    return sitting.house_name
