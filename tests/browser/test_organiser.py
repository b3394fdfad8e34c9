"""An organiser's evening: announce, fill the field, seed by keyboard, start, rule, undo, and see who won."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from arena.accounts.models import Role, User
from arena.matches.actions.claim import claim
from arena.matches.worker import play_batch
from arena.tournaments.models import Round, RoundState, Tournament
from arena.tournaments.running.advance import advance
from tests.matches.cast import ready_version

BOTS = ("Ace", "Bee", "Cat", "Dog")


def play(cup: Tournament, rounds: int) -> None:
    """Real games, by house bots, until so many rounds are complete or the tournament is over."""
    while (
        Round.objects.filter(state=RoundState.COMPLETE).count() < rounds
        and (lease := claim("browser", most=1)) is not None
    ):
        play_batch(lease)
        advance(cup.pk)


def seeds(page: Page) -> list[str]:
    return [text.strip() for text in page.locator(".seeds > li > span:nth-child(3)").all_inner_texts()]


def winner_of(page: Page, key: str) -> str:
    return page.locator(f'.bracket-match[href$="/{key}/"] .is-first .bracket-name').text_content() or ""


def test_a_tournament_from_the_form_to_the_winner(
    page: Page, log_in: Callable[[], None], member: User, complaints: list[str]
) -> None:
    member.role = Role.ORGANISER
    member.save()
    for name in BOTS:
        ready_version(None, name, "random")
    log_in()

    page.goto("/tournaments/")
    page.get_by_role("link", name="New tournament").first.click()
    page.get_by_label("Name").fill("Spring Cup")
    page.get_by_label("Variant").select_option("diamoniak-2")
    page.get_by_role("combobox", name="Format").select_option("single_elimination")
    expect(page.locator("[data-format]:visible")).to_have_count(1)
    page.get_by_label("Play for third place").locator("visible=true").check()
    page.get_by_label("Blocks per match").fill("1")
    page.get_by_role("button", name="Save").click()

    page.get_by_role("button", name="Open registration").click()
    for name in BOTS:
        page.get_by_label("Bot").first.select_option(label=name)
        page.get_by_role("button", name="Enter a house bot or an own one").click()
    page.get_by_role("button", name="Close registration and seed").click()

    seed_by_keyboard_and_mouse(page)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("button", name="Start", exact=True)).to_have_count(0)
    cup = Tournament.objects.get()
    play(cup, 1)
    page.get_by_role("link", name="Matches").click()
    first = winner_of(page, "1.1.1")
    by_keyboard(page)

    page.goto(f"/tournaments/{cup.slug}/matches/1.1.1/rule/")
    ranks = page.get_by_label(re.compile("^Rank of"))
    for field in ranks.all():
        field.fill("2" if field.input_value() == "1" else "1")
    page.get_by_label("Why").first.fill("A copied program.")
    page.get_by_role("button", name="Rule", exact=True).click()
    expect(page.get_by_text("The ruling holds.")).to_be_visible()
    page.get_by_role("link", name="Matches").click()
    assert winner_of(page, "1.1.1") != first

    page.get_by_role("link", name="Organise").click()
    page.get_by_role("button", name="Undo: Ruled on match").click()
    page.get_by_role("link", name="Matches").click()
    assert winner_of(page, "1.1.1") == first
    page.get_by_role("link", name="Log").click()
    expect(page.get_by_role("cell", name="A copied program.")).to_be_visible()

    play(cup, 9)
    page.get_by_role("link", name="Overview").click()
    expect(page.get_by_role("heading", name="Winners")).to_be_visible()
    cup.refresh_from_db()
    expect(page.get_by_text(cup.secret)).to_be_visible()


def seed_by_keyboard_and_mouse(page: Page) -> None:
    page.wait_for_load_state()  # keys and dragging need the script
    before = seeds(page)
    page.get_by_role("button", name=f"Move {before[3]} up").focus()
    for _ in range(2):
        with page.expect_navigation():
            page.keyboard.press("ArrowUp")
    assert seeds(page) == [before[0], before[3], before[1], before[2]]
    assert page.evaluate("document.activeElement.closest('li').querySelector('.rank').textContent") == "2"
    with page.expect_navigation():
        page.locator(".seeds > li").nth(1).drag_to(page.locator(".seeds > li").nth(3))
    assert seeds(page) == before
    drag_by_finger(page, 0, 2)
    assert seeds(page) == [before[1], before[2], before[0], before[3]]
    drag_by_finger(page, 2, 0)
    assert seeds(page) == before


def drag_by_finger(page: Page, line: int, to: int) -> None:
    """A real touch, as the browser gets it from a screen: down on the handle, along the list, up."""
    page.wait_for_load_state()  # the browser has scrolled to the line that moved, and the script is there
    handles = page.locator("[data-handle]")
    handles.nth(line).scroll_into_view_if_needed()
    begin, end = handles.nth(line).bounding_box(), handles.nth(to).bounding_box()
    assert begin
    assert end
    across = begin["x"] + begin["width"] / 2
    heights = [box["y"] + box["height"] / 2 for box in (begin, end)]
    screen = page.context.new_cdp_session(page)

    def touch(kind: str, *heights: float) -> None:
        points = [{"x": across, "y": height} for height in heights]
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", heights[0])
    for step in (0.3, 0.7, 1.0):
        touch("touchMove", heights[0] + step * (heights[1] - heights[0]))
    expect(page.locator(".seeds > li").nth(to)).to_have_class(re.compile("is-target"))
    with page.expect_navigation():
        touch("touchEnd")


def by_keyboard(page: Page) -> None:
    """Through the bracket with arrows, larger and smaller with plus and minus."""
    page.wait_for_load_state()  # a click on a link waits for the page, not for its scripts
    bracket = page.locator("[data-bracket]")
    page.locator(".bracket-wrap").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('href')").endswith("/matches/1.2.1/")
    width = float(bracket.get_attribute("width") or 0)
    page.keyboard.press("+")
    assert float(bracket.get_attribute("width") or 0) == width * 1.25
    page.keyboard.press("0")
    assert float(bracket.get_attribute("width") or 0) <= page.locator(".bracket-wrap").bounding_box()["width"]  # type: ignore[index]  # it is visible
