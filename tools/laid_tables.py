"""Tables with people at them, for pictures and browser tests: one of each game half-way, one that waits, one over."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from arena.accounts.models import User
from arena.tables.actions.beginning import open_lesson
from arena.tables.actions.daily import deals_of, play_day
from arena.tables.actions.joining import join
from arena.tables.actions.leaving import leave
from arena.tables.actions.moving import choose
from arena.tables.actions.opening import FRIEND, Order, open_table
from arena.tables.house import quick_choice
from arena.tables.models import PersonRating, Table
from arena.tables.stored import restored
from arena.tables.visitor import Visitor, new_guest
from engines.registry import games
from referee.deal import SealedDeal

DECISIONS = 6
"""Enough for cards to lie everywhere."""


def create(member: User) -> dict[str, str]:
    """What stands for the placeholders in the addresses of the showcase."""
    visitor = Visitor(member, "")
    made = {}
    for game in games():
        table = open_table(visitor, Order(game.engine.variants()[0].slug, deal=_deal(game.name)), timezone.now())
        _play_a_little(table, visitor)
        made[f"table_{game.name.replace('-', '_')}"] = table.code
    taught = open_lesson(visitor, next(game.name for game in games() if game.lesson), timezone.now())
    made["lesson"] = taught.code
    duel = games()[0].engine.variants()[0].slug
    three = next(variant for variant in games()[0].engine.variants() if variant.seats > 2).slug
    waiting = open_table(visitor, Order(three, {1: FRIEND, 2: FRIEND}), timezone.now())
    join(waiting.code, Visitor(None, new_guest()), "Ben", timezone.now())
    over = open_table(visitor, Order(duel, deal=_deal("over")), timezone.now())
    _play_a_little(over, visitor)
    leave(over.code, visitor, timezone.now())
    _rated(member, duel)
    return {**made, "table_waiting": waiting.code, "table_over": over.code, "day": _played_yesterday(visitor)}


def _rated(member: User, slug: str) -> None:
    """A line on the board of people, as a fit would have made it of some weeks of play."""
    member.wants_rating = True
    member.save()
    PersonRating.objects.create(
        user=member, variant=slug, rating=1447.0, margin=96.0, games=61, is_provisional=True, fitted_at=timezone.now()
    )


def _played_yesterday(visitor: Visitor) -> str:
    """A day with a board."""
    now = timezone.now() - timedelta(days=1)
    deals_of(now.date())
    table = play_day(visitor, games()[0].name, now)
    leave(table.code, visitor, now)
    return now.date().isoformat()


def _deal(text: str) -> SealedDeal:
    """Known, so that pictures show the same cards each time."""
    return SealedDeal.from_text(f"picture of {text}")


def _play_a_little(table: Table, visitor: Visitor) -> None:
    for _count in range(DECISIONS):
        table.refresh_from_db()
        game = restored(table)
        seat = table.sittings.get(is_host=True).seat
        if seat not in game.waits_for():
            return
        choose(table.code, visitor, len(game.course.actions), quick_choice(table, game, seat), timezone.now())
