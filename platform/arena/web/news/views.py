"""The news of the arena as a page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from arena.news import wording
from arena.news.visibility import visible_events
from arena.web.paging import page_of
from arena.web.person import person


@require_GET
def arena(request: HttpRequest) -> HttpResponse:
    """What everybody may know, and what is only for this visitor."""
    events = visible_events(person(request)).select_related("tournament").prefetch_related("bots")
    page = page_of(request, events)
    lines = [
        {"event": event, "title": wording.title(event), "text": wording.text(event), "path": wording.path(event)}
        for event in page
    ]
    return render(request, "news/arena.html", {"page": page, "lines": lines})
