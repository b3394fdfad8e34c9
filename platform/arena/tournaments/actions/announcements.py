"""What the organiser tells everybody: shown on the tournament's page, and news for those who follow it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from arena.lib.stored_words import filled
from arena.tournaments.actions.audit import ActionError, log, managed
from arena.tournaments.models import Announcement, TournamentState
from engines.words import mark

if TYPE_CHECKING:
    from arena.accounts.models import User

MOST_TITLE, MOST_TEXT = 120, 4000


def announce(tournament_id: int, by: User, title: str, text: str = "") -> Announcement:
    """Plain text: pages show it escaped, with its line breaks and links."""
    shown = [state for state in TournamentState if state != TournamentState.DRAFT]
    with managed(tournament_id, by, *shown) as tournament:
        title = " ".join(title.split())
        if not title or len(title) > MOST_TITLE:
            raise ActionError(_("Give it a title of 1 to %(most)d characters.") % {"most": MOST_TITLE}, "title")
        text = text.replace("\r\n", "\n").strip()
        if len(text) > MOST_TEXT:
            raise ActionError(_("Shorten the text to %(most)d characters.") % {"most": MOST_TEXT}, "text")
        made = Announcement.objects.create(tournament=tournament, by=by, title=title, text=text)
        log(tournament, by, "announce", filled(mark("Announced: {title}"), title=title), announcement=made.pk)
        return made


def take_down(tournament_id: int, by: User, announcement_id: int) -> None:
    """From the page. What went out by mail cannot be called back."""
    with managed(tournament_id, by) as tournament:
        announcement = tournament.announcements.filter(pk=announcement_id, is_taken_down=False).first()
        if announcement is None:
            raise ActionError(_("There is no such announcement."))
        announcement.is_taken_down = True
        announcement.save(update_fields=["is_taken_down"])
        log(tournament, by, "announce", filled(mark("Took down: {title}"), title=announcement.title))
