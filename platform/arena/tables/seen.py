"""What the browser of one seat gets to know: its own view, what it saw happen, and what it may choose. Nothing else.

The engine makes views and events for the seat asked for; what is added here is known to everybody at the table: who
sits where, who is waited for, how it ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.replays.frames import Camera
from arena.replays.perspective import Perspective
from arena.tables.models import Sitter, Sitting, Table, TableKind
from arena.tables.stored import actions_of, deal_of, restored, version_label
from arena.tables.teaching import remark_now
from engines import engine, variant
from referee.course import Course
from referee.sitting import SatGame

Json = dict[str, Any]

UNSEEN = -1
"""The browser has seen nothing yet."""


def seen_from(table: Table, sittings: Sequence[Sitting], seat: int, since: int = UNSEEN) -> Json:
    """The table from a seat's eyes, with the steps after the first ``since`` actions; all of them, if there are not so
    many. Raises ``EngineError``."""
    game = restored(table)
    played = len(game.course.actions)
    start = since if 0 <= since <= played else UNSEEN
    return {
        **told_to_all(table, sittings),
        "seat": seat,
        "at": played,
        "since": start,
        "steps": _steps(table, seat, start),
        "asked": list(game.waits_for()),
        "decision": game.course.state.decision(),
        "legal": _offered(table, game, seat),
        "lesson": remark_now(table, seat) if table.kind == TableKind.LESSON else None,
    }


def in_words(table: Table, seat: int, language: str) -> str:
    """The table from a seat's eyes, as terminals show it. Raises ``EngineError``."""
    view = restored(table).course.state.view(seat)
    return engine(variant(table.variant).game).render(view, language)


def told_to_all(table: Table, sittings: Sequence[Sitting]) -> Json:
    """What everybody with the address of the table may know, seated or not."""
    played = variant(table.variant)
    return {
        "code": table.code,
        "version": table.version,
        "state": table.state,
        "game": played.game,
        "variant": played.slug,
        "title": played.title,
        "sides": [list(side) for side in played.sides],
        "seats": [_chair(sitting) for sitting in sittings],
        "is_answered_elsewhere": table.is_answered_elsewhere,
        "deadline": table.deadline.isoformat() if table.deadline else None,
        "ranks": table.ranks or [],
        "termination": table.termination,
    }


def _chair(sitting: Sitting) -> Json:
    return {
        "name": sitting.name,
        "version": version_label(sitting) if sitting.sitter == Sitter.BOT else "",
        "sitter": sitting.sitter,
        "has_left": sitting.has_left,
        "is_free": sitting.sitter == Sitter.FREE,
    }


def _offered(table: Table, game: SatGame, seat: int) -> list[Json]:
    return game.legal(seat) if table.is_open else []


def _steps(table: Table, seat: int, start: int) -> list[Json]:
    """Differences from the step that the browser has; the whole first one, if it has none."""
    course = Course(table.variant, deal_of(table), table.first_seat, table.rules_version)
    camera = Camera(course.state, Perspective(seat))
    actions = actions_of(table)
    known = max(start, 0)
    for action in actions[:known]:
        course.apply(action)
    first = camera.picture()
    steps = [first] if start == UNSEEN else []
    for action in actions[known:]:
        course.apply(action)
        steps.append(camera.picture())
    return steps
