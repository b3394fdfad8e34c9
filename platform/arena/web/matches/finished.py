"""Finished games in slices: each begins where the one before ended, so the last is as quick as the first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from django.db.models import Q, QuerySet

from arena.accounts.models import User
from arena.bots.models import Bot, BotVersion
from arena.matches.models import Game, GameState
from arena.matches.newest import newest_finished
from arena.matches.reading import visible_games, with_bare_seats, with_names
from arena.web.matches.orders import LOOKED_AT, ORDERS, ordered
from engines import variants

PER_SLICE = 50
Seated: TypeAlias = "Callable[[QuerySet[Game]], QuerySet[Game]]"
"""Adds what is wanted of those who sat there."""


@dataclass(frozen=True)
class Slice:
    games: list[Game]
    older: int | None
    """Give it as ``before`` for the next one."""


@dataclass(frozen=True)
class WantedGames:
    """Filters, as the address says them."""

    variant: str = ""
    """A variant, or the beginning of several: ``karma-`` are all of a game."""
    bot: str = ""
    fault: str = ""
    before: str = ""
    order: str = ""
    """One of ``orders.ORDERS``, else the newest first."""

    def slice(self, user: User | None) -> Slice:
        if self.order in ORDERS:
            keys = [game.pk for game in ordered(self.newest(user, LOOKED_AT), self.order, PER_SLICE)]
            chosen = with_names(visible_games(user)).in_bulk(keys)
            return Slice([chosen[key] for key in keys if key in chosen], None)
        limit = int(self.before) if self.before.isascii() and self.before.isdigit() and len(self.before) < 18 else None
        games = self._of_bot(user, limit, PER_SLICE + 1, with_names) if self.bot else self._of_all(user, limit)
        return Slice(games[:PER_SLICE], games[PER_SLICE - 1].pk if len(games) > PER_SLICE else None)

    def newest(self, user: User | None, count: int) -> list[Game]:
        """To choose from by who sat where: names and matches of so many would take longer than the page."""
        if self.bot:
            return self._of_bot(user, None, count, with_bare_seats)
        return list(with_bare_seats(self._all(user)).order_by("-finished_at", "-pk")[:count])

    def _all(self, user: User | None) -> QuerySet[Game]:
        return visible_games(user).filter(self._played(), state=GameState.DONE)

    def _of_all(self, user: User | None, limit: int | None) -> list[Game]:
        games = with_names(self._all(user))
        # Where to go on is told by a game that this visitor may see: others would tell when they ended.
        last = visible_games(user).filter(pk=limit).values_list("finished_at", flat=True).first() if limit else None
        if last is not None:
            games = games.filter(Q(finished_at__lt=last) | Q(pk__lt=limit), finished_at__lte=last)
        return list(games.order_by("-finished_at", "-pk")[: PER_SLICE + 1])

    def _of_bot(self, user: User | None, limit: int | None, most: int, seated: Seated) -> list[Game]:
        """By the index of versions. Those that this visitor may not see are left out, and more are looked at then."""
        versions = BotVersion.objects.filter(bot__in=Bot.objects.visible_to(user).filter(slug=self.bot))
        keys = list(versions.values_list("pk", flat=True))
        shown: list[Game] = []
        for count in (4 * most, 40 * PER_SLICE):
            newest = newest_finished(keys, count, limit, faults_only=bool(self.fault))
            games = seated(visible_games(user)).filter(self._played(), pk__in=newest)
            shown = list(games.order_by("-pk")[:most])
            if len(shown) == most or len(newest) < count:
                break
        return shown

    def _played(self) -> Q:
        wanted = Q(termination="fault") if self.fault else Q()
        slugs = {variant.slug for variant in variants()}
        if self.variant in slugs:
            return wanted & Q(variant=self.variant)
        return wanted & Q(variant__startswith=self.variant) if self.variant else wanted
