"""The event streams as a browser gets them: who may listen, what is said, and how a stream ends."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.db import connections
from django.test import Client

from arena.accounts.models import User
from arena.bots.models import Bot, BotVersion
from arena.lib.live.publish import is_watched, publish
from arena.matches.models import Game, GameState
from arena.tournaments.actions import reveal
from arena.tournaments.models import Tournament
from arena.web.live import views
from tests.matches import cast
from tests.patience import PATIENCE_S
from tests.tournament_engine import cast as cups

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fresh_redis")]


@pytest.fixture
def application(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("ARENA_PROCESS", "")
    from arena.asgi import application

    return application


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    versions = [cast.ready_version(alice, "Ace"), cast.ready_version(bob, "Bishop")]
    return cast.games_of(cast.match(versions))[0]


class Browser:
    """Opens a stream, collects what comes, and leaves."""

    def __init__(self, application: Any, path: str, headers: dict[str, str] | None = None) -> None:
        self.application = application
        self.path = path
        self.headers = {"host": "localhost", **(headers or {})}
        self.status = 0
        self.answered: dict[str, str] = {}
        self.text = ""
        self._left = asyncio.Event()

    async def open(self) -> None:
        await self.application(self._scope(), self._receive(), self._send)

    def leave(self) -> None:
        self._left.set()

    async def until(self, words: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            if words in self.text:
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"{words!r} never came; {self.status} {self.text!r} did.")

    def _scope(self) -> dict[str, Any]:
        return {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
            "path": self.path, "raw_path": self.path.encode(), "query_string": b"", "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in self.headers.items()],
            "client": ("127.0.0.1", 5), "server": ("localhost", 80),
        }  # fmt: skip

    def _receive(self) -> Any:
        sent = False

        async def receive() -> dict[str, Any]:
            nonlocal sent
            if sent:
                await self._left.wait()
                return {"type": "http.disconnect"}
            sent = True
            return {"type": "http.request", "body": b"", "more_body": False}

        return receive

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.answered = {name.decode().lower(): value.decode() for name, value in message["headers"]}
        else:
            self.text += message.get("body", b"").decode()


def visit(browser: Browser, *steps: Any) -> None:
    """Open a stream; each step is a text to wait for or something to do; then leave."""

    async def main() -> None:
        opening = asyncio.ensure_future(browser.open())
        async with asyncio.timeout(20):
            for step in steps:
                if isinstance(step, str):
                    await browser.until(step)
                else:
                    await asyncio.to_thread(step)
            while not browser.status:
                await asyncio.sleep(0.01)
            browser.leave()
        _, still_open = await asyncio.wait([opening], timeout=PATIENCE_S)
        assert not still_open, "The stream outlived its browser."

    asyncio.run(main())


def test_a_viewer_hears_the_game_and_its_end(application: Any, game: Game) -> None:
    browser = Browser(application, f"/live/games/{game.pk}/")
    visit(
        browser,
        "retry:",
        lambda: _wait_for_mark(f"game:{game.pk}"),
        lambda: publish(f"game:{game.pk}", "frame", {"at": 1}),
        '"at":1',
        lambda: publish(f"game:{game.pk}", "done"),
        "event: done",
    )
    assert browser.status == 200
    assert browser.answered["content-type"] == "text/event-stream"
    assert browser.answered["cache-control"] == "no-store"
    assert browser.text.count("event: frame") == 1
    assert "id: " in browser.text


def _wait_for_mark(channel: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while not is_watched(channel):
        assert time.monotonic() < end, f"nobody listens to {channel}"
        time.sleep(0.01)


def test_a_finished_game_ends_the_stream_at_once(application: Any, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(state=GameState.CANCELLED, deadline=None)
    browser = Browser(application, f"/live/games/{game.pk}/")
    visit(browser, "event: done")
    assert not is_watched(f"game:{game.pk}")


@pytest.mark.parametrize(
    "path", ["games/{0}/", "matches/{0}/", "versions/{0}/", "tournaments/{0}/", "ladders/whist-4/"]
)
def test_what_does_not_exist_has_no_stream(application: Any, db: None, path: str) -> None:
    browser = Browser(application, "/live/" + path.format(987654))
    visit(browser)
    assert browser.status == 404


def test_a_private_bots_game_has_no_stream_for_strangers(application: Any, game: Game, alice: User) -> None:
    Bot.objects.filter(owner=alice).update(is_private=True)
    stranger = Browser(application, f"/live/games/{game.pk}/")
    visit(stranger)
    assert stranger.status == 404
    client = Client()
    client.force_login(alice)
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    owner = Browser(application, f"/live/games/{game.pk}/", {"cookie": cookie})
    visit(owner, "retry:")
    assert owner.status == 200


@pytest.fixture
def staged() -> Tournament:
    """Nothing is played yet."""
    return cups.started(cups.organiser(), cups.field(4), "single_elimination", is_staged=True)


def elsewhere(act: Callable[[], object]) -> None:
    """Steps are taken in a thread, whose connection to the database must not outlive them."""
    try:
        act()
    finally:
        connections.close_all()


def test_who_looks_on_hears_of_a_reveal_and_not_of_what_is_played_under_seal(
    application: Any, staged: Tournament
) -> None:
    browser = Browser(application, f"/live/tournaments/{staged.pk}/")

    def play() -> None:
        elsewhere(lambda: cups.play_all(staged))
        assert "news" not in browser.text, "when and how often somebody won is a result too"

    olga = staged.owner
    assert olga is not None
    visit(
        browser,
        "retry:",
        lambda: _wait_for_mark(f"tournament:{staged.pk}/shown"),
        play,
        lambda: publish(f"tournament:{staged.pk}/shown", "mark"),
        "event: mark",
        lambda: elsewhere(lambda: reveal.reveal(staged.pk, olga)),
        "event: news",
    )
    assert browser.text.index("event: mark") < browser.text.index("event: news")


def test_the_organiser_hears_of_what_is_played_under_seal(application: Any, staged: Tournament, client: Client) -> None:
    assert staged.owner is not None
    client.force_login(staged.owner)
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    browser = Browser(application, f"/live/tournaments/{staged.pk}/", {"cookie": cookie})
    visit(
        browser,
        "retry:",
        lambda: _wait_for_mark(staged.source),
        lambda: elsewhere(lambda: cups.play_all(staged)),
        "event: news",
    )


def test_the_check_of_a_version_and_a_match_can_be_followed(application: Any, game: Game) -> None:
    checked = BotVersion.objects.order_by("pk")[0]
    browser = Browser(application, f"/live/versions/{checked.pk}/")
    visit(browser, "event: done")  # ready already
    match = Browser(application, f"/live/matches/{game.block.match_id}/")
    channel = f"match:{game.block.match_id}"
    visit(match, "retry:", lambda: _wait_for_mark(channel), lambda: publish(channel, "news"), "event: news")


@pytest.mark.parametrize("forged", ["x", "-", "1-1\r\nX: y", "9" * 40 + "-1"])
def test_a_forged_last_id_is_ignored(application: Any, game: Game, forged: str) -> None:
    browser = Browser(application, f"/live/games/{game.pk}/", {"last-event-id": forged})
    visit(browser, "retry:")
    assert browser.status == 200


def test_at_the_cap_browsers_are_asked_to_come_back(
    application: Any, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "CONNECTION_CAP", 0)
    browser = Browser(application, f"/live/games/{game.pk}/")
    visit(browser)
    assert (browser.status, browser.answered["retry-after"]) == (503, "30")


def test_a_server_without_event_streams_says_so(client: Client, game: Game) -> None:
    assert client.get(f"/live/games/{game.pk}/").status_code == 204


def test_only_get_is_answered(client: Client, game: Game) -> None:
    assert client.post(f"/live/games/{game.pk}/").status_code == 405
