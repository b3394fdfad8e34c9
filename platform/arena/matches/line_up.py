"""Who sits down for practice: the bot, the chosen opponents, and house bots on the empty chairs."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from arena.bots.models import Bot, BotVersion
from arena.matches.actions.practice import PracticeError
from arena.matches.seating import entrant_counts
from engines import variant


def line_up(bot: Bot, opponents: Iterable[Bot], slug: str) -> list[BotVersion]:
    """Versions in order of position. Too many opponents are left as they are: the action says what fits."""
    if bot.active_version is None:
        raise PracticeError(
            _("%(name)s has no version that passed its check, so it cannot play yet.") % {"name": bot.name}
        )
    chosen = [bot_.active_version for bot_ in (bot, *opponents) if bot_.active_version is not None]
    wanted = entrant_counts(variant(slug))[0]
    if len(chosen) < wanted:
        seated = {version.pk for version in chosen}
        house = Bot.objects.exclude(house_name="").filter(active_version__isnull=False, is_retired=False)
        fitting = [
            house_bot.active_version for house_bot in house.order_by("pk") if house_bot.plays(variant(slug).game)
        ]
        fill = [version for version in fitting if version is not None and version.pk not in seated]
        chosen += fill[: wanted - len(chosen)]
    return chosen
