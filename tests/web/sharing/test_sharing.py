"""Links that are shared: what pages say of themselves, pictures drawn by the server, oEmbed, sitemap."""

import io
import re
import threading
from contextlib import ExitStack

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image
from pytest_django.fixtures import Settings

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.matches.models import Game, Match
from arena.web.sharing import pictures, views
from tests.matches import cast as matches_cast
from tests.replays import cast

pytestmark = pytest.mark.django_db
SITE = "https://arena.example.org"


@pytest.fixture(autouse=True)
def _site(settings: Settings) -> None:
    settings.SITE_URL = SITE


@pytest.fixture
def match() -> Match:
    return cast.played_match(
        "diamoniak-2", [matches_cast.ready_version(None, name, "random") for name in ("Fox", "Owl")]
    )


@pytest.fixture
def game(match: Match) -> Game:
    return cast.first_game(match)


def said(page: str, name: str) -> str:
    found = re.search(rf'(?:property|name)="{name}" content="([^"]*)"', page)
    assert found, name
    return found[1]


def test_a_replay_says_who_plays_and_shows_its_table(client: Client, game: Game) -> None:
    page = client.get(f"/games/{game.pk}/watch/?as=public").content.decode()
    assert said(page, "og:title") in {"Fox – Owl", "Owl – Fox"}
    assert re.search(r"(Fox|Owl) wins|a draw", said(page, "og:description"))
    assert said(page, "og:description") == said(page, "description")
    assert said(page, "og:url") == f"{SITE}/games/{game.pk}/watch/"
    assert f'rel="canonical" href="{SITE}/games/{game.pk}/watch/"' in page
    picture = client.get(said(page, "og:image").removeprefix(SITE))
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/png")
    assert Image.open(io.BytesIO(picture.content)).size == (1200, 630)


@pytest.mark.parametrize("path", ["/bots/fox/", "/leaderboards/diamoniak-2/", "/", "/replays/"])
def test_every_page_has_a_picture(client: Client, game: Game, path: str) -> None:
    page = client.get(path).content.decode()
    assert said(page, "og:url") == SITE + path
    picture = client.get(said(page, "og:image").removeprefix(SITE))
    assert Image.open(io.BytesIO(picture.content)).size == (1200, 630)


def test_a_picture_is_in_the_language_of_who_asks(client: Client, game: Game) -> None:
    for path in ("/share/leaderboards/diamoniak-2.png", "/share/arena.png", f"/share/games/{game.pk}.png"):
        seen: dict[str, bytes] = {}
        for _ in range(2):
            for language in ("en", "de", "sk"):
                answer = client.get(path, headers={"Accept-Language": language})
                assert seen.setdefault(language, answer.content) == answer.content
                assert {"Accept-Language", "Cookie"} <= {name.strip() for name in answer["Vary"].split(",")}
        assert len(set(seen.values())) > 1, path


def test_what_strangers_may_not_see_has_no_picture(client: Client, game: Game) -> None:
    Bot.objects.filter(name="Fox").update(is_private=True)
    for path in (f"games/{game.pk}.png", f"games/{game.pk}.webp", "bots/fox.png", "leaderboards/nothing.png"):
        assert client.get(f"/share/{path}").status_code == 404
    assert client.get("/oembed/", {"url": f"{SITE}/games/{game.pk}/watch/"}).status_code == 404


def test_the_last_decisions_are_a_moving_picture_on_request(client: Client, game: Game) -> None:
    answer = client.get(f"/share/games/{game.pk}.webp")
    assert answer["Content-Type"] == "image/webp"
    assert getattr(Image.open(io.BytesIO(answer.content)), "n_frames", 1) > 1


def test_a_games_page_leads_to_its_moving_picture_unless_only_some_may_see_it(
    client: Client, game: Game, stella: User
) -> None:
    client.force_login(stella)
    link = f'href="/share/games/{game.pk}.webp"'
    assert link in client.get(f"/games/{game.pk}/").content.decode()
    Bot.objects.filter(name="Fox").update(is_private=True)
    assert link not in client.get(f"/games/{game.pk}/").content.decode()


