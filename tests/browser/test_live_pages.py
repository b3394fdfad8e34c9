"""Pages follow what happens without being reloaded, on the server that production uses."""

import re
import socket
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, Request, Route, expect

from arena.lib.live.publish import is_watched, publish
from arena.matches import worker
from arena.matches.actions.claim import claim
from arena.matches.actions.settle import settle
from arena.matches.models import Game, Match, MatchKind
from arena.ratings.actions.close_period import close_period, open_pool
from arena.ratings.actions.refit import refit
from engines import PUBLIC, Deal, new_game
from tests.matches import cast
from tests.patience import PATIENCE_S


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
    thread.join(PATIENCE_S)


@pytest.fixture
def match(transactional_db: None) -> Match:
    versions = [cast.ready_version(None, "Owl", "random"), cast.ready_version(None, "Fox", "random")]
    return cast.match(versions)


@pytest.fixture
def tab(browser: Browser, server: str) -> Iterator[Page]:
    context = browser.new_context(base_url=server, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_S * 1000)
    yield context.new_page()
    context.close()


def wait_until_watched(channel: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while not is_watched(channel):
        assert time.monotonic() < end, f"nobody listens to {channel}"
        time.sleep(0.01)


def test_a_match_page_follows_its_games(tab: Page, match: Match) -> None:
    asked: list[Request] = []
    tab.on("request", lambda request: asked.append(request) if request.headers.get("hx-request") else None)
    tab.goto(f"/matches/{match.pk}/")
    wait_until_watched(f"match:{match.pk}")
    expect(tab.locator("#progress")).to_contain_text("0 / 2")
    wait_until_quiet(tab, asked)
    before = len(asked)
    worker.play_batch(cast.take().batch)
    expect(tab.locator("#progress")).to_contain_text("1 / 2")
    assert len(asked) > before


def wait_until_quiet(tab: Page, asked: list[Request]) -> None:
    """Until the stream is open and nothing goes out for longer than the two seconds between two polls."""
    end = time.monotonic() + PATIENCE_S
    before = -1
    while len(asked) != before:
        assert time.monotonic() < end, "while the stream is open nothing is polled"
        before = len(asked)
        tab.wait_for_timeout(2500)


def test_news_that_come_while_the_last_are_fetched_are_fetched_too(tab: Page, match: Match) -> None:
    """They once were not: the question was kept with the part of the page that the answer under way replaced."""
    asked: list[Request] = []
    tab.on("request", lambda request: asked.append(request) if request.headers.get("hx-request") else None)
    held: list[Route] = []
    quiet = threading.Event()

    def hold(route: Route) -> None:
        if quiet.is_set():
            held.append(route)
        else:
            route.continue_()

    # Before the page is there: what an open page asks for may overtake the news of a route. Its stream goes past it.
    tab.route(re.compile("^https?://[^/]+/matches/"), hold)
    tab.goto(f"/matches/{match.pk}/")
    wait_until_watched(f"match:{match.pk}")
    wait_until_quiet(tab, asked)
    quiet.set()
    publish(f"match:{match.pk}", "news")
    wait_for_number(tab, held, 1)
    tab.wait_for_timeout(1000)  # bursts are fetched together after less than that
    held[0].continue_()
    wait_for_number(tab, held, 2)
    held[1].continue_()


def wait_for_number(tab: Page, held: list[Route], number: int) -> None:
    end = time.monotonic() + PATIENCE_S
    while len(held) < number:
        assert time.monotonic() < end, f"the page asked {len(held)} times"
        tab.wait_for_timeout(50)


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
    expect(tab.locator("#progress")).to_contain_text("1 / 2")


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
    expect(tab.locator("[data-viewer]")).to_have_attribute("data-ready", "true")
    game.refresh_from_db()
    expect(tab.locator("[data-place]")).to_have_text(re.compile(rf"^{game.decision_count} / {game.decision_count}\b"))
    expect(tab.locator("[data-outlook]")).to_have_text(re.compile(r"wins$|^A draw$"))


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
    expect(tab.locator("[data-log] li").nth(lines)).to_be_attached()
    told = [line for line in tab.locator("[data-log] li").all_inner_texts() if "turns over" in line]
    assert len(told) == sum(event["type"] == "draw" for event in state.events(PUBLIC))
