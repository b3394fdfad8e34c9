"""The replay page in Firefox too: one look, by WebDriver BiDi. Skipped, with the command, where it is not installed."""

import time
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from arena.matches.models import Game
from tests.patience import PATIENCE_S
from tests.replays import cast
from tools import firefox

RIGHT = "\ue014"


@pytest.fixture(scope="session", autouse=True)
def _with_chromium() -> None:
    """Not wanted here: this browser is another one."""


@pytest.fixture(autouse=True)
def _patience() -> None:
    """As above."""


@pytest.fixture
def game(transactional_db: None) -> Game:
    return cast.first_game(cast.played_match("diamoniak-2"))


def becomes(page: firefox.Page, expression: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while not page.ask(expression):
        assert time.monotonic() < end, f"never true: {expression}; {page.complaints}"
        time.sleep(0.05)


@pytest.mark.skipif(firefox.executable() is None, reason=f"Firefox is missing. Fix: {firefox.APT_COMMAND}")
def test_a_replay_is_watched_in_firefox(game: Game, live_server: LiveServer, tmp_path: Path) -> None:
    with firefox.page(firefox.executable() or "", tmp_path, PATIENCE_S) as page:
        page.go(f"{live_server.url}/games/{game.pk}/watch/")
        becomes(page, "document.querySelector('[data-viewer]').dataset.ready === 'true'")
        assert page.ask("document.querySelectorAll('[data-stage] .pc').length") > 0
        for step in (1, 2):
            page.press(RIGHT)
            becomes(page, f"document.querySelector('[data-place]').textContent.startsWith('{step} /')")
        current = "document.querySelector('[data-log] [aria-current]').textContent"
        assert page.ask(f"document.querySelector('[data-voice]').textContent === {current}")
        assert page.ask("document.documentElement.scrollWidth <= innerWidth")
        assert page.complaints == []
