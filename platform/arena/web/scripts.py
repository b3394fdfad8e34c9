"""The scripts of pages: what a page uses is one file, joined from the modules as they lie in `static/js/` and in the
folders of games. A browser that follows imports asks thirty times before a replay moves.

The address of each changes with its content, so browsers keep it for good.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import structlog
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse

from arena.lib.joining import CannotJoinError, joined
from arena.settings.environment import PACKAGE
from arena.web.compress import packed_once
from arena.web.games import PLAIN_TABLE, web_table
from engines.registry import names

FOLDER = PACKAGE / "static" / "js"
SCRIPTS = {
    "site": ("site",),  # of every page that has no other with it
    "bracket": ("bracket", "countdown"),
    "bracket-live": ("bracket", "countdown", "live-refresh"),
    "drop": ("drop",),
    "formats": ("formats",),
    "front": ("site", "front", "replay/same-deal"),
    "gathering": ("play/gathering",),
    "live-refresh": ("live-refresh",),
    "live-table": ("site", "replay/live"),
    "lobby": ("play/lobby",),
    "plain-table": ("replay/plain-table",),
    "play": ("site", "play/main"),
    "plot": ("plot",),
    "practice": ("practice",),
    "print": ("print",),
    "replay": ("site", "replay/main", "replay/chances", "replay/mistakes", "replay/what-if", "replay/asking"),
    "same-deal": ("site", "replay/same-deal"),
    "seeding": ("seeding",),
}
"""What stands in `static/js/` by the name that pages ask for. A module that finds nothing of its own on a page does
nothing there."""
TABLE = "table-"
"""Before the name of a game: the script that draws its table. It is not joined with a page's own: the front page shows
one game after another."""
_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Script:
    text: str
    packed: bytes
    key: str


def script_address(name: str) -> str:
    """Of one of the scripts above."""
    return reverse("script", args=[name, script(name).key])


def table_address(game: str) -> str:
    """Of the table of a game. A game of another package may be written in ways that cannot be joined: its modules are
    then served as they are."""
    return _table_address(game, _now())


@lru_cache(maxsize=64)
def _table_address(game: str, now: int) -> str:
    if web_table(game) == PLAIN_TABLE:
        return script_address("plain-table")
    try:
        return script_address(f"{TABLE}{game}")
    except CannotJoinError as error:
        _log.warning("script_not_joined", game=game, reason=str(error))
        return static(web_table(game))


def script(name: str) -> Script:
    """Raises `KeyError` if there is none of this name."""
    return _script(name, _now())


def _now() -> int:
    """In development the files change while the server runs."""
    return time.monotonic_ns() if settings.DEBUG else 0


@lru_cache(maxsize=64)
def _script(name: str, now: int) -> Script:
    text = joined(_files(name), _read)
    content = text.encode()
    return Script(text, packed_once(content), hashlib.sha256(content).hexdigest()[:16])


def _files(name: str) -> tuple[str, ...]:
    if not name.startswith(TABLE):
        return tuple(f"{FOLDER.name}/{module}.js" for module in SCRIPTS[name])
    game = name.removeprefix(TABLE)
    if game not in names() or web_table(game) == PLAIN_TABLE:
        raise KeyError(game)
    return (web_table(game),)


def _read(name: str) -> str:
    found = finders.find(name)
    if not isinstance(found, str):
        raise CannotJoinError(f"{name} is not among the static files")
    return Path(found).read_text(encoding="utf-8")
