"""Pages of a game that was removed or is broken, or of a replay whose file is lost: a sentence instead of an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from django.http import JsonResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from arena.matches.replay_store import LostReplayError
from engines.errors import BrokenGameError, UnknownVariantError

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

log = structlog.get_logger(__name__)


class MissingGameMiddleware(MiddlewareMixin):
    """What was played stays stored, and is shown again when the package of the game comes back, or the file."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, UnknownVariantError | BrokenGameError):
            return render(request, "missing_game.html", status=404)
        if isinstance(error, LostReplayError):
            log.error("replay_lost", path=request.path, error=str(error))
            if _wants_json(request):
                sentence = _("The file of this replay is lost. The result of the game stands. Please tell staff.")
                return JsonResponse({"error": sentence}, status=404)
            return render(request, "lost_replay.html", status=404)
        return None


def _wants_json(request: HttpRequest) -> bool:
    return request.path.endswith((".json", ".jsonl")) or "application/json" in request.headers.get("Accept", "")
