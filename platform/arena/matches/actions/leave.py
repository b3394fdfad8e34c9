"""An author deletes the account: the person goes, the results stay under a name that says nothing."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from arena.accounts.models import Role, User
from arena.bots import quotas
from arena.bots.actions import manage
from arena.bots.large_files import release
from arena.bots.models import Bot, BotVersion
from arena.matches import signals
from arena.matches.actions.settle import cancel
from arena.matches.models import GameState, Match, MatchKind, MatchState, Seat
from engines.words import mark

_OPEN = (GameState.QUEUED, GameState.LEASED, GameState.PAUSED, GameState.STUCK)


class LeaveError(ValueError):
    """The account cannot be deleted now; the sentence says what to do first."""


@dataclass(frozen=True)
class Left:
    deleted: int
    """Bots that never played: gone."""
    kept: int
    """Bots whose games stay, under an anonymous name."""


@transaction.atomic
def leave(user: User) -> Left:
    """Delete the account. Games that were played keep their results, opponents and replays."""
    _require_other_staff(user)
    quotas.lock(user)  # before the bots, as uploads do
    for pk in _practice_of(user):
        cancel(pk, mark("The author of a bot has left the arena."))
    kept = deleted = 0
    for bot in Bot.objects.select_for_update().filter(owner=user).order_by("pk"):
        try:
            manage.delete(bot)
            deleted += 1
        except manage.BotActionError:
            _make_anonymous(bot)
            kept += 1
    user.delete()
    transaction.on_commit(forget_programs, robust=True)  # beat does it too, for what is still being played now
    return Left(deleted, kept)


def _require_other_staff(user: User) -> None:
    others = User.objects.filter(role=Role.STAFF, is_active=True).exclude(pk=user.pk)
    if user.role == Role.STAFF and not others.exists():
        raise LeaveError(_("You are the only one who looks after this arena. Make somebody else staff first."))


def _practice_of(user: User) -> list[int]:
    running = Match.objects.filter(kind=MatchKind.PRACTICE, state=MatchState.RUNNING)
    mine = running.filter(requested_by=user) | running.filter(entrants__version__bot__owner=user)
    return sorted(set(mine.order_by().values_list("pk", flat=True)))


def _make_anonymous(bot: Bot) -> None:
    manage.retire(bot)
    Bot.objects.filter(pk=bot.pk).update(
        owner=None,
        name=_("Anonymous %(number)d") % {"number": bot.pk},
        slug=f"anonymous-{bot.pk}",
        description="",
        motto="",
        allows_practice=False,
    )
    bot.versions.update(changelog="", report={})
    Seat.objects.filter(version__bot=bot).update(evidence={})
    signals.bot_left.send(sender=Bot, bot_id=bot.pk)


def forget_programs() -> int:
    """Delete the programs of authors who left, except those that an open game still needs. Safe at any time."""
    needed = Seat.objects.filter(game__state__in=_OPEN).values("version")
    orphans = BotVersion.objects.filter(bot__owner=None, bot__house_name="", bot__is_retired=True)
    count = 0
    for version in orphans.exclude(archive="").exclude(pk__in=needed):
        version.archive.delete(save=False)
        version.archive = ""
        with transaction.atomic():
            version.save(update_fields=["archive"])
            release([version])
        count += 1
    return count
