"""A game of another package on every page, in a real browser: with the looks that the arena makes up for it."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from pytest_django.fixtures import Settings

from arena.accounts.models import Role, User
from arena.bots.actions.house import ensure_house_bots
from arena.docs import building
from arena.matches.models import Game, GameState, Match
from arena.ratings.actions.pools import ensure_pools
from arena.tournaments.models import Tournament
from tests.browser.accessible import faults
from tests.docs.blocks import ROOT
from tests.matches.cast import games_of
from tests.replays import cast

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 860}

pytestmark = pytest.mark.usefixtures("market_day")


@pytest.fixture
def match(transactional_db: None) -> Match:
    ensure_pools()
    return cast.played_match("market-day-3")


def look(page: Page, path: str) -> None:
    """The page is there, in both themes and sizes, and axe finds no fault with it, made-up colours included."""
    answer = page.goto(path)
    assert answer is not None
    assert answer.status == 200, path
    for theme, size in (("light", DESKTOP), ("dark", PHONE)):
        page.set_viewport_size(size)
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        results = faults(page)
        assert results.violations_count == 0, f"{path}, {theme}: {results.generate_report()}"
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{path} scrolls sideways"


def test_every_page_that_shows_games_shows_it(page: Page, match: Match, complaints: list[str]) -> None:
    game = cast.first_game(match)
    bot = game.seats.select_related("version__bot")[0].version.bot
    for path in (
        "/", "/leaderboards/", "/leaderboards/?game=market-day", "/leaderboards/market-day-3/", "/leaderboards/how/",
        "/play/market-day/", "/bots/?game=market-day", f"/bots/{bot.slug}/", "/replays/?variant=market-day-",
        f"/matches/{match.pk}/", f"/games/{game.pk}/", f"/games/{game.pk}/text/?step=3", "/design/",
    ):  # fmt: skip
        look(page, path)
    page.goto("/")
    card = page.locator(".game-card", has_text="Market Day")
    expect(card.locator("svg text")).to_have_text("M")
    ground = card.locator(".game-art").evaluate("part => getComputedStyle(part).backgroundColor")
    assert ground not in {"rgba(0, 0, 0, 0)", "transparent"}


def test_a_replay_of_it_is_watched_on_the_plain_table(page: Page, match: Match, complaints: list[str]) -> None:
    game = cast.first_game(match)
    for more in ("", "?embed=1"):
        page.goto(f"/games/{game.pk}/watch/{more}")
        expect(page.locator("[data-viewer]")).to_have_attribute("data-ready", "true")
        for _ in range(4):
            page.keyboard.press("ArrowRight")
        stage = page.locator("[data-stage]")
        expect(stage.locator(".pc")).not_to_have_count(0)
        expect(stage).to_contain_text("lot")
        expect(stage).to_contain_text("coins")
        page.keyboard.press("End")
        expect(page.locator("[data-told]")).to_contain_text("end")
    page.goto(f"/games/{game.pk}/watch/?as=all")
    expect(page.locator("[data-viewer]")).to_have_attribute("data-ready", "true")
    look(page, f"/games/{game.pk}/watch/")


def test_a_game_that_runs_has_its_page(page: Page, transactional_db: None, complaints: list[str]) -> None:
    match = cast.played_match("market-day-2", games=1)
    waiting = next(game for game in games_of(match) if game.state == GameState.QUEUED)
    look(page, f"/games/{waiting.pk}/watch/")
    assert Game.objects.filter(block__match=match, state=GameState.DONE).count() == 1


def test_an_author_and_an_organiser_find_it_in_their_forms(
    page: Page, log_in: Callable[[], None], member: User, complaints: list[str]
) -> None:
    ensure_house_bots()
    User.objects.filter(pk=member.pk).update(role=Role.ORGANISER)
    log_in()
    look(page, "/submit/")
    expect(page.get_by_label("Market Day", exact=True)).to_be_visible()
    look(page, "/tournaments/new/")
    page.set_viewport_size(DESKTOP)
    page.get_by_label("Name", exact=True).fill("Market Cup")
    page.get_by_label("Variant").select_option("market-day-2")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Market Cup")).to_be_visible()
    assert Tournament.objects.get().variant == "market-day-2"


def test_its_rules_are_in_the_documentation(
    page: Page, tmp_path: Path, settings: Settings, transactional_db: None
) -> None:
    command = [str(part) for part in building.command(ROOT, tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, env=building.environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    settings.DOCS_SITE = tmp_path / "site"
    page.goto("/docs/bot-authors/rules-market-day/")
    expect(page.get_by_role("heading", name="Market Day").first).to_be_visible()
    expect(page.get_by_role("link", name="Rules")).not_to_have_count(0)
