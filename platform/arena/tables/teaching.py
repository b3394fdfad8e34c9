"""What a first game says to the person before each decision. Made anew from the actions: nothing is stored for it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from arena.tables.models import Table
from arena.tables.stored import actions_of, deal_of
from engines import variant
from engines.interface import State
from engines.lessons import Lesson, Moment, due
from engines.registry import game as game_named
from referee.course import Course

Json = dict[str, Any]


def remark_now(table: Table, seat: int) -> Json | None:
    """The remark of the present decision, in the language of the page; an empty text where nothing is to be said."""
    lesson = game_named(variant(table.variant).game).first_lesson()
    if lesson is None:
        return None
    course = Course(table.variant, deal_of(table), table.first_seat, table.rules_version)
    said: set[int] = set()
    number = 0
    for action in actions_of(table):
        if action.seat == seat:
            _say(lesson, course.state, seat, number, said)
            number += 1
        course.apply(action)
    is_asked = seat in course.state.deciders() or course.state.is_over()
    now = _say(lesson, course.state, seat, number, said) if is_asked else None
    text = "" if now is None else _(lesson.remarks[now].text)
    return {"text": text, "step": len(said), "of": len(lesson.remarks)}


def _say(lesson: Lesson, state: State, seat: int, number: int, said: set[int]) -> int | None:
    legal = tuple(state.action_name(action) for action in state.legal_actions(seat))
    now = due(lesson, Moment(state.view(seat), state.decision(), legal, number), said)
    if now is not None:
        said.add(now)
    return now
