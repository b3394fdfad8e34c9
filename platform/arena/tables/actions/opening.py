"""A new table: who sits where, and the deal. With house bots in all other chairs the game begins at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.bots import quotas
from arena.bots.models import Bot, BotVersion, CheckState
from arena.tables import house, limits
from arena.tables.actions.moving import advance
from arena.tables.errors import TableError, TooManyError
from arena.tables.models import OPEN_STATES, Sitter, Sitting, Table, TableKind, TableState
from arena.tables.stored import restored
from arena.tables.visitor import Visitor
from engines import engine, variant
from engines.registry import is_known
from referee.deal import SealedDeal

FRIEND = "friend"
"""Stands for a person where a house bot could sit."""
HOUR = timedelta(hours=1)
BOT = "bot:"
"""Begins what stands for an author's bot: its slug follows."""


@dataclass(frozen=True)
class Order:
    """What somebody wants to play."""

    variant: str
    others: Mapping[int, str] = field(default_factory=dict)
    """By seat: the name of a house bot, ``FRIEND``, or ``BOT`` with a slug. The usual house bot sits in seats that are
    not named."""
    versions: Mapping[int, BotVersion] = field(default_factory=dict)
    """By seat: a version of an author's bot, whatever ``others`` says of that seat."""
    seat: int = 0
    kind: TableKind = TableKind.HOUSE
    deal: SealedDeal | None = None
    day: date | None = None
    first_seat: int | None = None
    """Drawn from the deal unless told."""
    begun: tuple[tuple[float, ...], ...] = ()
    """Rows of actions that were played before."""
    rules_version: int | None = None
    """Of what was played before; the present one unless told."""
    taken_from: int | None = None


@transaction.atomic
def open_table(visitor: Visitor, order: Order, now: datetime) -> Table:
    """Raises ``TableError`` with the reason why not."""
    _require_sense(order)
    _require_room(visitor, now)
    versions = _invited(visitor, order)
    if versions:
        _use_practice(visitor, now)
    deal = order.deal or SealedDeal.fresh()
    has_friends = FRIEND in order.others.values()
    table = Table.objects.create(
        kind=TableKind.FRIENDS if has_friends else order.kind,
        state=TableState.GATHERING if has_friends else TableState.PLAYING,
        variant=order.variant,
        seed=deal.seed,
        salt=deal.salt,
        commitment=deal.commitment,
        first_seat=order.first_seat,
        rules_version=order.rules_version or engine(variant(order.variant).game).rules_version,
        actions=[list(row) for row in order.begun],
        opened_at=now,
        asked_at=now,
        deadline=now + limits.GATHERING,
        opener=visitor.key,
        opened_from=visitor.address_mark,
        day=order.day,
        taken_from_id=order.taken_from,
        taken_at=len(order.begun) if order.kind == TableKind.WHAT_IF else None,
        is_rated=_is_rated(visitor, order, versions, has_friends=has_friends),
    )
    sittings = Sitting.objects.bulk_create(_sittings(table, visitor, order, versions))
    if not has_friends:
        advance(table, sittings, restored(table), now)
    return table


def _require_sense(order: Order) -> None:
    if not is_known(order.variant):
        raise TableError(_("There is no such variant. Choose one from the list."))
    played = variant(order.variant)
    if not 0 <= order.seat < played.seats:
        raise TableError(_("This table has the seats 0 to %(last)d.") % {"last": played.seats - 1})
    known = {FRIEND, *(name for name, _title in house.grades(played.game))}
    for name in order.others.values():
        if name not in known and not name.startswith(BOT):
            raise TableError(_("No house bot of this name plays this game. Choose one from the list."))


