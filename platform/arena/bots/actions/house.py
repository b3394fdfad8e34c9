"""House bots as bots of the arena: everybody's opponents, and the anchors of the ratings."""

import hashlib

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.text import slugify

from arena.bots.models import Bot, BotVersion, CheckState
from arena.bots.models.bot import game_names
from bots.house.base import HouseBot
from bots.house.registry import create, names, versions
from engines.words import mark

_TITLES = {
    "random": ("Dice", mark("Every legal action is as good as any other. The zero of the scale.")),
    "greedy": ("Magpie", mark("Simple rules of thumb: takes what glitters.")),
    "expert": ("Owl", mark("Tuned rules for each game.")),
    "search": ("Oracle", mark("Imagines the hidden cards many times over and plays each world to its end.")),
}


def title_of(house_name: str) -> str:
    """The name that pages show."""
    return _TITLES.get(house_name, (house_name.title(), ""))[0]


@transaction.atomic
def ensure_house_bots() -> list[Bot]:
    """Every house bot exists, has the present version and plays the games that know it. Again changes nothing."""
    return [_ensure(name, games) for name in names() if (games := games_of(name))]


def games_of(house_name: str) -> list[str]:
    """The games that a house bot plays: a game need not have rules of thumb or an expert."""
    return [game for game in game_names() if house_name in names(game)]


def _ensure(house_name: str, games: list[str]) -> Bot:
    title, description = _TITLES.get(house_name, (house_name.title(), ""))
    bot, _ = Bot.objects.get_or_create(
        house_name=house_name,
        defaults={
            "name": title,
            "slug": f"house-{slugify(house_name)}",
            "description": description,
            "games": games,
        },
    )
    present, _ = BotVersion.objects.get_or_create(
        bot=bot,
        content_hash=house_hash(house_name),
        defaults={
            "number": (bot.versions.aggregate(last=Max("number"))["last"] or 0) + 1,
            "runtime": "house",
            "state": CheckState.READY,
            "reason": "Part of the arena.",
            "checked_at": timezone.now(),
        },
    )
    if bot.games != games:  # a game was installed or removed
        bot.games = games
        bot.save(update_fields=["games"])
    if bot.active_version_id != present.pk and not bot.is_retired:
        bot.active_version = present
        bot.save(update_fields=["active_version"])
    return bot


def house_hash(house_name: str, version: int | None = None) -> str:
    """What stands for the content of a house bot, in its newest version unless told."""
    return hashlib.sha256(f"house/{house_name}/{version or versions(house_name)[-1]}".encode()).hexdigest()


def house_player(version: BotVersion, variant: str, seed: bytes) -> HouseBot:
    """The house bot as it was in that version: whoever froze it plays with no other."""
    name = version.bot.house_name
    for number in versions(name):
        if house_hash(name, number) == version.content_hash:
            return create(name, variant, seed, number)
    raise LookupError(
        f"This worker does not know version {version.number} of {version.bot.name}. Run all workers with the release "
        "of the web server."
    )
