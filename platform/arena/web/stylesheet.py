"""One style sheet for every page: the components in their order, then the tables and the colours of the games.

Forty files cost a browser many questions before it can paint; all of them together travel as 15 kB, once. Its address
changes with its content, so browsers keep it for good.
"""

from __future__ import annotations

import hashlib
import posixpath
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
_ADDRESS = re.compile(r"""url\(\s*(["']?)(?!data:|https?:|[/#])([^"')]+?)\1\s*\)""")
"""Of a file, told from where the sheet lies."""


def site_stylesheet() -> str:
    return _made(_stamp())


def site_packed() -> bytes:
    """The same as it travels: every new visitor fetches it, and packing it takes longer than a page."""
    return _packed(_stamp())


def site_key() -> str:
    return _key(_stamp())


def _stamp() -> tuple[object, ...]:
    """What it is made of: in development the files change while the server runs."""
    changes = tuple(sheet.stat().st_mtime_ns for sheet, _home in _sheets()) if settings.DEBUG else ()
    return (games_stylesheet(), *changes)


def _sheets() -> list[tuple[Path, str]]:
    """The components, then what the tables of games add to them, each with its folder among the static files."""
    parts = [(FOLDER / f"{name}.css", posixpath.dirname(f"{FOLDER.name}/{name}")) for name in PARTS]
    tables = ((game.file("web/table.css"), f"games/{game.name}") for game in games())
    return [*parts, *((table, home) for table, home in tables if table)]


@lru_cache(maxsize=1)
def _made(stamp: tuple[object, ...]) -> str:
    parts = (placed(sheet.read_text(encoding="utf-8"), home) for sheet, home in _sheets())
    return "\n".join([*parts, str(stamp[0])])


def placed(sheet: str, home: str) -> str:
    """It is served from another place than it lies in: pictures and fonts are named by their full address."""
    return _ADDRESS.sub(
        lambda match: f'url("{static(posixpath.normpath(posixpath.join(home, match[2])))}")', _COMMENT.sub("", sheet)
    )


@lru_cache(maxsize=1)
def _key(stamp: tuple[object, ...]) -> str:
    return hashlib.sha256(_made(stamp).encode()).hexdigest()[:16]


@lru_cache(maxsize=1)
def _packed(stamp: tuple[object, ...]) -> bytes:
    return packed_once(_made(stamp).encode())
