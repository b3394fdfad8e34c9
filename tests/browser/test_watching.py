"""What a person who watches looks at: the current line of the story, a table that came back, the end of a live game."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from arena.matches.models import Game
from tests.browser.eventually import eventually
from tests.matches import cast as matches_cast
from tests.replays import cast
from tests.slugs import SMALLEST


@pytest.fixture
def game(transactional_db: None) -> Game:
    return cast.first_game(cast.played_match("diamoniak-2"))


def watch(page: Page, game: Game, more: str = "") -> None:
    page.goto(f"/games/{game.pk}/watch/{more}")
    expect(page.locator("[data-viewer]")).to_have_attribute("data-ready", "true")


CURRENT_LINE_IS_IN_SIGHT = """() => {
    const line = document.querySelector("[data-log] [aria-current]").getBoundingClientRect();
    const list = document.querySelector("[data-log]").getBoundingClientRect();
    return line.height > 0 && line.top >= list.top && line.bottom <= list.bottom;
}"""


def test_the_story_follows_the_game(page: Page, game: Game) -> None:
    watch(page, game)
    for key in ("End", "Home", *["Shift+ArrowRight"] * 9, "End"):
        page.keyboard.press(key)
        eventually(page, CURRENT_LINE_IS_IN_SIGHT)
    assert page.evaluate("document.querySelector('[data-log]').scrollTop") > 0


def test_a_story_opened_at_a_decision_shows_its_line(page: Page, game: Game) -> None:
    watch(page, game, f"#d={game.decision_count}")
    eventually(page, CURRENT_LINE_IS_IN_SIGHT)


def lose_once(page: Page, address: str) -> None:
    """The next request for an address never reaches the server. Ask for it before the page is opened: an open page
    learns of a new route by a message that a key pressed at once can overtake, and its request then gets through."""

    def lose(route: Route) -> None:
        route.abort("connectionrefused")

    page.route(address, lose, times=1)


ANSWERED_OR_LOST = """() => {
    const isAnswered = new URLSearchParams(location.search).get("as") === "public";
    return isAnswered ? "answered" : document.querySelector("[data-notice]").textContent && "lost";
}"""


def test_a_table_that_could_not_be_loaded_is_loaded_by_a_click(page: Page, game: Game) -> None:
    lose_once(page, "**/frames.json*")
    page.goto(f"/games/{game.pk}/watch/")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("could not be reached")
    expect(alert).not_to_contain_text("fetch")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-viewer]")).to_have_attribute("data-ready", "true")
    expect(alert).to_be_hidden()
    assert page.locator(".pc").count() > 0


def test_the_table_script_is_asked_for_again_too(page: Page, game: Game) -> None:
    page.route(re.compile(r"/script/table-[^?]*\.js$"), lambda route: route.abort("connectionrefused"))
    page.goto(f"/games/{game.pk}/watch/")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-viewer]")).to_have_attribute("data-ready", "true")
    expect(page.get_by_role("alert")).to_be_hidden()


def test_a_perspective_that_fails_to_load_leaves_the_table_as_it_was(page: Page, game: Game) -> None:
    lose_once(page, "**/frames.json?as=public*")
    watch(page, game, "?as=all#d=3")
    page.keyboard.press("p")
    came_to = eventually(page, ANSWERED_OR_LOST)
    assert came_to == "lost", "the arena answered although this test meant to lose the request"
    expect(page.locator("[data-notice]")).to_contain_text("could not be reached")
    expect(page.locator("[data-as]")).to_have_value("all")
    expect(page.get_by_role("alert")).to_be_hidden()
    page.keyboard.press("p")
    expect(page).to_have_url(re.compile(r"as=public"))
    expect(page.locator("[data-place]")).to_have_text(re.compile(r"^3 /"))


def test_the_embedding_code_gives_the_player_all_the_room_it_needs(page: Page, game: Game) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    watch(page, game)
    page.get_by_role("button", name="Copy code to embed this replay").click()
    expect(page.locator("[data-notice]")).to_be_visible()
    code = page.evaluate("navigator.clipboard.readText()")
    width, height = (int(number) for number in re.findall(r' (?:width|height)="(\d+)"', code))
    page.set_viewport_size({"width": width, "height": height})
    watch(page, game, "?embed=1")
    assert page.evaluate("document.documentElement.scrollHeight") <= height
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_practice_match_cannot_be_asked_for_with_too_many(
    page: Page, transactional_db: None, log_in: Callable[[], None]
) -> None:
    for name in ("Owl", "Fox", "Hen"):
        matches_cast.ready_version(None, name, "random")
    log_in()
    page.goto("/bots/owl/")
    page.get_by_label("Variant").select_option("diamoniak-2")
    page.get_by_label("Fox").check()
    expect(page.get_by_label("Hen")).to_be_disabled()
    page.get_by_label("Variant").select_option("diamoniak-3")
    page.get_by_label("Hen").check()
    expect(page.get_by_role("button", name="Play unrated")).to_be_enabled()
    page.get_by_label("Variant").select_option("diamoniak-2")
    expect(page.get_by_text("do not fit this variant")).to_be_visible()
    expect(page.get_by_role("button", name="Play unrated")).to_be_disabled()


def test_browsers_that_ask_for_the_icon_by_habit_get_it(page: Page, transactional_db: None) -> None:
    answer = page.goto("/favicon.ico")
    assert answer is not None
    assert (answer.status, answer.headers["content-type"]) == (200, "image/svg+xml")


COVERED_CONTROLS = """() => {
    const controls = [...document.querySelectorAll(".viewer-bar :is(button, select, input, a)")];
    const isFree = (control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        const above = document.elementFromPoint(left + width / 2, top + height / 2);
        return !width || (above && (control.contains(above) || above.contains(control)));
    };
    return controls.filter((control) => !isFree(control)).map((control) => control.title || control.id);
}"""


@pytest.mark.parametrize("slug", [*SMALLEST, "karma-6"])
def test_on_a_phone_every_control_is_in_sight_and_under_nothing(page: Page, transactional_db: None, slug: str) -> None:
    game = cast.first_game(cast.played_match(slug, games=1))
    page.set_viewport_size({"width": 390, "height": 844})
    watch(page, game)
    assert page.evaluate(COVERED_CONTROLS) == []


def test_the_end_of_a_replay_is_an_event(page: Page, game: Game, complaints: list[str]) -> None:
    watch(page, game)
    card = page.locator("[data-ending]")
    expect(card).to_be_hidden()
    page.keyboard.press("End")
    expect(card).to_be_visible()
    expect(card.get_by_role("heading")).to_have_text(re.compile(r"^Random-diamoniak-2-\d wins$|^A draw$"))
    expect(card.get_by_role("listitem")).to_have_count(2)
    turning = card.get_by_role("button", name="Turning point")
    expect(turning).to_be_visible()
    turning.click()
    expect(page.locator("[data-slider]")).not_to_have_value(str(game.decision_count))
    page.keyboard.press("End")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    card.get_by_role("link", name="Same deal, other seats").click()
    expect(page.locator("[data-same-deal]")).to_have_attribute("data-ready", "true")


def test_a_card_explains_itself_on_hover_on_tap_and_in_a_list(page: Page, game: Game, complaints: list[str]) -> None:
    watch(page, game, "?as=all#d=9")
    card = page.locator(".pc[data-face]").last
    words = page.locator("[data-card-help]")
    expect(words).to_be_hidden()
    card.hover()
    expect(words).to_contain_text(": ")
    page.mouse.move(0, 0)
    expect(words).to_be_hidden()
    # A finger: it asks what the card does, and does not start the film.
    card.dispatch_event("pointerover", {"pointerType": "touch"})
    for kind in ("pointerdown", "pointerup"):
        card.dispatch_event(kind, {"pointerType": "touch", "isPrimary": True, "button": 0, "bubbles": True})
    expect(words).to_be_visible()
    expect(page.locator(".viewer-play")).to_have_attribute("aria-pressed", "false")
    page.get_by_text("What the cards on the table do").click()
    expect(page.locator("[data-cards] li").first).to_be_visible()
    expect(page.locator("[data-rule]")).not_to_be_empty()


def test_a_swipe_steps_and_a_tap_beside_the_cards_plays(page: Page, game: Game) -> None:
    watch(page, game, "#d=4")
    stage = page.locator("[data-viewer] [data-stage]")
    finger = {"pointerType": "touch", "isPrimary": True, "button": 0, "bubbles": True}
    for start, end, place in ((300, 100, 5), (100, 300, 4)):
        stage.dispatch_event("pointerdown", {**finger, "clientX": start, "clientY": 200})
        stage.dispatch_event("pointerup", {**finger, "clientX": end, "clientY": 210})
        expect(page.locator("[data-place]")).to_have_text(re.compile(rf"^{place} /"))
    for kind in ("pointerdown", "pointerup"):
        stage.dispatch_event(kind, {**finger, "clientX": 5, "clientY": 200})
    expect(page.locator(".viewer-play")).to_have_attribute("aria-pressed", "true")


def test_all_tables_of_a_block_go_on_together(page: Page, game: Game, complaints: list[str]) -> None:
    page.goto(f"/games/{game.pk}/same-deal/")
    tables = page.locator("[data-same-deal]")
    expect(tables).to_have_attribute("data-ready", "true")
    expect(tables.locator("[data-place]")).to_have_text("the deal")
    page.keyboard.press("ArrowRight")
    expect(tables.locator("[data-place]")).to_have_text("after 1 turn")
    for told in tables.locator("[data-told]").all():
        expect(told).not_to_be_empty()
    page.keyboard.press("End")
    expect(tables.locator("[data-place]")).to_have_text(re.compile("2 of 2 over"))
    for told in tables.locator("[data-told]").all():
        expect(told).to_have_text(re.compile(r"^Random-diamoniak-2-\d wins\.$|^A draw\.$"))


def test_a_screen_reader_hears_each_step_and_finds_every_control_by_its_name(page: Page, game: Game) -> None:
    watch(page, game, "?as=all")
    voice = page.locator("[data-voice]")
    expect(voice).to_have_attribute("aria-live", "polite")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        expect(voice).to_have_text(page.locator("[data-log] [aria-current]").inner_text())
    heard = page.locator("main").aria_snapshot()
    for role, name in (
        ("button", "Next decision"),
        ("slider", "Decision"),
        ("combobox", "Through whose eyes"),
        ("heading", "What happens"),
        ("heading", "The rule here"),
        ("img", "The table. The story beside it says the same in words."),
    ):
        assert f'{role} "{name}"' in heard, heard
    expect(page.get_by_role("slider", name="Decision")).to_have_attribute(
        "aria-valuetext", re.compile("^Decision 3 of ")
    )
