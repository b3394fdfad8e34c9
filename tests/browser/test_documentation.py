"""The documentation in a real browser: the policy blocks nothing it needs, and it can be searched."""

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect
from pytest_django.fixtures import Settings

from tests.browser.accessible import faults
from tests.browser.test_every_page import PHONE, at_most_requests
from tests.docs.test_site import site

__all__ = ["site"]


SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture
def docs(site: Path, settings: Settings) -> None:
    settings.DOCS_SITE = site


def test_pages_are_silent_fit_a_phone_and_can_be_searched(page: Page, docs: None, complaints: list[str]) -> None:
    for path in ("", "bot-authors/protocol/", "operators/backup/", "bot-authors/strategy-diamoniak/"):
        with at_most_requests(page):
            page.goto(f"/docs/{path}")
            expect(page.locator("h1").first).to_be_visible()
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            results = faults(page)
            assert results.violations_count == 0, f"/docs/{path}, {scheme}: {results.generate_report()}"
    search = page.locator(".md-search__input").first
    search.click()
    search.press_sequentially("witch", delay=50)
    expect(page.locator(".md-search-result__link").first).to_be_visible()
    page.goto("/docs/operators/settings/")
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.goto("/docs/")
    expect(page.locator("header a.md-logo")).to_have_attribute("href", "/")
