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
    first: str
    """The variant that is played unless somebody asks for another."""
    has_lesson: bool
    """Is there a first game that teaches?"""


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
        first=game.engine.variants()[0].slug,
        has_lesson=bool(game.lesson),
    )


@cache
def art_of(game: Game) -> SafeString:
    """The game's own picture, or a fan of cards with its initial."""
    own = game.file("art.svg")
    if own is not None:
        return SafeString(own.read_text(encoding="utf-8"))  # a file of an installed package: as trusted as its code
    return SafeString(render_to_string("art/fan.svg", {"initial": game.title[:1].upper()}))


PLAIN_TABLE = "js/replay/plain-table.js"


@cache
def web_table(name: str) -> str:
    """The module that draws a replay of the game: its own, or the one that shows any view zone by zone."""
    return PLAIN_TABLE if game_named(name).file("web/table.js") is None else f"games/{name}/table.js"


@cache
def stylesheet() -> str:
    """The colours of all games, each under a class of its own: the parts of a page say whose colours they take."""
    rules = [_rule(game.name, game.colours or derived(game.name)) for game in games()]
    return "\n".join(rules) + "\n"


def _rule(name: str, colours: Colours) -> str:
    return (
        f".of-{name} {{\n"
        f"  --game: light-dark({colours.ink}, {colours.dark_ink});\n"
        f"  --game-soft: light-dark({colours.ground}, {colours.dark_ground});\n"
        f"  --suit: {colours.suit};\n"
        "}"
    )


LEAST_CONTRAST = 5.0
"""Between ink and ground: a little more than the 4.5 that small text needs."""
_CARD = "#fffefa"


def derived(name: str) -> Colours:
    """Colours for a game that names none: a hue from its name, and inks as strong as that hue needs to be read."""
    hue = int.from_bytes(hashlib.sha256(name.encode()).digest()[:2], "big") % 360
    ground, dark_ground = _rgb(hue, 0.60, 0.93), _rgb(hue, 0.55, 0.14)
    return Colours(
        ink=_readable(hue, 0.70, range(44, 0, -1), ground),
        ground=ground,
        dark_ink=_readable(hue, 0.80, range(66, 100), dark_ground),
        dark_ground=dark_ground,
        suit=_readable(hue, 0.70, range(44, 0, -1), _CARD),
    )


def _readable(hue: int, saturation: float, percents: range, ground: str) -> str:
    """The first of these lightnesses that can be read: yellow is brighter than blue of the same lightness."""
    inks = (_rgb(hue, saturation, percent / 100) for percent in percents)
    return next(ink for ink in inks if contrast(ink, ground) >= LEAST_CONTRAST)


def contrast(one: str, other: str) -> float:
    """From 1 to 21, as WCAG 2 computes it."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _rgb(hue: int, saturation: float, lightness: float) -> str:
    red, green, blue = colorsys.hls_to_rgb(hue / 360, lightness, saturation)
    return f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}"
