"""Browser features that no page of the arena uses are switched off for everything that runs in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponseBase

FEATURES = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb", "browsing-topics")
POLICY = ", ".join(f"{feature}=()" for feature in FEATURES)


class PermissionsPolicyMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", POLICY)
        return response
