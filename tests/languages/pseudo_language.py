"""The arena with one language more, as the documentation says: a line of settings, and a folder of texts."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings

from arena.settings.environment import PACKAGE
from arena.web import script_words
from engines.registry import game, names
from engines.words import Words
from referee import words as referee_words
from tests.embedded import RUN_FOLDER
from tools import catalogues, pseudo

LINE = (pseudo.CODE, "Ésperanto")


def written() -> list[Path]:
    """Its catalogues, made by the first process of a run that asks: to look for all texts takes a while."""
    folder = Path(os.environ[RUN_FOLDER]) / "pseudo-language"
    folder.mkdir(exist_ok=True)
    done = folder / "done"
    with (folder / "lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not done.exists():
            made = pseudo.write(catalogues.books(), folder)
            done.write_text("\n".join(home.name for home in made))
    return [folder / name for name in done.read_text().splitlines()]


@contextmanager
def spoken() -> Iterator[None]:
    """Everything is said in it, by pages and scripts, until the end of the block."""
    homes = {home.name: home for home in written()}
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
