import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

LINEN, NIGHT = "rgb(242, 244, 238)", "rgb(11, 19, 16)"


def background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


@pytest.mark.parametrize(("wish", "colour"), [("light", LINEN), ("dark", NIGHT)])
def test_the_device_decides_until_the_visitor_does(
    browser: Browser, live_server: LiveServer, wish: str, colour: str
) -> None:
    context = browser.new_context(base_url=live_server.url, color_scheme="dark" if wish == "dark" else "light")
    page = context.new_page()
    page.goto("/")
    assert background(page) == colour
    context.close()


def test_the_button_switches_at_once_and_the_next_page_remembers(page: Page, complaints: list[str]) -> None:
    page.goto("/")
    page.get_by_role("button", name="Dark theme").click()
    assert background(page) == NIGHT
    page.goto("/replays/")
    assert background(page) == NIGHT
    page.get_by_role("button", name="Light theme").click()
    assert background(page) == LINEN


def test_without_script_the_button_works_by_a_round_trip(browser: Browser, live_server: LiveServer) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/replays/")
    page.get_by_role("button", name="Dark theme").click()
    expect(page).to_have_url(f"{live_server.url}/replays/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    context.close()
