"""Every page in both themes, wide and narrow: no accessibility fault, a silent console, no sideways scrolling, and few
requests."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings
from playwright.sync_api import Page, Request, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from arena.accounts.models import User
from arena.web.theme import COOKIE
from tests.browser.accessible import faults
from tests.browser.cut_texts import cut_texts
from tests.languages.pseudo_language import spoken
from tests.web.walks import WALKS, Walk
from tools import tournaments
from tools.pages import TOURNAMENT_PAGES
from tools.pseudo import CODE

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 860}
LOOKS = (("en", "light", DESKTOP), (CODE, "dark", PHONE))
"""A language longer than any that people speak, where there is least room for it."""


@pytest.fixture(scope="module", autouse=True)
def _long_language() -> Iterator[None]:
    with spoken():
        yield


@pytest.mark.parametrize("walk", WALKS, ids=str)
def test_each_page_is_accessible_silent_and_fits_a_phone(
    page: Page,
    log_in: Callable[[], None],
    member: User,
    complaints: list[str],
    *,
    walk: Walk,
    subtests: pytest.Subtests,
) -> None:
    if walk.logs_in:
        log_in()
    for shown, path in walk.pages(member):
        with subtests.test(shown.name):
            look(page, path, 200 if shown.is_found else 404)
            # The browser itself reports the status of a page that is not there; nothing else may be said.
            heard = [line for line in complaints if shown.is_found or "404" not in line]
            complaints.clear()
            assert heard == []


def test_each_page_of_a_tournament_is_accessible_silent_and_fits_a_phone(
    page: Page, log_in: Callable[[], None], member: User, complaints: list[str]
) -> None:
    rows = tournaments.create(member)
    log_in()
    for shown in TOURNAMENT_PAGES:
        look(page, shown.path.format(**rows), 200)


MOST_REQUESTS = 12


@contextmanager
def at_most_requests(page: Page) -> Iterator[None]:
    """Different ones: a page that follows a game asks the same again and again."""
    asked: set[str] = set()

    def hear(request: Request) -> None:
        if not request.url.startswith("data:"):
            asked.add(request.url)

    page.on("request", hear)
    yield
    page.remove_listener("request", hear)
    assert len(asked) <= MOST_REQUESTS, sorted(asked)


def look(page: Page, path: str, status: int) -> None:
    for language, theme, size in LOOKS:
        for name, value in ((settings.LANGUAGE_COOKIE_NAME, language), (COOKIE, theme)):
            page.context.add_cookies([{"name": name, "value": value, "domain": "localhost", "path": "/"}])
        page.set_viewport_size(size)
        if "#" in path:
            # Or it would not be asked for again. A page that is asked for, unlike a blank one: what the page before
            # still wanted to know is then seen to be left behind by it.
            page.goto("/robots.txt")
        with at_most_requests(page):
            response = page.goto(path)
            assert response
            assert response.status == status
            assert page.locator("html").get_attribute("lang") == language
            assert page.locator("html").get_attribute("data-theme") == theme
            results = faults(page)
        assert results.violations_count == 0, f"{path}, {theme}: {results.generate_report()}"
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
    assert cut_texts(page) == [], path


def test_the_keyboard_reaches_the_content_first(page: Page, live_server: LiveServer) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#main$"))
