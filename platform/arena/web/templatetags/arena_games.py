"""The games on a page: their plain names, the emblem of a bot, and where the style sheet and the scripts are."""

from __future__ import annotations

import hashlib
import math

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from arena.web import script_words
from arena.web.scripts import script_address, table_address
from arena.web.stylesheet import site_key
from engines import variant
from engines.registry import game, is_known, names

register = template.Library()


@register.simple_tag
def site_stylesheet() -> str:
    return reverse("site_stylesheet", args=[site_key()])


@register.simple_tag
def script(name: str) -> SafeString:
    """What `arena.web.scripts` joins under this name."""
    return format_html('<script type="module" src="{}"></script>', script_address(name))


@register.simple_tag
def table_script(game: str) -> str:
    return table_address(game)


@register.simple_tag
def words_of_scripts(game: str = "") -> SafeString:
    """For pages whose scripts speak: their words in the reader's language, those of a game's table among them."""
    return script_words.script_words(get_language() or "", *([game] if game else []))


@register.simple_tag
def words_of_all_tables() -> SafeString:
    return script_words.script_words_of_all_games(get_language() or "")


@register.filter
def variant_title(slug: str) -> str:
    """What people call it; a variant that is not installed any more keeps its slug."""
    return _(variant(slug).title) if is_known(slug) else slug


@register.filter
def game_title(name: str) -> str:
    """What people call the game; one that is not installed any more keeps its name."""
    return _(game(name).title) if name in names() else name


@register.simple_tag
def emblem(name: str, tint: int | None = None) -> SafeString:
    """A rosette of its own for every bot: petals, turn, core and, unless its owner chose one, colour come from its
    name."""
    drawn = hashlib.sha256(name.encode()).digest()
    petals, width, inner = 5 + drawn[0] % 6, 4 + drawn[1] % 5, 6 + drawn[2] % 6
    turns = [round(drawn[3] % 72 + 360 * at / petals, 1) for at in range(petals)]
    path = f"M0-{inner}C{width}-{inner + 6} {width}-22 0-28C-{width}-22-{width}-{inner + 6} 0-{inner}z"
    blades = format_html_join("", '<path d="{}" transform="rotate({})"/>', ((path, turn) for turn in turns))
    points = " ".join(
        f"{round(inner * 0.7 * math.cos(2 * math.pi * at / (3 + drawn[4] % 4)), 1)},"
        f"{round(inner * 0.7 * math.sin(2 * math.pi * at / (3 + drawn[4] % 4)), 1)}"
        for at in range(3 + drawn[4] % 4)
    )
    return format_html(
        '<svg class="emblem tint-{}" viewBox="-32 -32 64 64" aria-hidden="true"><circle r="31"/>{}'
        '<polygon points="{}"/></svg>',
        (drawn[5] if tint is None else tint) % 6,
        blades,
        points,
    )
