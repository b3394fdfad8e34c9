"""How somebody's bots stand on the ladders, in one line each: for the dashboard and the profile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from arena.bots.models import Bot
from arena.ratings.models import Snapshot, Standing

MOST_LADDERS = 6
"""Of one bot on a card, the best places first; its page has all."""


@dataclass(frozen=True)
class Line:
    standing: Standing
    change: float | None = None
    """Of the rating since a time."""

    @property
    def variant(self) -> str:
        return self.standing.pool.variant


@dataclass(frozen=True)
class BotCard:
    bot: Bot
    lines: list[Line] = field(default_factory=list)
    more: int = 0


def bot_cards(bots: Sequence[Bot], since: datetime | None = None) -> list[BotCard]:
    """Three queries, however many bots."""
    versions = [bot.active_version_id for bot in bots if bot.active_version_id]
    found = Standing.objects.filter(version__in=versions, pool__is_open=True, is_on_board=True, is_rated=True)
    standings = list(found.select_related("pool").order_by("is_provisional", "position"))
    before = _before(versions, since) if since else {}
    cards = []
    for bot in bots:
        own = [
            Line(each, _change(each, before.get((each.version_id, each.pool_id))))
            for each in standings
            if each.version_id == bot.active_version_id
        ]
        cards.append(BotCard(bot, own[:MOST_LADDERS], max(0, len(own) - MOST_LADDERS)))
    return cards


def _change(standing: Standing, before: float | None) -> float | None:
    return None if before is None or standing.rating is None else standing.rating - before


def _before(versions: Sequence[int], since: datetime) -> dict[tuple[int, int], float]:
    """The ratings of the last fit before a time, by version and pool."""
    points = Snapshot.objects.filter(version__in=versions, period__closed_at__lte=since, rating__isnull=False)
    newest = points.order_by("version", "period__pool", "-period__number").distinct("version", "period__pool")
    rows = newest.values_list("version", "period__pool", "rating")
    return {(version, pool): rating for version, pool, rating in rows if rating is not None}
