"""The replay viewer in a real browser: by keyboard alone, by address, without script, framed, in both themes."""

import gzip
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Page, Request, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.matches import replay_store
from arena.matches.models import Game
from tests.browser.accessible import faults
from tests.browser.eventually import eventually
from tests.patience import PATIENCE_S
from tests.replays import cast
from tests.slugs import SMALLEST

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 860}


@pytest.fixture
def game(transactional_db: None) -> Game:
    return cast.first_game(cast.played_match("diamoniak-2"))


def watch(page: Page, game: Game, more: str = "") -> None:
    page.goto(f"/games/{game.pk}/watch/{more}")
    expect(page.locator("[data-viewer]")).to_have_attribute("data-ready", "true")


def place(page: Page) -> int:
    return int(page.locator("[data-place]").inner_text().partition("/")[0])


def last(page: Page) -> int:
    return int(page.locator("[data-slider]").get_attribute("max") or 0)


def test_a_replay_is_watched_by_keyboard_only(page: Page, game: Game, complaints: list[str]) -> None:
    page.clock.install()
    watch(page, game)
    keys = page.keyboard
    keys.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("one decision back or on")
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)

    keys.press("ArrowRight")
    keys.press("ArrowRight")
    assert place(page) == 2
    assert page.locator("[data-told]").inner_text() == page.locator("[data-log] [aria-current]").inner_text()
    expect(page.locator("[data-outlook]")).to_contain_text(" to ")
    keys.press("ArrowLeft")
    assert place(page) == 1
    keys.press("End")
    assert place(page) == last(page) == game.decision_count
    expect(page.locator("[data-voice]")).to_contain_text("the game is over")
    expect(page.locator("[data-outlook]")).to_have_text(re.compile(r"^Random-diamoniak-2-\d wins$|^A draw$"))
    keys.press("Home")
    keys.press("Shift+ArrowRight")
    after_a_turn = place(page)
    assert after_a_turn >= 1
    keys.press(".")
    expect(page).to_have_url(re.compile(rf"#d={place(page)}$"))

    # Time stands still from here on: a short game would be over while a busy machine looks.
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    keys.press("Home")
    keys.press("+")
    keys.press("+")
    keys.press("+")
    keys.press("Space")
    expect(page.locator("[data-do=toggle]")).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(4 * 125)  # eight decisions a second
    stopped = place(page)
    assert stopped == 4
    keys.press("Space")
    page.clock.run_for(1000)
    assert place(page) == stopped

    keys.press("l")
    keys.press("ArrowDown")
    assert place(page) == min(stopped + 1, last(page))
    assert page.evaluate("document.activeElement.getAttribute('aria-current')") == "step"


def test_every_control_is_reached_by_the_tabulator_key(page: Page, game: Game) -> None:
    watch(page, game)
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.dataset.do || document.activeElement.id || ''"))
    assert {"toggle", "next", "turn", "moment", "speed", "perspective", "link", "fullscreen", "help"} <= reached


def test_an_address_opens_a_decision(page: Page, game: Game, complaints: list[str]) -> None:
    watch(page, game, "?as=public#d=7")
    assert place(page) == 7
    expect(page.locator("[data-as]")).to_have_value("public")


def test_the_perspective_changes_without_losing_the_place(page: Page, game: Game, complaints: list[str]) -> None:
    watch(page, game, "?as=public#d=4")
    expect(page.locator("[data-thoughts]")).to_be_hidden()
    page.keyboard.press("a")
    expect(page.locator("[data-thoughts]")).to_be_visible()
    assert place(page) == 4
    expect(page).to_have_url(re.compile(r"as=all.*#d=4$"))


def test_a_decision_is_shared_embedded_and_taken_home(page: Page, game: Game) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    watch(page, game, "#d=5")
    page.get_by_role("button", name="Copy a link to this decision").click()
    expect(page.locator("[data-notice]")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"/games/{game.pk}/watch/#d=5")
    page.get_by_role("button", name="Copy code to embed this replay").click()
    expect(page.locator("[data-notice]")).to_contain_text("embed")
    assert f"/games/{game.pk}/watch/?embed=1#d=5" in page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as taken:
        page.get_by_role("link", name="Download the replay").click()
    assert json.loads(taken.value.path().read_bytes())["format"] == "karma-arena-replay"
    page.keyboard.press("f")
    eventually(page, "document.fullscreenElement?.matches('[data-viewer]')")
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator("[data-place]")).to_have_text(re.compile("^5 /"))