def test_who_comes_while_a_picture_is_drawn_is_asked_to_come_back(
    client: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "_drawing", threading.BoundedSemaphore(1))
    monkeypatch.setattr(views, "WAIT_S", 0.0)
    with views._drawing:
        answer = client.get("/share/arena.png")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert client.get("/share/arena.png").status_code == 200


def test_those_who_wait_for_pictures_leave_threads_to_others(
    client: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks for ever new pictures would else hold every thread that makes pages for as long as one may wait."""
    monkeypatch.setattr(views, "_drawing", threading.BoundedSemaphore(1))
    monkeypatch.setattr(views, "_waiting", threading.BoundedSemaphore(views.MOST_WAITING))
    assert client.get("/share/arena.png").status_code == 200
    with views._drawing, ExitStack() as crowd:
        for _ in range(views.MOST_WAITING):
            crowd.enter_context(views._waiting)
        monkeypatch.setattr(views, "WAIT_S", None)  # for ever: who gets as far as waiting never comes back
        assert client.get(f"/share/games/{game.pk}.png").status_code == 503
        assert client.get("/share/arena.png").status_code == 200, "what is kept waits for nobody"
    assert client.get(f"/share/games/{game.pk}.png").status_code == 200
    assert settings.WEB_THREADS > 2 * views.MOST_WAITING


def test_other_sites_learn_how_to_show_a_replay(client: Client, game: Game) -> None:
    page = client.get(f"/games/{game.pk}/watch/").content.decode()
    found = re.search(r'application/json\+oembed" href="([^"]*)"', page)
    assert found
    answer = client.get(found[1].removeprefix(SITE), {"maxwidth": "400"} if "?" not in found[1] else None).json()
    assert f'src="{SITE}/games/{game.pk}/watch/?embed=1"' in answer["html"]
    assert (answer["type"], answer["version"]) == ("rich", "1.0")
    small = client.get("/oembed/", {"url": f"{SITE}/games/{game.pk}/watch/", "maxwidth": "400"}).json()
    assert (small["width"], small["height"]) == (400, 620)


@pytest.mark.parametrize(
    "url", ["", "/games/1/watch/", "https://evil.example/games/1/watch/", f"{SITE}/bots/fox/", "http://[", "//]/"]
)
def test_other_addresses_are_not_embedded(client: Client, game: Game, url: str) -> None:
    assert client.get("/oembed/", {"url": url}).status_code == 404


def test_xml_is_not_offered(client: Client, game: Game) -> None:
    assert client.get("/oembed/", {"url": f"{SITE}/games/{game.pk}/watch/", "format": "xml"}).status_code == 501


def test_the_sitemap_names_what_lasts_and_nothing_private(client: Client, game: Game) -> None:
    Bot.objects.filter(name="Fox").update(is_private=True)
    found = client.get("/sitemap.xml").content.decode()
    assert f"<loc>{SITE}/bots/owl/</loc>" in found
    assert "fox" not in found
    assert f"Sitemap: {SITE}/sitemap.xml" in client.get("/robots.txt").content.decode()


def test_a_long_name_is_cut_and_cards_of_any_game_are_found() -> None:
    seat = {"hand": 2, "up": ["3", "T"], "down": [0, 1], "is_out": True}
    assert pictures.cards_of(seat) == ["3", "T", None, None]
    assert pictures.cards_of({"castle": ["R1"], "reserve": ["D", "D"]}) == ["R1", "D", "D"]
    picture = pictures.table_picture("A" * 300, "note", [pictures.Place("B" * 100, 1)] * 6, {"seats": [seat] * 6})
    assert len(picture) < 100_000


def test_a_board_without_anybody_and_a_bot_without_a_past_have_pictures_too() -> None:
    assert pictures.board_picture("Karma", "nobody", [])
    assert pictures.curve_picture("Fox", "new", [], "")
    assert pictures.board_picture("Karma", "one", [pictures.Rated("Fox", 1500.0, 0.0)])
