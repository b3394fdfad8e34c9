"""People at tables in a real browser: whole games by mouse, touch and keyboard, and two people with a bot."""

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
    """By mouse on the cards, by touch on the list and by key, in turns."""
    at = page.locator("[data-play]").get_attribute("data-at") or ""
    if number % 3 == 0:
        page.keyboard.press("1")
    elif number % 3 == 1 or not page.locator(".pc.is-pickable").count():
        page.locator(".choice").first.tap()
    else:
        by_mouse(page, at)
    expect(page.locator("[data-play]")).not_to_have_attribute("data-at", at)


def by_mouse(page: Page, at: str) -> None:
    """Cards, one after the other, until they are a choice. Cards may overlap: clicked where they show."""
    exact = page.locator(".choice.is-exact")
    while page.locator(f"[data-play][data-ready=asked][data-at='{at}']").count():
        if exact.count():
            exact.first.click()
            return
        card = page.locator(".pc.is-pickable:not(.is-picked)").last.bounding_box()
        assert card is not None
        page.mouse.click(card["x"] + card["width"] - 6, card["y"] + card["height"] / 2)


@pytest.mark.parametrize("slug", SMALLEST)
def test_a_whole_game_is_played_by_mouse_touch_and_keyboard(page: Page, complaints: list[str], slug: str) -> None:
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


def test_a_second_tab_that_is_behind_is_told_so_and_shows_the_table_as_it_is(
    page: Page, context: BrowserContext
) -> None:
    page.goto(f"/tables/?variant={SMALLEST[-1]}")
    form = page.locator("form[data-sit]", has=page.locator(f"option[value={SMALLEST[-1]}]"))
    form.get_by_role("button", name="Sit down").click()
    settled(page)
    other = context.new_page()
    other.goto(page.url)
    settled(other)
    decide(page, 0)
    other.locator(".choice").first.click()
    expect(other.locator("[data-notice]")).to_contain_text("moved on")
    assert settled(other) == settled(page)
