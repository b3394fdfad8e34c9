"""One style sheet for every page: the components in their order, then the tables and the colours of the games.

Forty files cost a browser many questions before it can paint; all of them together travel as 15 kB, once. Its address
changes with its content, so browsers keep it for good.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.templatetags.static import static

from arena.settings.environment import PACKAGE
from arena.web.compress import packed_once
from arena.web.games import stylesheet as games_stylesheet
from engines.registry import games

FOLDER = PACKAGE / "static" / "css"
PARTS = (
    "fonts", "tokens", "base", "layout", "nav", "buttons", "cards", "tables", "badges", "forms", "empty", "pagination",
    "toasts", "tabs", "progress", "breadcrumbs", "code", "rows", "matches", "print",
    # What only some pages show.
    "hero", "games", "block", "ladders", "front", "viewer-side", "viewer", "playing-cards", "chances", "plain-table",
    "same-deal", "sitting", "tournaments", "forecast", "present", "entrance", "design", "errors",
    "../vendor/uplot/uPlot.min",
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
    changes = tuple(sheet.stat().st_mtime_ns for sheet in _sheets()) if settings.DEBUG else ()
    return (games_stylesheet(), *changes)


def _sheets() -> list[Path]:
    """The components, then what the tables of games add to them."""
    tables = (game.file("web/table.css") for game in games())
    return [*(FOLDER / f"{name}.css" for name in PARTS), *(table for table in tables if table)]


@lru_cache(maxsize=1)
def _made(stamp: tuple[object, ...]) -> str:
    whole = "\n".join(sheet.read_text(encoding="utf-8") for sheet in _sheets())
    # It is served from another place than its parts: pictures and fonts are named by their full address.
    placed = _ADDRESS.sub(lambda match: f'url("{static(match[1])}")', _COMMENT.sub("", whole))
    return f"{placed}\n{stamp[0]}"


@lru_cache(maxsize=1)
def _key(stamp: tuple[object, ...]) -> str:
    return hashlib.sha256(_made(stamp).encode()).hexdigest()[:16]


@lru_cache(maxsize=1)
def _packed(stamp: tuple[object, ...]) -> bytes:
    return packed_once(_made(stamp).encode())
