"""The four things people come for. The order here is the order on every page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.http import HttpRequest
    from django.utils.functional import _StrPromise


@dataclass(frozen=True)
class Destination:
    view: str
    label: _StrPromise
    icon: str
    """A template with an inline picture."""


DESTINATIONS = (
    Destination("submit", _("Submit a bot"), "icons/submit.svg"),
    Destination("leaderboards", _("Leaderboards"), "icons/ladder.svg"),
    Destination("tournaments", _("Tournaments"), "icons/bracket.svg"),
    Destination("replays", _("Replays"), "icons/replay.svg"),
)


def navigation(request: HttpRequest) -> dict[str, Any]:
    """Context processor: the destinations with their addresses; the one the visitor is in is marked."""
    entries = []
    for destination in DESTINATIONS:
        url = reverse(destination.view)
        entries.append(
            {"label": destination.label, "icon": destination.icon, "url": url, "here": request.path.startswith(url)}
        )
    return {"destinations": entries}
