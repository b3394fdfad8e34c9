"""Browsers tell here what the content security policy refused: a line in the log, bounded in size and number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
import structlog
from django.http import HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from arena.api.throttle import count_csp_report

if TYPE_CHECKING:
    from django.http import HttpRequest

MOST_BYTES = 16 * 1024
"""Browsers send one to three kilobytes; anybody may post here, so there is a cap."""
SHOWN = ("document-uri", "violated-directive", "effective-directive", "blocked-uri", "source-file", "line-number")
LONGEST = 300
"""Of each field in the log: an address with its query, not an essay."""
_log = structlog.get_logger(__name__)


@csrf_exempt
@require_POST
def take(request: HttpRequest) -> HttpResponse:
    """Always the same answer: whoever makes reports up learns nothing."""
    length = request.headers.get("Content-Length", "")
    if length.isdecimal() and int(length) <= MOST_BYTES and not _is_over(request):
        found = _report(request.body)
        if found:
            _log.warning("csp_violation", **found)
    return HttpResponse(status=204)


def _is_over(request: HttpRequest) -> bool:
    counted = count_csp_report(request)
    return counted is not None and counted.is_over


def _report(body: bytes) -> dict[str, str]:
    try:
        given: Any = orjson.loads(body)
        report = given["csp-report"]
        return {name.replace("-", "_"): _plain(report[name]) for name in SHOWN if name in report}
    except (ValueError, KeyError, TypeError):
        return {}


def _plain(value: object) -> str:
    """Without the query of an address: it may carry what is nobody's business. Raises ``TypeError``."""
    if not isinstance(value, str | int):
        raise TypeError("Browsers send texts and numbers here.")
    return str(value).partition("?")[0][:LONGEST]
