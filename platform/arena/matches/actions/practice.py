"""Practice: unrated games that a user asks for, with bots that allow it."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.bots import quotas
from arena.bots.models import Bot, BotVersion
from arena.matches import limits
from arena.matches.actions.schedule import Plan, schedule
from arena.matches.models import Match, MatchKind
from arena.matches.seating import entrant_counts, games_of_block
from engines import Variant, variant
from engines.errors import UnknownVariantError

MAX_BLOCKS = 25
"""With two seats these are 50 games: enough to see a lead of 100 points, a score of 64 % with a standard error of 7 %.
Who wants to know more plays on the ladder, where every game counts for the rating."""


class PracticeError(ValueError):
    """The match cannot be made; the sentence says what to change. ``field`` names the form's field."""

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


@transaction.atomic
def request_practice(
    user: User,
    versions: Sequence[BotVersion],
    slug: str,
    blocks: int = 1,
    now: datetime | None = None,
    *,
    one_game: bool = False,
) -> Match:
    """Schedule a practice match; the first version is the user's own or one that anybody may play.

    ``one_game`` plays a single game instead of blocks, the first version in seat 0.
    """
    now = now or timezone.now()
    played = _variant(slug)
    _require_entrants(user, versions, played)
    if not 1 <= blocks <= MAX_BLOCKS:
        raise PracticeError(_("Choose 1 to %(most)d blocks.") % {"most": MAX_BLOCKS}, "blocks")
    blocks = 1 if one_game else blocks
    games = 1 if one_game else blocks * len(games_of_block(played, len(versions), 0))
    quotas.use_practice(user, games, now)
    key = f"practice/{user.pk}/{secrets.token_hex(8)}"
    return schedule(
        Plan(
            kind=MatchKind.PRACTICE,
            key=key,
            source=f"practice:{user.pk}",
            variant=played.slug,
            versions=versions,
            secret=secrets.token_hex(32),
            deal_scope=key,
            blocks=blocks,
            deadline=now + limits.PRACTICE_DEADLINE,
            requested_by=user,
            games_per_block=1 if one_game else None,
        )
    )


def _variant(slug: str) -> Variant:
    try:
        return variant(slug)
    except UnknownVariantError as reason:
        raise PracticeError(str(reason), "variant") from None


def _require_entrants(user: User, versions: Sequence[BotVersion], played: Variant) -> None:
    counts = entrant_counts(played)
    if len(versions) not in counts:
        wanted = _(" or ").join(str(count) for count in counts)
        raise PracticeError(
            _("%(variant)s is played by %(wanted)s bots; you chose %(chosen)d.")
            % {"variant": _(played.title), "wanted": wanted, "chosen": len(versions)},
            "opponents",
        )
    allowed = set(
        Bot.objects.open_to_practice(user).filter(pk__in=[v.bot_id for v in versions]).values_list("pk", flat=True)
    )
    for version in versions:
        if version.bot_id not in allowed:
            raise PracticeError(
                _("%(name)s cannot be practised against: it is private, retired, has no version that passed its "
                  "check, or its owner does not want it.") % {"name": version.bot.name},
                "opponents",
            )  # fmt: skip
        if not version.bot.plays(played.game):
            raise PracticeError(
                _("%(name)s does not play %(game)s.") % {"name": version.bot.name, "game": played.game.title()},
                "opponents",
            )
