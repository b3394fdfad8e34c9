"""The words of scripts, carried by the page that uses them: no catalogue is written twice."""

from __future__ import annotations

import json
from functools import cache

from django.conf import settings
from django.utils.safestring import SafeString

from arena.settings.environment import PACKAGE
from engines.registry import game, names
from engines.words import Words

_ARENA = Words(PACKAGE, "djangojs")
_ESCAPES = str.maketrans({"<": "\\u003C", ">": "\\u003E", "&": "\\u0026"})
"""So that no text can end the element that carries it."""


@cache
def script_words(language: str, *played: str) -> SafeString:
    """Elements for the head of a page: words of the arena's scripts, then of the tables of these games.

    Nothing in English: it stands in the scripts.
    """
    if language == settings.LANGUAGE_CODE:
        return SafeString()
    parts = [_element("", _ARENA, language)]
    parts += [_element(name, Words(game(name).folder), language) for name in played]
    return SafeString("".join(parts))


def script_words_of_all_games(language: str) -> SafeString:
    """For a page that shows whatever is being played."""
    return script_words(language, *names())


def _element(name: str, words: Words, language: str) -> str:
    told = {"forms": words.forms_in(language), "texts": words.all_in(language)}
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)
    return f'<script type="application/json" data-vocabulary="{name}">{text}</script>'
