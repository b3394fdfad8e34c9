"""A game of another package, as if it were installed: its folder on the import path, nothing remembered of before."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.web import games as web_games
from arena.web import script_words, scripts
from arena.web.front import rules
from engines import registry
from referee import library

PACKAGE = Path(__file__).parent / "package"
GAME = "market-day"
REMEMBERED = (
    registry._declared,
    registry._all,
    registry.game,
    registry.variant,
    web_games.art_of,
    web_games.stylesheet,
    web_games.web_table,
    scripts._script,
    scripts._table_address,
    rules.rules_html,
    rules.strategy_html,
    script_words.script_words,
    library.sdk_library,
)


def forget() -> None:
    for function in REMEMBERED:
        function.cache_clear()


@contextmanager
def installed(folder: Path = PACKAGE) -> Iterator[None]:
    """For this process and for the programs that it starts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.setenv("PYTHONPATH", str(folder), prepend=":")
        forget()
        try:
            yield
        finally:
            packages = {path.name for path in folder.iterdir()}
            for name in [name for name in sys.modules if name.partition(".")[0] in packages]:
                del sys.modules[name]
    forget()
