"""Games for an arena that is hurt or watched: matches of bots that never fail by themselves."""

import secrets
from datetime import timedelta
from itertools import count

from django.utils import timezone

from arena.accounts import demo as people
from arena.bots import demo as bots
from arena.bots.models import Bot, BotVersion, CheckState, competing
from arena.matches.actions.schedule import Plan, schedule_all
from arena.matches.models import Game, GameState, MatchKind
from arena.matches.seating import entrant_counts
from bots.house.registry import searches
from engines import Variant, engines

_BLOCKS = 10
"""Of one match: enough that faults find it unfinished."""
_DEADLINE = timedelta(hours=1)
_number = count(1)


def make_people_and_bots() -> None:
    """Those of the demo; its uploads are checked by the arena like anybody's."""
    for part in (people, bots):
        for _ in part.create():
            pass


def queued() -> int:
    return Game.objects.filter(state__in=(GameState.QUEUED, GameState.LEASED, GameState.PAUSED)).count()


def keep_busy(least: int, *, with_uploads: bool) -> None:
    """At least so many games wait or are played; new ones come as matches of all games in turn."""
    while queued() < least:
        schedule_all([_plan(next(_number), engine.variants()[0], with_uploads) for engine in engines()])


def _versions(game: str, with_uploads: bool) -> list[BotVersion]:
    """Quick ones: a bot that searches would be most of the time."""
    able = Bot.objects.filter(competing(), active_version__state=CheckState.READY, games__contains=[game])
    chosen = [bot for bot in able.order_by("pk") if not searches(bot.house_name) and (with_uploads or bot.is_house)]
    return list(BotVersion.objects.filter(pk__in=[bot.active_version_id for bot in chosen]).order_by("pk"))


def _plan(number: int, played: Variant, with_uploads: bool) -> Plan:
    key = f"chaos/{number}"
    versions = _versions(played.game, with_uploads)
    entrants = [versions[(number + place) % len(versions)] for place in range(entrant_counts(played)[0])]
    return Plan(
        kind=MatchKind.LADDER,
        key=key,
        source=f"chaos:{number % 3}",
        variant=played.slug,
        versions=entrants,
        secret=secrets.token_hex(32),
        deal_scope=key,
        blocks=_BLOCKS,
        deadline=timezone.now() + _DEADLINE,
    )
