"""Contrast that passed once is not looked at again; whatever differs in letters or ground is."""

import pytest
from playwright.sync_api import Page

from tests.browser import accessible
from tests.browser.accessible import faults

PAGE = (
    '<!doctype html><html lang="en"><head><title>Page</title><style>body {background: #fff; color: #222}'
    ".pale {color: #bbb} .dark {background: #333} .moved {margin-top: -1em; position: relative}</style></head>"
    "<body><main><h1>Page</h1><p>Words</p>%s</main></body></html>"
)


@pytest.fixture(autouse=True)
def _nothing_has_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accessible, "_PASSED", set())


def wrong(page: Page, more: str) -> list[str]:
    page.set_content(PAGE % more)
    found = faults(page).response["violations"]
    return [node["html"] for rule in found if rule["id"] == "color-contrast" for node in rule["nodes"]]


def contrast(page: Page, more: str) -> list[str]:
    """How the rule ended."""
    page.set_content(PAGE % more)
    response = faults(page).response
    kinds = ("violations", "incomplete", "passes", "inapplicable")
    return [kind for kind in kinds for rule in response[kind] if rule["id"] == "color-contrast"]


def test_what_passed_is_not_looked_at_again(page: Page) -> None:
    assert contrast(page, "<p>More</p>") == ["passes"]
    assert contrast(page, "<p>More</p><p>And more</p>") == ["inapplicable"]
    assert contrast(page, "<p style='font-weight: 700'>Bold</p>") == ["passes"]


@pytest.mark.parametrize(
    "bad",
    [
        '<p class="pale">Pale</p>',
        '<p style="opacity: 0.3">Faint</p>',
        '<div class="dark"><p>Dark on dark</p></div>',
        '<div class="dark"><section><div><p>Dark on dark</p></div></section></div>',
        '<svg width="0" height="0"></svg><p><b style="color: #aaa">Bold</b></p>',
    ],
)
def test_letters_on_another_ground_or_in_another_colour_are_found_after_all_else_passed(page: Page, bad: str) -> None:
    assert wrong(page, "<div><p>Words</p></div>") == []
    assert len(wrong(page, f"<p>Words</p>{bad}<p>Words</p>")) == 1
    assert len(wrong(page, bad)) == 1, "what failed is looked at every time"


def test_what_may_lie_over_something_else_is_looked_at_every_time(page: Page) -> None:
    moved = '<p class="moved">Moved</p>'
    contrast(page, moved)
    assert contrast(page, moved) != ["inapplicable"]
