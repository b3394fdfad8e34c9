"""One style sheet for every page: the components in their order, then the colours of the games.

Twenty files cost a browser twenty questions before it can paint. Its address changes with its content, so browsers keep
it for good. What only some pages need stays a file of its own.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache

from django.conf import settings
from django.templatetags.static import static

from arena.settings.environment import PACKAGE
from arena.web.compress import packed_once
from arena.web.games import stylesheet as games_stylesheet

FOLDER = PACKAGE / "static" / "css"
PARTS = (
    "fonts", "tokens", "base", "layout", "nav", "buttons", "cards", "tables", "badges", "forms", "empty", "pagination",
    "toasts", "tabs", "progress", "breadcrumbs", "code", "rows", "matches", "print",
)  # fmt: skip
"""In this order: later ones may refine earlier ones."""
_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
_ADDRESS = re.compile(r'url\("\.\./([^"]+)"\)')


def site_stylesheet() -> str:
    return _made(_stamp())


def site_packed() -> bytes:
    """The same as it travels: every new visitor fetches it, and packing it takes longer than a page."""
    return _packed(_stamp())


def site_key() -> str:
    return _key(_stamp())


def _stamp() -> tuple[object, ...]:
    """What it is made of: in development the files change while the server runs."""
    changes = tuple((FOLDER / f"{name}.css").stat().st_mtime_ns for name in PARTS) if settings.DEBUG else ()
    return (games_stylesheet(), *changes)


@lru_cache(maxsize=1)
def _made(stamp: tuple[object, ...]) -> str:
    whole = "\n".join((FOLDER / f"{name}.css").read_text(encoding="utf-8") for name in PARTS)
    # It is served from another place than its parts: pictures and fonts are named by their full address.
    placed = _ADDRESS.sub(lambda match: f'url("{static(match[1])}")', _COMMENT.sub("", whole))
    return f"{placed}\n{stamp[0]}"


@lru_cache(maxsize=1)
def _key(stamp: tuple[object, ...]) -> str:
    return hashlib.sha256(_made(stamp).encode()).hexdigest()[:16]


@lru_cache(maxsize=1)
def _packed(stamp: tuple[object, ...]) -> bytes:
    return packed_once(_made(stamp).encode())
