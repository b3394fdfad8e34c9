"""Atom feeds. They say what a stranger may know, whoever asks: readers fetch them without a log-in."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import cast

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arena.bots.models import Bot
from arena.news.models import Event
from arena.news.visibility import visible_events
from arena.news.wording import path, text, title
from arena.tournaments.reading import visible_tournaments

ENTRIES = 50
"""Readers ask every hour or so; a busy tournament day has fewer."""
_BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
_EPOCH = "2026"
"""The year the tags of entries are counted from; see RFC 4151."""


@require_safe
def arena(request: HttpRequest) -> HttpResponse:
    events = visible_events(None)
    return _feed(request, events, _("Karma Arena"), _("News of the whole arena."), reverse("news:arena"))


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    row = get_object_or_404(visible_tournaments(None), slug=slug)
    events = visible_events(None).filter(tournament=row)
    return _feed(request, events, row.name, _("News of this tournament."), row.get_absolute_url())


@require_safe
def bot(request: HttpRequest, slug: str) -> HttpResponse:
    row = get_object_or_404(Bot.objects.visible_to(None), slug=slug)
    events = visible_events(None).filter(bots=row)
    return _feed(request, events, row.name, _("News of this bot."), row.get_absolute_url())


def _feed(request: HttpRequest, events: QuerySet[Event], name: str, about: str, page: str) -> HttpResponse:
    newest = list(events.select_related("tournament").order_by("-pk")[:ENTRIES])
    # Events never change, but one may leave the list: its ids say it all.
    ids = "-".join(str(event.pk) for event in newest)
    tag = quote_etag(hashlib.sha256(f"{request.path} {ids}".encode()).hexdigest())
    response = get_conditional_response(request, etag=tag, response=_written(request, newest, name, about, page))
    answer = cast("HttpResponse", response)
    answer["ETag"] = tag
    answer["Cache-Control"] = "public, max-age=60"
    return answer


class _Feed(Atom1Feed):
    def latest_post_date(self) -> datetime:
        """Of a feed without entries always the same: Django would say now, and readers would see it change."""
        return super().latest_post_date() if self.items else _BEGINNING


def _written(request: HttpRequest, events: list[Event], name: str, about: str, page: str) -> HttpResponse:
    here = request.build_absolute_uri(request.path)
    feed = _Feed(
        title=name, link=request.build_absolute_uri(page), description=about, feed_url=here,
        feed_guid=_tag(request, request.path), author_name=_("Karma Arena"),
    )  # fmt: skip
    for event in events:
        feed.add_item(
            title=title(event),
            link=request.build_absolute_uri(path(event)),
            description=text(event),
            unique_id=_tag(request, f"event/{event.pk}"),
            pubdate=event.created_at,
            updateddate=event.created_at,
            categories=[event.kind],
        )
    return HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")


def _tag(request: HttpRequest, name: str) -> str:
    """An id that stays when the site moves to https or to another port."""
    host = request.get_host().partition(":")[0]
    return f"tag:{host},{_EPOCH}:{name.strip('/')}"
