"""A rank that a bot never had before, among the first of its ladder and no longer provisional."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from arena.news.models import Event, Kind
from arena.news.recording import Happening
from arena.ratings.models import Standing

WORTH_TELLING = 10
"""Arbitrary: on its way up a long board every bot passes through many ranks, and each would be news."""


def rank_news(_now: datetime) -> Iterator[Happening]:
    """The rank that the board shows: the first of the bots it cannot be told from."""
    lines = Standing.objects.on_board().filter(
        pool__is_open=True, is_provisional=False, is_anchor=False, tie_first__lte=WORTH_TELLING,
        version__bot__owner__isnull=False,
    )  # fmt: skip
    for line in lines.select_related("pool", "version__bot").order_by("pool", "tie_first"):
        bot = line.version.bot
        place = f"rank/{line.pool_id}/{bot.pk}/"
        known = Event.objects.filter(key__startswith=place).values_list("data__rank", flat=True)
        if line.tie_first is not None and line.tie_first < min(known, default=WORTH_TELLING + 1):
            yield Happening(
                f"{place}{line.tie_first}",
                Kind.BEST_RANK,
                {"bot": bot.name, "bot_slug": bot.slug, "ladder": line.pool.variant, "rank": line.tie_first},
                (bot.pk,),
            )
