"""The presenter's evening: a countdown reveals at its end, and the screen never shows more than the room knows."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from arena.accounts.models import Role, User
from arena.matches.actions.claim import claim
from arena.matches.worker import play_batch
from arena.tournaments.models import Tournament
from arena.tournaments.running.advance import advance
from tests.matches.cast import ready_version
from tests.tournament_engine import cast


@pytest.fixture
def show(member: User) -> Tournament:
    """Played to the end and all of it under seal; replays are there."""
    member.role = Role.ORGANISER
    member.save()
    bots = [ready_version(None, name, "random") for name in ("Ace", "Bee", "Cat", "Dog")]
    cup = cast.started(member, bots, "single_elimination", is_staged=True, name="Grand Final")
    while (batch := claim("browser")) is not None:
        play_batch(batch)
        advance(cup.pk)
    return cup


@pytest.fixture
def room(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """Somebody who looks on, without an account."""
    context = browser.new_context(base_url=live_server.url)
    yield context.new_page()
    context.close()


def results(page: Page) -> int:
    """Matches of the bracket whose winner is shown."""
    return page.locator(".bracket-match .is-first").count()


def test_a_round_is_revealed_by_the_countdown_and_the_final_by_a_button(
    page: Page, room: Page, log_in: Callable[[], None], show: Tournament, complaints: list[str]
) -> None:
    log_in()
    page.goto(f"/tournaments/{show.slug}/present/")
    expect(page.get_by_role("heading", name="Next: Semi-finals")).to_be_visible()
    expect(page.locator("iframe")).to_have_count(0)
    assert results(page) == 0
    page.clock.install(time=timezone.now())
    page.get_by_label("in seconds").fill("600")
    page.get_by_role("button", name="Count down").click()
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))
    room.goto(f"/tournaments/{show.slug}/")
    assert results(room) == 0
    page.clock.fast_forward(300_000)
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^[1-5]:\d\d$"))
    page.clock.fast_forward(400_000)
    expect(page.get_by_role("heading", name="Next: Final")).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("^Semi-final.*: "))).to_be_visible()
    expect(page.locator("iframe.present-replay")).to_have_count(1)
    assert results(page) == 2
    room.goto(f"/tournaments/{show.slug}/matches/")
    assert results(room) == 2
    page.get_by_role("button", name="Reveal the round").click()
    expect(page.get_by_role("heading", name="Winners")).to_be_visible()
    assert results(page) == 3
    room.goto(f"/tournaments/{show.slug}/")
    expect(room.get_by_role("heading", name="Winners")).to_be_visible()
