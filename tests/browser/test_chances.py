"""Winning chances below a replay in a real browser: the chart follows the replay, and the replay follows the chart."""

import pytest
from playwright.sync_api import Page, expect

from arena.matches.models import Game
from tests.replays import cast


@pytest.fixture
def game(transactional_db: None) -> Game:
    return cast.first_game(cast.played_match("diamoniak-2"))


def test_a_moment_of_the_chart_is_looked_up_in_the_replay(page: Page, game: Game, complaints: list[str]) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/games/{game.pk}/watch/")
    expect(page.locator("[data-chances]")).to_have_attribute("data-ready", "true")
    expect(page.locator("[data-plot] polygon")).to_have_count(2)
    before = page.locator(".chances-value").first.inner_text()
    page.locator(".chances-moment").last.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-slider]")).not_to_have_value("0")
    expect(page.locator(".chances-value").first).not_to_have_text(before)
    page.locator("[data-numbers] summary").click()
    expect(page.locator("[data-numbers] tbody tr")).to_have_count(game.decision_count + 1)
    page.locator("[data-numbers] summary").click()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
