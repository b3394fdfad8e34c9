"""The arena with one language more, as the documentation says: a line of settings, and a folder of texts."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings

from arena.settings.environment import PACKAGE
from arena.web import script_words
from engines.registry import game, names
from engines.words import Words
from referee import words as referee_words
from tools import catalogues, pseudo

LINE = (pseudo.CODE, "Ésperanto")


@contextmanager
def spoken(folder: Path) -> Iterator[None]:
    """Everything is said in it, by pages and scripts, until the end of the block."""
    homes = {home.name: home for home in pseudo.write(catalogues.books(), folder)}
    paths = [home / "locale" for home in homes.values()]

    def elsewhere(home: Path) -> Words:
        return Words(homes.get(home.name, home))

    with (
        pytest.MonkeyPatch.context() as patch,
        override_settings(LANGUAGES=[*settings.LANGUAGES, LINE], LOCALE_PATHS=[*paths, *settings.LOCALE_PATHS]),
    ):
        patch.setattr(script_words, "Words", elsewhere)
        patch.setattr(script_words, "_ARENA", Words(homes[PACKAGE.name], catalogues.SCRIPTS))
        patch.setattr(referee_words, "_WORDS", Words(homes["referee"]))
        assert {game(name).folder.name for name in names()} <= set(homes)
        script_words.script_words.cache_clear()
        try:
            yield
        finally:
            script_words.script_words.cache_clear()
