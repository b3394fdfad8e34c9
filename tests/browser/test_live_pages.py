"""Pages follow what happens without being reloaded, on the server that production uses."""

import re
import socket
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, Request, expect

from arena.lib.live.publish import is_watched, publish
from arena.matches import worker
from arena.matches.actions.claim import claim
from arena.matches.actions.settle import settle
from arena.matches.models import Game, Match, MatchKind
from arena.ratings.actions.close_period import close_period, open_pool
from arena.ratings.actions.refit import refit
from engines import PUBLIC, Deal, new_game
from tests.matches import cast


@pytest.fixture
def server(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Uvicorn with both ways of the real process: pages and event streams."""
    monkeypatch.setenv("ARENA_PROCESS", "")
    from arena.asgi import application

    listening = socket.socket()
    listening.bind(("localhost", 0))
    config = uvicorn.Config(application, log_level="warning", timeout_graceful_shutdown=1, lifespan="off")
    found = uvicorn.Server(config)
    thread = threading.Thread(target=found.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not found.started:
        time.sleep(0.02)
    yield f"http://localhost:{listening.getsockname()[1]}"
    found.should_exit = True
    thread.join(20)


@pytest.fixture
def match(transactional_db: None) -> Match:
    versions = [cast.ready_version(None, "Owl", "random"), cast.ready_version(None, "Fox", "random")]
    return cast.match(versions)


@pytest.fixture
def tab(browser: Browser, server: str) -> Iterator[Page]:
    context = browser.new_context(base_url=server, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def wait_until_watched(channel: str) -> None:
    for _ in range(1000):
        if is_watched(channel):
            return
        time.sleep(0.01)
    raise AssertionError(f"nobody listens to {channel}")


def test_a_match_page_follows_its_games(tab: Page, match: Match) -> None:
    asked: list[Request] = []
    tab.on("request", lambda request: asked.append(request) if request.headers.get("hx-request") else None)
    with tab.expect_event("request", lambda _: len(asked) == 2):  # opening the stream asks twice
        tab.goto(f"/matches/{match.pk}/")
    wait_until_watched(f"match:{match.pk}")
    expect(tab.locator("#progress")).to_contain_text("0 / 2")
    # On a busy machine a poll or two come before it is open. A page that polls is never quiet so long.
    assert any(is_quiet(tab, asked) for _ in range(4)), "while the stream is open nothing is polled"
    before = len(asked)
    worker.play_batch(cast.take().batch)
    expect(tab.locator("#progress")).to_contain_text("1 / 2")
    assert len(asked) > before


def is_quiet(tab: Page, asked: list[Request]) -> bool:
    """Does nothing go out for longer than the two seconds between two polls?"""
    before = len(asked)
    tab.wait_for_timeout(2500)
    return len(asked) == before


def test_a_leaderboard_changes_before_the_eyes_of_its_visitor(tab: Page, transactional_db: None) -> None:
    names = {"Owl": "expert", "Fox": "random"}
    versions = [cast.ready_version(None, name, house) for name, house in names.items()]
    pool = open_pool("diamoniak-2")
    tab.goto("/leaderboards/diamoniak-2/")
    expect(tab.locator("#board")).to_contain_text("Nobody stands here yet")
    tab.evaluate("window.isTheSamePage = true")
    wait_until_watched("ladder:diamoniak-2")
    for number in (1, 2):
        key = f"ladder/{number}"
        match = cast.match(versions, key, "ladder:diamoniak-2", blocks=4, kind=MatchKind.LADDER)
        Match.objects.filter(pk=match.pk).update(is_rated=True, period=key)
        while (batch := claim("w")) is not None:
            worker.play_batch(batch)
        settle(match.pk)
        assert close_period(key) is not None
        refit(pool.pk)
        expect(tab.locator("#as-of")).to_contain_text(f"{8 * number} rated games")
        expect(tab.locator("#board tbody th[scope=row]")).to_have_count(2)
    assert tab.evaluate("window.isTheSamePage")


def test_without_a_stream_the_page_polls(tab: Page, match: Match) -> None:
    tab.route("**/live/**", lambda route: route.fulfill(status=503, headers={"Retry-After": "30"}))
    tab.goto(f"/matches/{match.pk}/")
    worker.play_batch(cast.take().batch)
    expect(tab.locator("#progress")).to_contain_text("1 / 2", timeout=15_000)


def test_a_game_is_watched_while_it_is_played_and_becomes_a_replay(tab: Page, match: Match) -> None:
    lease = cast.take()
    game = Game.objects.get(pk=lease.game_id)
    tab.goto(f"/games/{game.pk}/watch/")
    channel = f"game:{game.pk}"
    wait_until_watched(channel)
    state = new_game("diamoniak-2", Deal.from_text("watched"), record=True)
    state.apply(state.legal_actions()[0])
    publish(channel, "frame", {"at": 1, "view": state.view(PUBLIC), "events": state.events(PUBLIC)})
    expect(tab.locator(".pc").first).to_be_attached()
    expect(tab.locator("[data-log]")).to_contain_text("turns over")
    worker.play_batch(lease.batch)
    expect(tab.locator("[data-viewer]")).to_have_attribute("data-ready", "true", timeout=15_000)
    expect(tab.locator("[data-place]")).to_have_text(re.compile(r"^0 /"))


def test_a_connection_that_breaks_is_taken_up_again(tab: Page, match: Match) -> None:
    lease = cast.take()
    tab.goto(f"/games/{lease.game_id}/watch/")
    channel = f"game:{lease.game_id}"
    wait_until_watched(channel)
    state = new_game("diamoniak-2", Deal.from_text("again"), record=True)
    seen = 0
    for number in (1, 2):
        state.apply(state.legal_actions()[0])
        events = state.events(PUBLIC, seen)
        seen = state.event_count()
        publish(channel, "frame", {"at": number, "view": state.view(PUBLIC), "events": events})
        if number == 1:
            expect(tab.locator("[data-log] li").first).to_be_attached()
            lines = tab.locator("[data-log] li").count()
            tab.context.set_offline(True)
    tab.context.set_offline(False)
    expect(tab.locator("[data-log] li").nth(lines)).to_be_attached(timeout=15_000)
    told = [line for line in tab.locator("[data-log] li").all_inner_texts() if "turns over" in line]
    assert len(told) == sum(event["type"] == "draw" for event in state.events(PUBLIC))
