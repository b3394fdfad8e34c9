"""Who may know of which news: the one function behind feeds, mail, webhooks, the API and pages.

Events are written from what a stranger could see (``arena.news.tournament_news``), so what is not published or not
revealed yet is not among them. Here is what may change afterwards, and what was never for everybody.
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.news.models import Audience, Event
from arena.tournaments.reading import visible_tournaments


def visible_events(user: User | None) -> QuerySet[Event]:
    """Without announcements that were taken down, and bots that are gone or whose author left, for anybody."""
    named = Event.bots.through.objects.filter(event=OuterRef("pk"))
    gone = Q(data__has_key="bot") & ~Exists(named)
    left = Exists(named.filter(bot__owner=None, bot__house_name=""))
    shown = Event.objects.exclude(announcement__is_taken_down=True).exclude(gone).exclude(left)
    if user is not None and user.is_staff:
        return shown
    hidden = named.exclude(bot__in=Bot.objects.visible_to(user))
    known = Q(tournament=None) | Q(tournament__in=visible_tournaments(user))
    public = shown.filter(~Exists(hidden), known, audience=Audience.PUBLIC)
    if user is None:
        return public
    own = named.filter(bot__owner=user)
    return public | shown.filter(Exists(own), known, audience=Audience.OWNER)
