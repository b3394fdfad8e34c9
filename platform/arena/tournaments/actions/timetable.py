"""Tournaments that start by themselves, and the check-in before it.

The start is decided under the lock and by the state: a second beat, a second worker or an organiser who was quicker
finds the tournament running and does nothing.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.lib.stored_words import filled
from arena.tournaments.actions.audit import ActionError, NotAllowedError, log, require_state
from arena.tournaments.actions.lifecycle import start_locked
from arena.tournaments.actions.registration import close_locked, remove
from arena.tournaments.models import Entrant, Tournament, TournamentState
from arena.tournaments.models.tournament import STARTED
from arena.tournaments.running import trouble
from arena.tournaments.running.advance import try_to_advance
from engines.words import mark

_JUST = timedelta(seconds=15)
"""Three times as long as beat pauses. What it misses comes with the look at all tournaments, every half minute."""
_WAITING = (TournamentState.REGISTRATION, TournamentState.SEEDED)


def start_due(now: datetime) -> None:
    due = Tournament.objects.filter(state__in=_WAITING, starts_at__lte=now).order_by("starts_at", "pk")
    for pk in list(due.values_list("pk", flat=True)):
        try_to_start(pk, now)


def go_on_due(now: datetime) -> None:
    """Rounds whose time has just come, and those that are revealed by themselves: people wait for the second."""
    timed = Tournament.objects.filter(Q(next_reveal_at__lte=now) | ~Q(round_times={}), state__in=STARTED)
    for tournament in timed.order_by("pk"):
        times = map(datetime.fromisoformat, tournament.round_times.values())
        is_revealed = tournament.next_reveal_at is not None and tournament.next_reveal_at <= now
        if is_revealed or any(now - _JUST < time <= now for time in times):
            try_to_advance(tournament.pk, now)


def try_to_start(tournament_id: int, now: datetime) -> bool:
    """Too few entrants, a bot without a version: the organiser reads why, and it is tried again later."""
    if trouble.is_waiting(tournament_id, now):
        return False
    try:
        with transaction.atomic():
            tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
            # Closes the race of two beats, and of an organiser who starts or postpones it in the same second.
            if tournament.state not in _WAITING or tournament.starts_at is None or tournament.starts_at > now:
                return False
            _take_out_absent(tournament)
            if tournament.state == TournamentState.REGISTRATION:
                close_locked(tournament, None)
            start_locked(tournament, None, now)
            trouble.is_over(tournament)
            return True
    except Exception as reason:
        trouble.note(tournament_id, reason, now)
        return False


@transaction.atomic
def check_in(tournament_id: int, entrant: Entrant, by: User, now: datetime | None = None) -> None:
    """By the owner or the organiser, once check-in is open. A second time changes nothing."""
    now = now or timezone.now()
    tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
    if not tournament.may_manage(by) and entrant.owner_id != by.pk:
        raise NotAllowedError(_("Only the bot's owner or the organiser may check it in."))
    require_state(tournament, *_WAITING)
    opens = tournament.check_in_opens
    if opens is None:
        raise ActionError(_("This tournament has no check-in: being registered is enough."))
    if now < opens:
        when = opens.astimezone(tournament.zone).strftime("%Y-%m-%d %H:%M")
        raise ActionError(_("Check-in opens at %(when)s (%(zone)s).") % {"when": when, "zone": tournament.time_zone})
    Entrant.objects.filter(pk=entrant.pk, checked_in_at=None).update(checked_in_at=now)


def _take_out_absent(tournament: Tournament) -> None:
    """House bots are always there."""
    if tournament.check_in_minutes is None:
        return
    absent = tournament.entrants.filter(checked_in_at=None, bot__house_name="").select_related("bot")
    for entrant in list(absent):
        bot = entrant.bot
        remove(tournament, entrant)
        # Its owner hears of it as of all news.
        text = filled(mark("Took {bot} out: it was not checked in."), bot=bot.name)
        log(tournament, None, "absent", text, bot=bot.pk, name=bot.name)
