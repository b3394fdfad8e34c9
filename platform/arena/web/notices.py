"""What every page has to say when the arena runs in a way that visitors must know of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sandbox

if TYPE_CHECKING:
    from django.http import HttpRequest


def notices(request: HttpRequest) -> dict[str, Any]:
    """Context processor: whether bots run without a jail (the development override)."""
    return {"bots_run_unjailed": sandbox.detect().unsafe}
