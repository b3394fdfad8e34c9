"""What a bot won in seasons that are over."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from arena.bots.models import Bot
from arena.lib.alphabet import reader_language
from arena.ratings.models import FinalPlace
from arena.web.templatetags.arena_games import variant_title
from referee.ratings.fit.rank_range import ordinal

HONOURED = 3
"""Places on the final board that are worth a badge."""


@dataclass(frozen=True)
class Badge:
    bot: str
    text: str
    url: str
    """The final board."""


def badges(bot: Bot) -> list[Badge]:
    """Newest first."""
    return badges_of([bot])


def badges_of(bots: Collection[Bot]) -> list[Badge]:
    """Newest first, the best place of a season before the others."""
    places = FinalPlace.objects.filter(version__bot__in=bots, place__lte=HONOURED)
    return [
        Badge(
            place.version.bot.name,
            _("%(place)s in season %(season)d of %(variant)s")
            % {
                "place": _in_order(place.place or 0),
                "season": place.pool.season,
                "variant": variant_title(place.pool.variant),
            },
            f"{reverse('ladders:leaderboard', args=[place.pool.variant])}?season={place.pool.season}",
        )
        for place in places.select_related("pool", "version__bot").order_by("-pool__ended_at", "place")
    ]


def _in_order(place: int) -> str:
    """1st, and elsewhere 1. with a point."""
    return ordinal(place) if reader_language() == "en" else f"{place}."
