"""How much one author may use, and the sentence when it is used up."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Sum
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.bots.models import Bot, BotVersion

UPLOADS_PER_DAY = 40
"""Each is built and examined in the sandbox, which may keep a worker busy for eight minutes."""
STORAGE_BYTES = 200 * 1024 * 1024
BOTS_PER_USER = 20
PRACTICE_GAMES_PER_HOUR = 400


class QuotaError(Exception):
    """A limit is reached; the sentence says which, and when or how to go on."""


@dataclass(frozen=True)
class Usage:
    """What a user has used, for the dashboard."""

    uploads_today: int
    storage_bytes: int
    bots: int


def usage(user: User, now: datetime | None = None) -> Usage:
    now = now or timezone.now()
    versions = BotVersion.objects.filter(bot__owner=user)
    return Usage(
        uploads_today=versions.filter(created_at__gt=now - timedelta(days=1)).count(),
        storage_bytes=versions.aggregate(total=Sum("size_bytes"))["total"] or 0,
        bots=Bot.objects.filter(owner=user).count(),
    )


def require_room_for_upload(user: User, size_bytes: int, now: datetime | None = None) -> None:
    now = now or timezone.now()
    used = usage(user, now)
    if used.uploads_today >= UPLOADS_PER_DAY:
        day_ago = now - timedelta(days=1)
        oldest = BotVersion.objects.filter(bot__owner=user, created_at__gt=day_ago).earliest("created_at")
        when = date_format(timezone.localtime(oldest.created_at + timedelta(days=1)), "H:i")
        raise QuotaError(
            _("You have uploaded %(count)d versions in the last 24 hours; the next is possible at %(when)s. "
              "Until then `arena doctor` and `arena play` check a bot on your own machine without limits.")
            % {"count": UPLOADS_PER_DAY, "when": when}
        )  # fmt: skip
    if used.storage_bytes + size_bytes > STORAGE_BYTES:
        raise QuotaError(
            _(
                "Your versions use %(used)d of %(all)d MB. Delete a bot that never played, or upload a smaller "
                "program: what can be computed need not be in it."
            )
            % {"used": used.storage_bytes // 1_000_000, "all": STORAGE_BYTES // 1_000_000}
        )


def require_room_for_bot(user: User) -> None:
    if Bot.objects.filter(owner=user).count() >= BOTS_PER_USER:
        raise QuotaError(
            _("You have %(count)d bots, which is the limit. Upload a new version of one of them, or delete one that "
              "never played.") % {"count": BOTS_PER_USER}
        )  # fmt: skip