def _invited(visitor: Visitor, order: Order) -> dict[int, BotVersion]:
    """The bots of authors by seat: own ones, and those whose owners let others practise."""
    wanted = {seat: name.removeprefix(BOT) for seat, name in order.others.items() if name.startswith(BOT)}
    if (wanted or order.versions) and visitor.user is None:
        raise TableError(_("Log in to play against bots of authors. The house bots play with everybody."))
    game = variant(order.variant).game
    open_ones = Bot.objects.open_to_practice(visitor.user).filter(games__contains=[game], house_name="")
    found = {bot.slug: bot for bot in open_ones.filter(slug__in=wanted.values()).select_related("active_version")}
    versions = dict(order.versions)
    for seat, slug in wanted.items():
        bot = found.get(slug)
        if bot is None or bot.active_version is None:
            raise TableError(
                _("There is no bot %(name)s that plays this game and lets you practise against it.")
                % {"name": slug[:60]}
            )
        bot.active_version.bot = bot
        versions[seat] = bot.active_version
    return versions


def _is_rated(visitor: Visitor, order: Order, versions: Mapping[int, BotVersion], *, has_friends: bool) -> bool:
    """One person who wants it, against house bots, with a deal that nobody knows. Friends could arrange a result."""
    wants = visitor.user is not None and visitor.user.wants_rating
    return wants and order.kind == TableKind.HOUSE and not versions and not has_friends


def may_sit(user: User | None, version: BotVersion, game: str) -> bool:
    """Also an older version than the one that plays now."""
    if user is None or version.state != CheckState.READY:
        return False
    return Bot.objects.open_to_practice(user).filter(pk=version.bot_id, games__contains=[game], house_name="").exists()


def _use_practice(visitor: Visitor, now: datetime) -> None:
    assert visitor.user is not None  # noqa: S101 - see _invited
    try:
        quotas.use_practice(visitor.user, 1, now)
    except quotas.QuotaError as error:
        raise TableError(str(error)) from error


def _require_room(visitor: Visitor, now: datetime) -> None:
    """Two tables opened at the same instant may both get the last place: the limits are against floods, not exact."""
    if visitor.user is not None:
        User.objects.select_for_update(no_key=True).get(pk=visitor.user.pk)
    own = Table.objects.filter(opener=visitor.key)
    if own.filter(state__in=OPEN_STATES).count() >= limits.OPEN_PER_PERSON:
        raise TooManyError(
            _("You sit at %(count)d tables already. Play one of them to its end, or leave it.")
            % {"count": limits.OPEN_PER_PERSON}
        )
    if own.filter(opened_at__gt=now - HOUR).count() >= limits.NEW_PER_HOUR:
        raise TooManyError(
            _("You have opened %(count)d tables in the last hour. Take a breath, then come back.")
            % {"count": limits.NEW_PER_HOUR}
        )
    if not visitor.address_mark:
        return
    near = Table.objects.filter(opened_from=visitor.address_mark)
    if (
        near.filter(state__in=OPEN_STATES).count() >= limits.OPEN_PER_ADDRESS
        or near.filter(opened_at__gt=now - HOUR).count() >= limits.NEW_PER_HOUR_OF_ADDRESS
    ):
        raise TooManyError(_("Too many tables are open from your network. Try again when some of them are over."))


def _sittings(table: Table, visitor: Visitor, order: Order, versions: Mapping[int, BotVersion]) -> list[Sitting]:
    game = variant(table.variant).game
    titles = dict(house.grades(game))
    rows = []
    for seat in range(variant(table.variant).seats):
        name = order.others.get(seat, house.usual_grade(game))
        if seat == order.seat:
            row = person_in(visitor, is_host=True)
        elif seat in versions:
            row = {"sitter": Sitter.BOT, "version": versions[seat], "name": versions[seat].bot.name}
        elif name == FRIEND:
            row = {"sitter": Sitter.FREE}
        else:
            row = {"sitter": Sitter.HOUSE, "house_name": name, "name": titles[name]}
        rows.append(Sitting(table=table, seat=seat, **row))
    return rows


def person_in(visitor: Visitor, *, is_host: bool) -> dict[str, Any]:
    """The fields of a chair that somebody takes."""
    return {
        "sitter": Sitter.PERSON,
        "user": visitor.user,
        "guest": "" if visitor.user else visitor.guest,
        "name": visitor.name or _("Guest"),
        "is_host": is_host,
    }
