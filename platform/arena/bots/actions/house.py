"""House bots as bots of the arena: everybody's opponents, and the anchors of the ratings."""

import hashlib

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.text import slugify

from arena.bots.models import Bot, BotVersion, CheckState
from arena.bots.models.bot import game_names
from bots.house.registry import names
from bots.house.version import VERSIONS

_TITLES = {
    "random": ("Dice", "Every legal action is as good as any other. The zero of the scale."),
    "greedy": ("Magpie", "Simple rules of thumb: takes what glitters."),
    "expert": ("Owl", "Tuned rules for each game."),
    "search": ("Oracle", "Imagines the hidden cards many times over and plays each world to its end."),
}


@transaction.atomic
def ensure_house_bots() -> list[Bot]:
    """Every house bot exists and has the present version. Running it again changes nothing."""
    return [_ensure(name) for name in names()]


def _ensure(house_name: str) -> Bot:
    title, description = _TITLES.get(house_name, (house_name.title(), ""))
    bot, _ = Bot.objects.get_or_create(
        house_name=house_name,
        defaults={
            "name": title,
            "slug": f"house-{slugify(house_name)}",
            "description": description,
            "games": game_names(),
        },
    )
    content_hash = hashlib.sha256(f"house/{house_name}/{VERSIONS[house_name]}".encode()).hexdigest()
    if not bot.versions.filter(content_hash=content_hash).exists():
        last = bot.versions.aggregate(last=Max("number"))["last"] or 0
        bot.active_version = BotVersion.objects.create(
            bot=bot,
            number=last + 1,
            content_hash=content_hash,
            runtime="house",
            state=CheckState.READY,
            reason="Part of the arena.",
            checked_at=timezone.now(),
        )
        bot.save(update_fields=["active_version"])
    return bot
