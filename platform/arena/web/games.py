"""The games as visitors meet them: what each says about itself, and made-up looks where it says nothing."""

from __future__ import annotations

import colorsys
import hashlib
from dataclasses import dataclass
from functools import cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engines.games import Colours, Game
from engines.registry import game as game_named
from engines.registry import games


@dataclass(frozen=True)
class GameIntroduction:
    """A game's words in the language of the visitor."""

    slug: str
    """The engine's name; also the end of the class that carries the game's colours."""
    name: str
    sentence: str
    seats: str
    skill: str
    art: SafeString


def introductions() -> list[GameIntroduction]:
    return [introduction(game) for game in games()]


def introduction(game: Game) -> GameIntroduction:
    return GameIntroduction(
        slug=game.name,
        name=_(game.title),
        sentence=_(game.summary),
        seats=_(game.seats_sentence),
        skill=_(game.skill) if game.skill else "",
        art=art_of(game),
    )


@cache
def art_of(game: Game) -> SafeString:
    """The game's own picture, or a fan of cards with its initial."""
    own = game.file("art.svg")
    if own is not None:
        return SafeString(own.read_text(encoding="utf-8"))  # a file of an installed package: as trusted as its code
    return SafeString(render_to_string("art/fan.svg", {"initial": game.title[:1].upper()}))


@dataclass(frozen=True)
class WebTable:
    """How a replay of a game looks: static files."""

    script: str
    styles: str


PLAIN_TABLE = WebTable("js/replay/plain-table.js", "css/plain-table.css")


@cache
def web_table(name: str) -> WebTable:
    """The game's own table, or the one that shows any view zone by zone."""
    game = game_named(name)
    if game.file("web/table.js") is None:
        return PLAIN_TABLE
    return WebTable(f"games/{name}/table.js", f"games/{name}/table.css" if game.file("web/table.css") else "")


@cache
def stylesheet() -> str:
    """The colours of all games, each under a class of its own: the parts of a page say whose colours they take."""
    rules = [_rule(game.name, game.colours or derived(game.name)) for game in games()]
    return "\n".join(rules) + "\n"


@cache
def stylesheet_key() -> str:
    return hashlib.sha256(stylesheet().encode()).hexdigest()[:16]


def _rule(name: str, colours: Colours) -> str:
    return (
        f".of-{name} {{\n"
        f"  --game: light-dark({colours.ink}, {colours.dark_ink});\n"
        f"  --game-soft: light-dark({colours.ground}, {colours.dark_ground});\n"
        f"  --suit: {colours.suit};\n"
        "}"
    )


def derived(name: str) -> Colours:
    """Colours for a game that names none: a hue from its name, as dark and as pale as those of the other games."""
    hue = int.from_bytes(hashlib.sha256(name.encode()).digest()[:2], "big") % 360
    return Colours(
        ink=_rgb(hue, 0.72, 0.30),
        ground=_rgb(hue, 0.60, 0.93),
        dark_ink=_rgb(hue, 0.80, 0.76),
        dark_ground=_rgb(hue, 0.55, 0.16),
        suit=_rgb(hue, 0.70, 0.36),
    )


def _rgb(hue: int, saturation: float, lightness: float) -> str:
    red, green, blue = colorsys.hls_to_rgb(hue / 360, lightness, saturation)
    return f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}"
