"""News of bots: their checks, their suspensions, and ranks they never had before."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from arena.bots.models import BotVersion, CheckState
from arena.news.models import Audience, Kind
from arena.news.recording import Happening
from arena.ratings.models import LadderEntry

LOOK_BACK = timedelta(days=7)
"""How long the arena may have been down without losing news of bots."""


def bot_news(now: datetime) -> Iterator[Happening]:
    yield from _checks(now)
    yield from _suspensions(now)


def _checks(now: datetime) -> Iterator[Happening]:
    final = (CheckState.READY, CheckState.REJECTED)
    rows = BotVersion.objects.filter(checked_at__gt=now - LOOK_BACK, state__in=final, bot__owner__isnull=False)
    for version in rows.select_related("bot").order_by("checked_at"):
        is_ready = version.state == CheckState.READY
        moment = version.checked_at.isoformat() if version.checked_at else ""
        yield Happening(
            f"version/{version.pk}/{version.state}/{moment}",
            Kind.VERSION_READY if is_ready else Kind.VERSION_REJECTED,
            {
                "bot": version.bot.name, "bot_slug": version.bot.slug, "version": version.number,
                "reason": version.reason if not is_ready else "",
            },
            (version.bot_id,),
            # What is wrong with a program is its owner's.
            audience=Audience.PUBLIC if is_ready else Audience.OWNER,
        )  # fmt: skip


def _suspensions(now: datetime) -> Iterator[Happening]:
    rows = LadderEntry.objects.filter(is_suspended=True, owner_told_at__gt=now - LOOK_BACK)
    for entry in rows.select_related("version__bot", "pool").order_by("owner_told_at"):
        bot = entry.version.bot
        moment = entry.owner_told_at.isoformat() if entry.owner_told_at else ""
        yield Happening(
            f"suspended/{entry.pk}/{moment}",
            Kind.BOT_SUSPENDED,
            {
                "bot": bot.name, "bot_slug": bot.slug, "ladder": entry.pool.variant, "reason": entry.suspended_reason,
            },
            (bot.pk,),
            audience=Audience.OWNER,
        )  # fmt: skip
