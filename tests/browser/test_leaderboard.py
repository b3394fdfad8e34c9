"""The leaderboard and a bot's page with data: accessible in both themes, drawn, and silent."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from arena.ratings.models import Period, Pool, Snapshot, Standing
from benchmarks.leaderboard.fill import fill
from tests.browser.accessible import faults
from tests.browser.test_every_page import DESKTOP, PHONE


@pytest.fixture
def filled(live_server: LiveServer) -> Pool:
    return fill("karma-4", 60, 6_000)


def _check(page: Page) -> None:
    for theme, size in (("light", DESKTOP), ("dark", PHONE)):
        page.set_viewport_size(size)
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        results = faults(page)
        assert results.violations_count == 0, f"{theme}: {results.generate_report()}"
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_full_board_is_accessible_and_fits_a_phone(page: Page, filled: Pool, complaints: list[str]) -> None:
    page.goto("/leaderboards/karma-4/")
    _check(page)


def test_the_filters_work_by_keyboard_and_give_an_address(page: Page, filled: Pool, complaints: list[str]) -> None:
    page.goto("/leaderboards/karma-4/")
    page.get_by_placeholder("Name or author").focus()
    page.keyboard.type("elk")
    page.keyboard.press("Enter")
    page.wait_for_url("**/leaderboards/karma-4/?q=elk*")
    names = page.locator("tbody th[scope=row] a").all_text_contents()
    assert names
    assert all("Elk" in name for name in names)


def test_the_history_is_drawn_and_drawn_anew_in_the_other_theme(
    page: Page, filled: Pool, complaints: list[str]
) -> None:
    line = Standing.objects.select_related("version__bot").order_by("position")[0]
    now = timezone.now()
    for number in range(1, 6):
        period = Period.objects.create(
            pool=filled,
            number=number,
            key=f"k{number}",
            first_seq=1,
            last_seq=0,
            closed_at=now - timedelta(hours=9 - number),
        )
        Snapshot.objects.create(
            period=period, version=line.version, live=1500 + number, games=4, rating=1510, margin=40
        )
    page.goto(line.version.bot.get_absolute_url())
    expect(page.locator(".plot canvas")).to_be_visible()
    _check(page)
    expect(page.locator(".plot canvas")).to_have_count(1)
    legend = page.locator(".plot output")
    newest = legend.inner_text()
    assert "1,505" in newest
    page.get_by_role("group", name="Rating over time").focus()
    page.keyboard.press("Home")
    expect(legend).to_contain_text("1,501")
    page.keyboard.press("ArrowRight")
    expect(legend).to_contain_text("1,502")
    assert not re.search("am|pm", newest, re.IGNORECASE), "the arena's clock has 24 hours"
    page.get_by_text("The numbers of the last 5 closed periods").click()
    expect(page.locator("#rating-history tbody tr")).to_have_count(5)
