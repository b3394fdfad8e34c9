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
    """Id of a symbol in the sprite `web/icons.svg`."""


DESTINATIONS = (
    Destination("submit", _("Submit a bot"), "submit"),
    Destination("leaderboards", _("Leaderboards"), "ladder"),
    Destination("tournaments", _("Tournaments"), "bracket"),
    Destination("replays", _("Replays"), "replay"),
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
