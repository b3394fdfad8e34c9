"""People at tables in a real browser: whole games by touch and keyboard."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from arena.tables.models import Table, TableState
from arena.tables.stored import replay_of
from referee.verify import verify
from tests.slugs import SMALLEST

pytestmark = pytest.mark.django_db(transaction=True)

MOST_DECISIONS = 300


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    return at_once(context)


def at_once(context: BrowserContext) -> BrowserContext:
    """Bots answer and choices are sent without a pause."""
    context.add_init_script("localStorage.setItem('arena-pace', '0')")
    return context


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    return {**browser_context_args, "has_touch": True}


def settled(page: Page) -> str:
    """What the page waits for: this person, the others, or nothing more."""
    table = page.locator("[data-play]")
    expect(table).to_have_attribute("data-ready", re.compile("asked|over|waiting"))
    return table.get_attribute("data-ready") or ""


def decide(page: Page, number: int) -> None:
    """By touch and by key, in turns."""
    at = page.locator("[data-play]").get_attribute("data-at") or ""
    if number % 2 == 0:
        page.keyboard.press("1")
    else:
        page.locator(".choice").first.tap()
    expect(page.locator("[data-play]")).not_to_have_attribute("data-at", at)


@pytest.mark.parametrize("slug", SMALLEST)
def test_a_whole_game_is_played_by_touch_and_keyboard(page: Page, complaints: list[str], slug: str) -> None:
    page.goto(f"/tables/?variant={slug}")
    form = page.locator("form[data-sit]", has=page.locator(f"option[value={slug}]"))
    form.get_by_role("button", name="Sit down").click()
    for number in range(MOST_DECISIONS):
        if settled(page) == "over":
            break
        decide(page, number)
    table = Table.objects.latest("pk")
    assert table.state == TableState.OVER
    assert verify(replay_of(table, list(table.sittings.all()))).differences == ()
    expect(page.locator("[data-outcome]")).to_have_text(re.compile("win|lose|draw"))
    page.get_by_role("link", name="See the replay").click()
    expect(page.locator("[data-viewer]")).to_have_attribute("data-ready", "true")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-what-if] [data-at]")).to_have_value("1")
    page.get_by_role("button", name="Take over").click()
    assert settled(page) == "asked"


def test_a_choice_can_be_taken_back_before_it_is_sent(page: Page, context: BrowserContext) -> None:
    context.add_init_script("localStorage.setItem('arena-pace', '1800')")
    page.goto("/")
    page.locator(".game-card").last.get_by_role("button", name="Play now").click()
    assert settled(page) == "asked"
    before = Table.objects.latest("pk").version
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    expect(page.locator("[data-play]")).to_have_attribute("data-ready", "asked")
    assert Table.objects.latest("pk").version == before
    page.keyboard.press("h")
    expect(page.locator(".choice.is-hinted")).to_be_visible()
