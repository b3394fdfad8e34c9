"""The deal of the day: drawing it, and everybody's one try at it."""

from __future__ import annotations

from datetime import date, datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from arena.tables import house
from arena.tables.actions.opening import Order, open_table
from arena.tables.errors import TableError
from arena.tables.models import DayDeal, Sitting, Table, TableKind
from arena.tables.visitor import Visitor
from engines.registry import game as game_named
from engines.registry import games
from referee.deal import SealedDeal

SEAT = 0
"""Everybody's."""


def deals_of(day: date) -> list[DayDeal]:
    """One for each game that is installed, drawn now if nobody has asked before."""
    return [deal_of_day(game.name, day) for game in games()]


def deal_of_day(game: str, day: date) -> DayDeal:
    """The variants of a game take turns, a day each. Who asks at the same instant finds the same deal."""
    variants = game_named(game).engine.variants()
    deal = SealedDeal.fresh()
    found, _is_new = DayDeal.objects.get_or_create(
        day=day,
        game=game,
        defaults={
            "variant": variants[day.toordinal() % len(variants)].slug,
            "house_name": house.usual_grade(game),
            "seed": deal.seed,
            "salt": deal.salt,
            "commitment": deal.commitment,
        },
    )
    return found


def play_day(visitor: Visitor, game: str, now: datetime) -> Table:
    """The visitor's table with today's deal: a new one, or the one that there is. Raises ``TableError``."""
    if game not in [known.name for known in games()]:
        raise TableError(_("There is no such game. Choose one from the list."))
    dealt = deal_of_day(game, now.date())
    own = own_try(visitor, dealt)
    if own is not None:
        return _taken_along(own, visitor)
    order = Order(
        dealt.variant,
        dict.fromkeys(range(1, 1 + _others(dealt)), dealt.house_name),
        seat=SEAT,
        kind=TableKind.DAY,
        deal=SealedDeal(bytes(dealt.seed), bytes(dealt.salt)),
        day=dealt.day,
    )
    try:
        with transaction.atomic():
            return open_table(visitor, order, now)
    except IntegrityError:  # two clicks at the same instant: the other one has laid the table
        return Table.objects.get(kind=TableKind.DAY, day=dealt.day, variant=dealt.variant, opener=visitor.key)


def own_try(visitor: Visitor, dealt: DayDeal) -> Table | None:
    """Also the one that was begun in the same browser before logging in."""
    keys = [f"u{visitor.user.pk}"] if visitor.user else []
    keys += [f"g{visitor.guest}"] if visitor.guest else []
    tries = Table.objects.filter(kind=TableKind.DAY, day=dealt.day, variant=dealt.variant, opener__in=keys)
    return tries.order_by("-opener").first()


def _taken_along(table: Table, visitor: Visitor) -> Table:
    """Who logs in after playing as a guest takes the try along: it is the one that counts."""
    if visitor.user is not None and table.opener != visitor.key:
        Table.objects.filter(pk=table.pk).update(opener=visitor.key)
        Sitting.objects.filter(table=table, seat=SEAT).update(user=visitor.user, guest="", name=visitor.name)
        table.refresh_from_db()
    return table


def _others(dealt: DayDeal) -> int:
    return next(each.seats for each in game_named(dealt.game).engine.variants() if each.slug == dealt.variant) - 1
