"""Pages of a game that was removed, or that is broken: a sentence instead of an error of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from engines.errors import BrokenGameError, UnknownVariantError

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


class MissingGameMiddleware(MiddlewareMixin):
    """What was played stays stored, and is shown again when the package of the game comes back."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, UnknownVariantError | BrokenGameError):
            return render(request, "missing_game.html", status=404)
        return None