def test_an_owner_sees_clock_and_log_of_the_own_bot(
    page: Page, game: Game, member: User, log_in: Callable[[], None], complaints: list[str]
) -> None:
    assert game.replay is not None
    seats = [action.seat for action in replay_store.load(game.replay).actions]
    own = game.seats.get(seat=seats[4])
    number = seats[:5].count(own.seat)
    Bot.objects.filter(pk=own.version.bot_id).update(owner=member, house_name="")
    marks = {
        "stderr_tail": "before|now: all or nothing|after",
        "stderr_marks": [[number - 1, 7], [number, 19], [99, 6]],
    }
    game.seats.filter(pk=own.pk).update(evidence=marks)
    log_in()
    watch(page, game, f"?as={own.seat}#d=4")
    panel = page.locator("[data-thoughts]")
    expect(panel.locator("[data-lines]")).to_have_text("now: all or nothing")
    expect(panel.locator("[data-decision]")).to_contain_text("of 200; 10.0 s in the bank")
    expect(panel.locator(".is-chosen")).to_have_count(1)
    page.keyboard.press("Home")
    expect(panel.locator("[data-lines]")).to_be_hidden()


def test_the_whole_page_is_small(page: Page, game: Game) -> None:
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if request.resource_type != "font" else None)
    watch(page, game)
    sizes = {request.url: size(request) for request in asked}
    assert any(f"/script/table-{game.variant.partition('-')[0]}." in path for path in sizes)
    assert any("/frames.json" in path for path in sizes)
    assert sum(sizes.values()) < 120_000, sizes


def size(request: Request) -> int:
    response = request.response()
    assert response is not None
    return len(gzip.compress(response.body()))


COUNT_MOVES = """
    window.moves = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
        window.moves += this.matches(".pc") && given[1].duration > 0;
        return animate.apply(this, given);
    };
"""
"""Counted when they begin: on a busy machine one may be over before anybody can look for it."""


def test_every_step_draws_and_the_cards_move(page: Page, game: Game, complaints: list[str]) -> None:
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(COUNT_MOVES)
    watch(page, game)
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    assert page.locator(".pc").count() > 0
    assert page.evaluate("window.moves") > 0
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.getAnimations().filter(a => a.effect.target.closest('[data-stage]')).length") == 0


def test_a_swipe_steps_on(page: Page, game: Game) -> None:
    watch(page, game)
    box = page.locator("[data-stage]").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 300, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] + 150, box["y"] + 205)
    page.mouse.up()
    assert place(page) == 1


@pytest.mark.parametrize("slug", SMALLEST)
def test_the_viewer_is_accessible_in_both_themes_and_fits_a_phone(
    page: Page, transactional_db: None, complaints: list[str], slug: str
) -> None:
    game = cast.first_game(cast.played_match(slug))
    for theme, size in (("light", DESKTOP), ("dark", PHONE)):
        page.set_viewport_size(size)
        watch(page, game, "?as=all#d=9")
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        results = faults(page)
        assert results.violations_count == 0, f"{theme}: {results.generate_report()}"
        assert page.locator(".pc").count() > 3
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_without_script_the_game_is_read_as_text(browser: Browser, live_server: LiveServer, game: Game) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/games/{game.pk}/watch/")
    expect(page).to_have_url(re.compile(r"/text/$"))  # the text stands where the table would be
    expect(page.locator("pre")).to_contain_text("Diamoniak, 2 seats")
    before = page.locator("pre").inner_text()
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page).to_have_url(re.compile(r"step=1"))
    assert page.locator("pre").inner_text() != before
    context.close()


@contextmanager
def framed_by_a_stranger(page: Page, address: str) -> Iterator[None]:
    """Open a page of another site that shows the address in a frame.

    A real server: a browser lets no made-up page of the internet frame an address of this machine.
    """
    html = f'<!doctype html><title>Stranger</title><iframe width="700" height="600" src="{address}"></iframe>'

    class Stranger(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Stranger) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page.goto(f"http://127.0.0.1:{server.server_port}/", wait_until="domcontentloaded")
        yield
        server.shutdown()


def test_another_site_may_frame_the_embedded_page(page: Page, live_server: LiveServer, game: Game) -> None:
    with framed_by_a_stranger(page, f"{live_server.url}/games/{game.pk}/watch/?embed=1"):
        expect(page.frame_locator("iframe").locator("[data-viewer]")).to_have_attribute("data-ready", "true")


def test_another_site_may_frame_no_other_page(page: Page, live_server: LiveServer, game: Game) -> None:
    refusals: list[str] = []
    page.on("console", lambda message: refusals.append(message.text))
    with framed_by_a_stranger(page, f"{live_server.url}/games/{game.pk}/watch/"):
        end = time.monotonic() + PATIENCE_S
        while not refusals and time.monotonic() < end:
            page.wait_for_timeout(100)
        assert "frame" in " ".join(refusals)
        assert page.frame_locator("iframe").locator("[data-viewer]").count() == 0


def test_a_failure_is_told_with_a_way_out(page: Page, game: Game) -> None:
    page.route("**/frames.json*", lambda route: route.fulfill(status=410, json={"error": "Played by other rules."}))
    page.goto(f"/games/{game.pk}/watch/")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Played by other rules.")
    expect(alert.get_by_role("link", name="Read the game as text")).to_be_visible()
