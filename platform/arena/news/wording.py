"""What an event says to people, and where it leads."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from arena.lib.stored_words import said
from arena.news.models import Event, Kind
from arena.tournaments.reading import local_points

_SENTENCES = {"text", "round_name"}
"""What the tournament said, in English: an entry of its log, what a round is called."""


def title(event: Event) -> str:
    """One line. The event should come with its tournament and bots."""
    data: dict[str, Any] = event.data
    name = event.tournament.name if event.tournament else ""
    words = {**{key: value for key, value in data.items() if isinstance(value, str | int)}, "name": name}
    words |= {key: said(str(words[key])) for key in _SENTENCES & words.keys()}
    if "slots" in data:
        words["result"] = _result(data["slots"])
    wordings = {
        Kind.REGISTRATION_OPENED: _("%(name)s: registration is open"),
        Kind.TOURNAMENT_STARTED: _("%(name)s has started"),
        Kind.ROUND_PUBLISHED: _("%(name)s: pairings of %(round_name)s"),
        Kind.MATCH_DECIDED: _("%(name)s, %(round_name)s: %(result)s"),
        Kind.ROUND_COMPLETE: _("%(name)s: all of %(round_name)s is decided"),
        Kind.RULING: _("%(name)s: %(text)s"),
        Kind.ENTRANT_LEFT: _("%(name)s: %(text)s"),
        Kind.MISSED_CHECK_IN: _("%(name)s has started without %(bot)s: it was not checked in"),
        Kind.ENTERED_LATE: _("%(name)s: %(text)s"),
        Kind.TOURNAMENT_PAUSED: _("%(name)s is paused"),
        Kind.TOURNAMENT_RESUMED: _("%(name)s goes on"),
        Kind.TOURNAMENT_CANCELLED: _("%(name)s is cancelled"),
        Kind.TOURNAMENT_FINISHED: _("%(name)s is over: %(winner)s wins"),
        Kind.ANNOUNCEMENT: _("%(name)s: %(title)s"),
        Kind.VERSION_READY: _("%(bot)s v%(version)s is ready to play"),
        Kind.VERSION_REJECTED: _("%(bot)s v%(version)s was rejected"),
        Kind.BOT_SUSPENDED: _("%(bot)s is off the ladder %(ladder)s"),
        Kind.BEST_RANK: _("%(bot)s reached rank %(rank)s of %(ladder)s, its best"),
    }
    return wordings[Kind(event.kind)] % words


def _result(slots: list[dict[str, Any]]) -> str:
    ordered = sorted(slots, key=lambda slot: slot["rank"] or 99)
    return " – ".join(f"{slot['name']} {local_points(slot['score'])}".strip() for slot in ordered)


def text(event: Event) -> str:
    """More, where there is more to say; plain text."""
    return str(event.data.get("reason") or event.data.get("body") or "")


def path(event: Event) -> str:
    data = event.data
    if event.tournament is not None:
        slug = event.tournament.slug
        if "match" in data:
            return reverse("tournaments:match", args=[slug, data["match"]])
        if event.kind in (Kind.ROUND_PUBLISHED, Kind.ROUND_COMPLETE):
            return reverse("tournaments:matches", args=[slug])
        anchor = f"#announcement-{event.announcement_id}" if event.announcement_id else ""
        return event.tournament.get_absolute_url() + anchor
    if "bot_slug" in data and "version" in data:
        return reverse("bots:version", args=[data["bot_slug"], data["version"]])
    return reverse("bots:bot", args=[data["bot_slug"]]) if "bot_slug" in data else "/"


def absolute(to: str) -> str:
    """For mail and webhooks, which nobody asked for at an address."""
    return settings.SITE_URL + to


def as_values(event: Event) -> dict[str, Any]:
    """The same for webhooks and the API."""
    return {
        "id": event.pk,
        "kind": event.kind,
        "title": title(event),
        "text": text(event),
        "tournament": event.tournament.slug if event.tournament else None,
        "bots": sorted(bot.slug for bot in event.bots.all()),
        "data": event.data,
        "url": absolute(path(event)),
        "created_at": event.created_at.isoformat(),
    }
