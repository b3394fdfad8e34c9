"""People at tables in a real browser: whole games by mouse, touch and keyboard, and two browsers at one table."""

import re
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from arena.tables.models import Table, TableState
from arena.tables.stored import replay_of
from engines import variant, variants
from engines.registry import game
from referee.verify import verify
from tests.slugs import SMALLEST

pytestmark = pytest.mark.django_db(transaction=True)


def games_file(slug: str) -> str | None:
    place = game(variant(slug).game).file("web/picks.js")
    return place.read_text() if place else None


MOST_DECISIONS = 300
MOST_LOOKS = 300
"""Some milliseconds each. Who is cut off does not learn of being asked: a test that waited for that would not end."""


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


def by_mouse(page: Page) -> None:
    """A card on the table where one can be chosen; if that does not yet say what is meant, the first choice with it."""
    card = page.locator(".pc.is-pickable").first
    box = card.bounding_box() if card.count() else None
    if box is not None:
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    if page.locator("[data-play]").get_attribute("data-ready") == "asked":
        page.locator(".choice").first.click()


def decide(page: Page, number: int) -> None:
    """By mouse, by touch and by key, in turns: what a table takes from one of them it takes from all."""
    at = page.locator("[data-play]").get_attribute("data-at") or ""
    if number % 3 == 0:
        page.keyboard.press("1")
    elif number % 3 == 1:
        page.locator(".choice").first.tap()
    else:
        by_mouse(page)
    expect(page.locator("[data-play]")).not_to_have_attribute("data-at", at)


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
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-what-if] [data-at]")).to_have_value("1")
    page.get_by_role("button", name="Take over").click()
    assert settled(page) == "asked"


WITH_PLACES = [slug for slug in SMALLEST if "function goal(" in (games_file(slug) or "")][-1]
"""Its cards can be dragged to where they shall lie, from the first decision on."""


def test_a_card_is_dragged_to_its_place_and_refused_elsewhere(page: Page) -> None:
    page.goto(f"/tables/?variant={WITH_PLACES}")
    form = page.locator("form[data-sit]", has=page.locator(f"option[value={WITH_PLACES}]"))
    form.get_by_role("button", name="Sit down").click()
    assert settled(page) == "asked"
    table, notice = page.locator("[data-play]"), page.locator("[data-notice]")
    at = table.get_attribute("data-at") or ""
    card, felt = page.locator(".pc.is-pickable").first, page.locator(".viewer-table svg").first

    def drop(across: float, down: float) -> None:
        lies, all_of_it = card.bounding_box(), felt.bounding_box()
        assert lies
        assert all_of_it
        page.mouse.move(lies["x"] + lies["width"] / 2, lies["y"] + lies["height"] / 2)
        page.mouse.down()
        page.mouse.move(
            all_of_it["x"] + across * all_of_it["width"], all_of_it["y"] + down * all_of_it["height"], steps=4
        )
        page.mouse.up()

    drop(0.01, 0.01)
    expect(notice).to_have_text(re.compile("cannot be put there"))
    assert table.get_attribute("data-at") == at
    spots = [(across / 10, down / 12) for down in range(11, 3, -1) for across in range(1, 10)]
    for spot in spots:
        drop(*spot)
        if table.get_attribute("data-ready") != "asked" or table.get_attribute("data-at") != at:
            break
    expect(table).not_to_have_attribute("data-at", at)


def test_a_choice_can_be_taken_back_before_it_is_sent_and_is_sent_once(page: Page, context: BrowserContext) -> None:
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
    expect(page.locator("[data-notice]")).to_have_text(re.compile(r"would: .+ In deals that fit .+ wins \d+ %"))

    sent: list[Route] = []

    def hold(route: Route) -> None:
        sent.append(route)

    page.route("**/choose/", hold)
    table = page.locator("[data-play]")
    at = table.get_attribute("data-at") or ""
    page.locator(".choice").first.dblclick()
    expect(table).to_have_attribute("data-ready", "sending")
    page.keyboard.press("Escape")
    expect(page.locator("[data-notice]")).to_have_text("It is sent already.")
    expect(table).to_have_attribute("data-ready", "sending")
    sent[0].continue_()
    expect(table).not_to_have_attribute("data-at", at)
    assert len(sent) == 1

    # Who logs in in another tab has another token from then on.
    page.unroute("**/choose/")
    assert settled(page) == "asked"
    at = table.get_attribute("data-at") or ""
    context.clear_cookies(name=settings.CSRF_COOKIE_NAME)
    page.locator(".choice").first.click()
    expect(table).not_to_have_attribute("data-at", at)


def look(page: Page) -> str:
    """The server of tests streams nothing, and a page asks by itself every few seconds only."""
    page.evaluate("window.dispatchEvent(new Event('online'))")
    return settled(page)


def take_turns(pages: list[Page], decisions: int) -> None:
    """By the keyboard, whoever is asked."""
    made = 0
    for _ in range(MOST_LOOKS):
        if made >= decisions:
            return
        asked = [page for page in pages if look(page) == "asked"]
        if any(look(page) == "over" for page in pages):
            return
        for page in asked:
            decide(page, 0)
            made += 1
    pytest.fail(f"{made} of {decisions} decisions, and then nobody was asked")


def test_two_people_and_a_bot_at_one_table_one_of_them_cut_off_and_back(
    page: Page, context: BrowserContext, browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    slug = next(each.slug for each in variants() if each.seats == 3)
    page.goto(f"/tables/?variant={slug}")
    form = page.locator("form[data-sit]", has=page.locator(f"option[value={slug}]"))
    form.locator("summary").click()
    form.locator("[name=seat-1]").select_option("friend")
    form.get_by_role("button", name="Sit down").click()
    invitation = page.get_by_label("Invitation").input_value()
    there = at_once(browser.new_context(**browser_context_args))
    friend = there.new_page()
    friend.goto(invitation)
    friend.get_by_label("What shall the others call you?").fill("Ben")
    friend.get_by_role("button", name="Sit down").click()
    settled(friend)
    page.goto(invitation)
    take_turns([page, friend], 4)

    for _ in range(MOST_LOOKS):
        if look(friend) == "asked":
            break
        if look(page) == "asked":
            decide(page, 0)
    there.set_offline(True)
    friend.keyboard.press("1")
    friend.evaluate("window.dispatchEvent(new Event('online'))")
    expect(friend.locator("[data-notice]")).to_have_text(re.compile("could not be reached"))
    there.set_offline(False)
    look(friend)

    tab = context.new_page()
    tab.goto(invitation)
    take_turns([tab, friend], 3)
    table = Table.objects.latest("pk")
    for each in (tab, page):  # the last decision may have been the friend's
        look(each)
        expect(each.locator("[data-play]")).to_have_attribute("data-at", str(table.version))
    assert {row[0] for row in table.actions} == {0, 1, 2}
    assert not table.faults, "who was cut off for a while has not left"
    friend.get_by_role("button", name="Leave the table").click()
    expect(friend.get_by_text("You have left the table.")).to_be_visible()
    look(page)
    for place in ("[data-notice]", "[data-voice]"):  # to see and to hear
        expect(page.locator(place)).to_contain_text("A house bot plays on for Ben.")
    take_turns([page], 1)
    there.close()
