"""The first thing that people try: a copy of one of our games under another name, as a package of their own."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from arena.accounts.models import User
from arena.bots.actions.house import ensure_house_bots
from arena.bots.models import Bot
from arena.ratings.actions.pools import ensure_pools
from arena.web.games import web_table
from arena.web.stylesheet import site_stylesheet
from engines.compiled import HERE
from engines.registry import game, names, variants
from tests.fourth_game.installed import installed
from tests.matches.cast import ready_version
from tests.replays import cast

ORIGINAL, COPY = "diamoniak", "gemstones"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("copy")]


def copied(to: Path) -> None:
    """Every file as it is, with the other name in it, and one entry point. Nothing else is touched."""
    package = to / COPY
    shutil.copytree(HERE / ORIGINAL, package, ignore=shutil.ignore_patterns("__pycache__"))
    # Compiled catalogues are no text, and hold sentences of the game under their own names.
    for path in (path for path in package.rglob("*") if path.is_file() and path.suffix != ".mo"):
        text = path.read_text().replace(f"engines.{ORIGINAL}", COPY).replace(f'HERE / "{ORIGINAL}"', "HERE")
        text = text.replace(
            "from engines.compiled import HERE", "from pathlib import Path\n\nHERE = Path(__file__).parent"
        )
        path.write_text(text.replace(ORIGINAL, COPY).replace(ORIGINAL.title(), COPY.title()))
    declared = to / f"{COPY}-1.0.dist-info"
    declared.mkdir()
    (declared / "METADATA").write_text(f"Metadata-Version: 2.3\nName: {COPY}\nVersion: 1.0\n")
    (declared / "entry_points.txt").write_text(f"[karma_arena.games]\n{COPY} = {COPY}.game:GAME\n")


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[None]:
    copied(tmp_path)
    with installed(tmp_path):
        yield


def test_it_is_a_game_beside_its_original() -> None:
    assert {ORIGINAL, COPY} <= set(names())
    assert [each.slug for each in variants() if each.game == COPY] == [f"{COPY}-{seats}" for seats in (2, 3, 4)]
    assert game(COPY).colours == game(ORIGINAL).colours


def test_every_page_shows_it_and_none_falls_over(client: Client, stella: User) -> None:
    """The overview of leaderboards, the form of a tournament, its own page, filters and forms once failed on a copy."""
    ensure_house_bots()
    ensure_pools()
    played = cast.first_game(cast.played_match(f"{COPY}-3"))
    own = [f"/leaderboards/{COPY}-3/", f"/play/{COPY}/", f"/games/{played.pk}/", f"/games/{played.pk}/watch/"]
    own += [f"/games/{played.pk}/text/", f"/games/{played.pk}/frames.json"]
    lists = ["/", "/leaderboards/", f"/leaderboards/?game={COPY}", f"/bots/?game={COPY}", f"/replays/?variant={COPY}-"]
    forms = ["/submit/", "/tournaments/new/"]
    rest = ["/tournaments/", "/leaderboards/how/", "/design/", "/queue/", "/faults/", "/api/v1/variants"]
    client.force_login(stella)
    answers = {path: client.get(path) for path in (*own, *lists, *forms, *rest)}
    assert {path: answer.status_code for path, answer in answers.items() if answer.status_code != 200} == {}
    without = ["/tournaments/", "/queue/", "/faults/"]
    assert [path for path, answer in answers.items() if COPY not in answer.content.decode().lower()] == without


def test_its_table_of_replays_is_its_own() -> None:
    ours, copied = web_table(ORIGINAL), web_table(COPY)
    assert copied == ours.replace(ORIGINAL, COPY) != ours
    assert f".table-{COPY} " in site_stylesheet()


def test_all_house_bots_play_it() -> None:
    ensure_house_bots()
    bots = list(Bot.objects.exclude(house_name=""))
    players = [bot.house_name for bot in bots if COPY in bot.games]
    assert players == [bot.house_name for bot in bots if ORIGINAL in bot.games]
    assert {"expert", "greedy", "random", "search"} <= set(players)
    table = [ready_version(None, f"{name} again", name) for name in ("greedy", "expert", "random")]
    played = cast.first_game(cast.played_match(f"{COPY}-3", table, games=1))
    assert [seat.fault for seat in played.seats.all()] == ["", "", ""]
