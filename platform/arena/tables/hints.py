"""What a good house bot would do in a person's seat, and why. It sees what the person sees."""

from __future__ import annotations

from random import Random
from typing import Any

import structlog
from django.utils.translation import gettext as _

from arena.bots.actions.house import title_of
from arena.tables import house
from arena.tables.errors import TableError
from arena.tables.models import Sitting, Table, TableKind
from arena.tables.stored import restored
from bots.house.generic import hooks_of
from engines.interface import State
from engines.registry import game as game_named
from referee.analysis.worth import worth_of

Json = dict[str, Any]
WHY_S = 0.3
"""Of processor time for the reason: the person has asked for it, and hints are counted (``lib.rates.TABLE_HINTS``)."""
MOST_TRIED = 4
"""Actions that are compared: more would be known worse in the same time."""
_log = structlog.get_logger(__name__)


def hint_for(table: Table, sitting: Sitting) -> Json:
    """Raises ``TableError`` where none is given."""
    if table.kind == TableKind.DAY:
        raise TableError(_("There are no hints at the deal of the day: everybody plays it alone."))
    if table.is_rated:
        raise TableError(_("There are no hints at a table that counts for your rating."))
    game = restored(table)
    if sitting.seat not in game.waits_for():
        raise TableError(_("It is not your turn."))
    action = house.quick_choice(table, game, sitting.seat)
    state = game.course.state
    return {
        "at": len(game.course.actions),
        "action": action,
        "name": state.action_name(action),
        "who": title_of(house.usual_grade(game.course.variant.game)),
        "why": _why(state, sitting.seat, action, f"{table.code}|{len(game.course.actions)}"),
    }


def _why(state: State, seat: int, action: int, seed: str) -> Json | None:
    """The chance to win after the choice and after the best other one, in deals that agree with all the seat knows.

    None where there is nothing to compare, or nobody can judge.
    """
    legal = state.legal_actions(seat)
    rng = Random(seed)  # noqa: S311 - imagined cards
    hooks = hooks_of(game_named(state.variant.game).policies())
    listed = hooks.shortlist(state.resample(seat, rng), seat, legal)
    others = [one for one in listed if one != action] or [one for one in legal if one != action]
    if not others:
        return None
    tried = rng.sample(others, min(len(others), MOST_TRIED - 1))
    try:
        worth = worth_of(state, seat, [action, *tried], rng, WHY_S)
    except Exception:  # a package is missing, or a game cannot be imagined: the hint itself stands
        _log.warning("no_reason_for_a_hint", variant=state.variant.slug, exc_info=True)
        return None
    if not worth:
        return None
    best = max(tried, key=lambda one: worth[one].chance)
    mine, other = worth[action], worth[best]
    return {
        "percent": round(100 * mine.chance),
        "other": best,
        "other_percent": round(100 * other.chance),
        "is_close": abs(mine.chance - other.chance) < 2 * max(mine.error, other.error),
    }
