"""How much one author may use, and the sentence when it is used up.

Whoever uses something locks the author's row first, so many requests at once get no more than one after another would.
What costs workers' time is counted as it happens and not by what is left of it.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Sum
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.bots.archive import Upload
from arena.bots.large_files import room_needed, stored_bytes
from arena.bots.models import Bot, Use, UseKind

UPLOADS_PER_DAY = 40
"""Each is built and examined in the sandbox, which may keep a worker busy for eight minutes. So is "check again"."""
BOTS_PER_USER = 20
"""Every bot has its turns on the ladders of its games: the share of an author grows with their number."""
PRACTICE_GAMES_PER_HOUR = 400
"""Eight requests for the most blocks with two seats, or two with six. Practice shares the workers fairly with the
ladders, but what is queued has to be stored and shown."""
TRIAL_GAMES_PER_DAY = 6000
"""Of tests of versions: some five that tell a lead of 20 points from none, or twenty that tell 40. They are played when
little else waits, but a slow bot's game takes seconds."""
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


def storage_bytes() -> int:
    """Of all versions together, which are kept as long as games of theirs are: a dozen of the largest uploads, and some
    thousand ordinary ones."""
    return int(settings.STORAGE_PER_USER_MB) * 1_000_000


class QuotaError(Exception):
    """A limit is reached; the sentence says which, and when or how to go on."""


@dataclass(frozen=True)
class Usage:
    """What a user has used, for the dashboard."""

    builds_today: int
    storage_bytes: int
    bots: int


def usage(user: User, now: datetime | None = None) -> Usage:
    now = now or timezone.now()
    return Usage(
        builds_today=_used(user, UseKind.BUILD, now - DAY),
        storage_bytes=stored_bytes(user),
        bots=Bot.objects.filter(owner=user).count(),
    )


def use_build(user: User, now: datetime) -> None:
    """Within a transaction: one more build, or the sentence that says when there is one again."""
    lock(user)
    if _used(user, UseKind.BUILD, now - DAY) >= UPLOADS_PER_DAY:
        oldest = Use.objects.filter(user=user, kind=UseKind.BUILD, at__gt=now - DAY).earliest("at")
        raise QuotaError(
            _("You had %(count)d uploads and repeated checks in the last 24 hours; the next is possible at %(when)s. "
              "Until then `arena doctor` and `arena play` check a bot on your own machine without limits.")
            % {"count": UPLOADS_PER_DAY, "when": date_format(timezone.localtime(oldest.at + DAY), "H:i")}
        )  # fmt: skip
    _note(user, UseKind.BUILD, 1, now)


def require_room_for_files(user: User, upload: Upload) -> None:
    """Within a transaction. What is deleted gives its room back."""
    lock(user)  # what the upload shares with other versions of the user is looked at behind it
    used = stored_bytes(user)
    if used + room_needed(user, upload) > storage_bytes():
        raise QuotaError(
            _(
                "Your versions use %(used)d of %(all)d MB. Delete a bot that never played, or upload a smaller "
                "program: what can be computed need not be in it."
            )
            % {"used": used // 1_000_000, "all": storage_bytes() // 1_000_000}
        )


def require_room_for_bot(user: User) -> None:
    """Within a transaction."""
    lock(user)
    if Bot.objects.filter(owner=user).count() >= BOTS_PER_USER:
        raise QuotaError(
            _("You have %(count)d bots, which is the limit. Upload a new version of one of them, or delete one that "
              "never played.") % {"count": BOTS_PER_USER}
        )  # fmt: skip


def use_practice(user: User, games: int, now: datetime) -> None:
    """Within a transaction."""
    lock(user)
    asked = _used(user, UseKind.PRACTICE, now - HOUR)
    if asked + games > PRACTICE_GAMES_PER_HOUR:
        raise QuotaError(
            _("You asked for %(asked)d practice games in the last hour; %(most)d are possible. Ask for fewer, wait a "
              "little, or play on your own machine with `arena play`.")
            % {"asked": asked, "most": PRACTICE_GAMES_PER_HOUR}
        )  # fmt: skip
    _note(user, UseKind.PRACTICE, games, now)


def use_trial(user: User, games: int, now: datetime) -> None:
    """Within a transaction."""
    lock(user)
    if _used(user, UseKind.TRIAL, now - DAY) + games > TRIAL_GAMES_PER_DAY:
        raise QuotaError(
            _("Tests of your versions played %(most)d games in the last 24 hours, which is the limit; they go on by "
              "themselves. `arena test` plays on your own machine without limits.")
            % {"most": TRIAL_GAMES_PER_DAY}
        )  # fmt: skip
    _note(user, UseKind.TRIAL, games, now)


def lock(user: User) -> None:
    """Within a transaction: nobody else uses or frees anything of this user until its end."""
    # Without the key: rows that refer to the user can still be written meanwhile.
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _used(user: User, kind: UseKind, since: datetime) -> int:
    return Use.objects.filter(user=user, kind=kind, at__gt=since).aggregate(total=Sum("amount"))["total"] or 0


def _note(user: User, kind: UseKind, amount: int, now: datetime) -> None:
    Use.objects.filter(user=user, at__lt=now - 2 * DAY).delete()
    Use.objects.create(user=user, kind=kind, amount=amount, at=now)
