"""How often somebody may call: counted in Redis per user, or per address without a token, in windows of a minute."""

from __future__ import annotations

from django.http import HttpRequest

from arena.api.access import Access
from arena.lib.rates import WINDOW_S, Count, address_of, counted, holder_of

__all__ = ["WINDOW_S", "Count", "address_of", "count", "count_csp_report", "count_wrong_token"]

READS = 600
"""Per user; a program that follows a match asks once a second."""
WRITES = 60
"""Per user; what is dear (uploads, practice games) has quotas of its own."""
STRANGER = 120
"""Per address, without a token."""
CSP_REPORTS = 20
"""Per address: a broken page sends many at once, and one is enough to mend it."""
WRONG_TOKENS = 20
"""Per address: who has an old token is told so, who guesses is stopped. Right tokens of the same address work on."""


def count(request: HttpRequest, access: Access | None) -> Count | None:
    """Count this call. None: Redis is away, and a missing counter must not stop the arena."""
    is_read = request.method in {"GET", "HEAD", "OPTIONS"}
    if access is None:
        who, limit = f"address:{holder_of(request)}", STRANGER
    else:
        # Per user and not per token: making more tokens gives no more calls.
        who, limit = f"user:{access.user.pk}:{'read' if is_read else 'write'}", READS if is_read else WRITES
    return counted(who, limit)


def count_wrong_token(request: HttpRequest) -> Count | None:
    return counted(f"wrong-token:{holder_of(request)}", WRONG_TOKENS)


def count_csp_report(request: HttpRequest) -> Count | None:
    return counted(f"csp-report:{holder_of(request)}", CSP_REPORTS)
