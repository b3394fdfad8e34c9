""" "What if I had ...": a finished game from one of its decisions on, with a person in one of its seats."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from arena.bots.models import BotVersion
from arena.tables import house
from arena.tables.actions.opening import Order, may_sit, open_table
from arena.tables.errors import TableError
from arena.tables.models import Table, TableKind
from arena.tables.visitor import Visitor
from bots.house.registry import names
from engines import variant
from engines.errors import EngineError
from referee.course import Course
from referee.deal import SealedDeal
from referee.replay import Replay


@transaction.atomic
def take_over(
    visitor: Visitor,
    replay: Replay,
    *,
    seat: int,
    at: int,
    bots: Mapping[int, str],
    now: datetime,
    game: int | None = None,
    versions: Mapping[int, BotVersion] | None = None,
) -> Table:
    """The first ``at`` actions stay as they were. Who sat there plays on: house bots, and the very versions of authors'
    bots that this person may practise against; for all others the usual house bot does.

    Who asks has to be allowed to see all cards of the replay. Raises ``TableError``.
    """
    _require_something_to_decide(replay, at)
    order = Order(
        replay.variant,
        {other: _stand_in(replay.variant, bots.get(other, "")) for other in range(len(replay.seats)) if other != seat},
        versions={
            other: version
            for other, version in (versions or {}).items()
            if other != seat and may_sit(visitor.user, version, variant(replay.variant).game)
        },
        seat=seat,
        kind=TableKind.WHAT_IF,
        deal=SealedDeal(replay.seed, replay.salt),
        first_seat=replay.first_seat,
        begun=tuple((played.seat, played.action, 0.0, 0.0) for played in replay.actions[:at]),
        rules_version=replay.rules_version,
        taken_from=game,
    )
    return open_table(visitor, order, now)


def _require_something_to_decide(replay: Replay, at: int) -> None:
    if not 0 <= at <= len(replay.actions):
        raise TableError(_("This game has the decisions 0 to %(last)d.") % {"last": len(replay.actions)})
    try:
        course = Course.resumed(
            replay.variant,
            SealedDeal(replay.seed, replay.salt),
            replay.first_seat,
            replay.actions[:at],
            rules_version=replay.rules_version,
        )
    except EngineError as error:
        raise TableError(_("This game can no longer be played on: %(why)s") % {"why": error}) from error
    if course.state.is_over():
        raise TableError(_("The game is over there. Choose an earlier decision."))


def _stand_in(slug: str, house_name: str) -> str:
    game = variant(slug).game
    return house_name if house_name in names(game) else house.usual_grade(game)
