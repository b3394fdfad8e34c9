"""Find the thing that an address names, for somebody who may see it. Others are told that it does not exist."""

from __future__ import annotations

from arena.accounts.models import User
from arena.api.problems import ProblemError
from arena.bots.models import Bot, BotVersion
from arena.ratings.models import Pool
from engines import variant
from engines.errors import UnknownVariantError


def visible_bot(slug: str, user: User | None) -> Bot:
    rows = Bot.objects.visible_to(user).select_related("owner", "active_version")
    bot = rows.filter(slug=slug).first()
    if bot is None:
        raise ProblemError("not-found", f"There is no bot “{slug}”.")
    return bot


def own_bot(slug: str, user: User) -> Bot:
    bot = visible_bot(slug, user)
    if not bot.belongs_to(user):
        raise ProblemError("forbidden", f"{bot.name} is not your bot.")
    return bot


def version_of(bot: Bot, number: int) -> BotVersion:
    version = BotVersion.objects.select_related("bot").filter(bot=bot, number=number).first()
    if version is None:
        raise ProblemError("not-found", f"{bot.name} has no version {number}.")
    return version


def pool_of(slug: str, season: int | None = None) -> Pool | None:
    """The open season, or the one asked for. None: a variant whose ladder nobody has opened yet."""
    try:
        variant(slug)
    except UnknownVariantError as reason:
        raise ProblemError("not-found", str(reason)) from None
    if season is None:
        return Pool.objects.filter(variant=slug, is_open=True).first()
    pool = Pool.objects.filter(variant=slug, season=season).first()
    if pool is None:
        raise ProblemError("not-found", f"The ladder of {slug} has no season {season}.")
    return pool
