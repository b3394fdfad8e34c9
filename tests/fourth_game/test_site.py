"""A bot of the fourth game on its whole way: uploaded, checked in the sandbox, rated, in a tournament, verified."""

import json
from pathlib import Path

import pytest
from django.core import checks
from django.test import Client

import sandbox
from arena.accounts.models import User
from arena.bots.actions.house import ensure_house_bots
from arena.bots.actions.submit import submit_new_bot
from arena.bots.archive import read_upload
from arena.bots.checking import check_version
from arena.bots.models import Bot
from arena.matches import replay_store, worker
from arena.matches.models import Game, GameState
from arena.matches.verify_replays import verify_stored
from arena.ratings.actions.pools import ensure_pools
from arena.ratings.actions.refit import refit
from arena.ratings.ladder.cycles import run_ladder
from arena.ratings.models import Anchor, Pool, Standing
from arena.tournaments.running.advance import advance
from engines.registry import names
from tests.matches.cast import ready_version
from tests.referee.cli.arena import Arena
from tests.replays import cast
from tests.tournament_engine import cast as cups

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("market_day")]

SEARCHER = b"""
from bots.sdk import Bot, Request
from bots.sdk.search import Search
from bots.sdk.messages import Action


class Merchant(Bot):
    def choose(self, request: Request) -> Action:
        return Search(self.rng).best(request, simulations=20)


if __name__ == "__main__":
    Merchant().run()
"""


def play_all() -> None:
    while worker.work() is not None:
        pass


@pytest.fixture
def pool() -> Pool:
    """Of three seats, with nothing but its anchors."""
    ensure_pools()
    Pool.objects.exclude(variant="market-day-3").update(ladder_is_on=False)
    return Pool.objects.get(variant="market-day-3")


def test_house_bots_play_the_games_that_know_them() -> None:
    bots = {bot.house_name: bot.games for bot in ensure_house_bots()}
    assert bots["random"] == bots["search"] == names()
    assert "market-day" not in bots["greedy"] + bots["expert"]


def test_a_game_that_comes_later_is_played_by_house_bots_that_were_there_before() -> None:
    ensure_house_bots()
    Bot.objects.filter(house_name="search").update(games=["karma"])
    ensure_house_bots()
    assert Bot.objects.get(house_name="search").games == names()


def test_every_variant_has_a_pool_with_the_house_bots_that_play_it_as_anchors(pool: Pool) -> None:
    anchors = Anchor.objects.filter(pool=pool).values_list("version__bot__house_name", "rating")
    assert sorted(anchors) == [("random", 1200.0), ("search", 1600.0)]
    assert Pool.objects.filter(variant__startswith="market-day-").count() == 3


@pytest.mark.skipif(not sandbox.detect().ready, reason=" ".join(sandbox.detect().missing))
def test_an_upload_is_checked_in_the_sandbox_and_rated_on_the_ladder(alice: User, pool: Pool) -> None:
    """It searches with the engine of the fourth game, inside its jail."""
    made = submit_new_bot(alice, "Merchant", ["market-day"], read_upload("bot.py", SEARCHER))
    assert check_version(made.version.pk)
    made.version.refresh_from_db()
    assert made.version.state == "ready", made.version.report
    run_ladder(pool.pk)
    play_all()
    run_ladder(pool.pk)
    refit(pool.pk)
    standing = Standing.objects.get(pool=pool, version=made.version)
    assert standing.games > 0
    assert standing.rating is not None


def test_a_tournament_of_it_is_played_to_its_end() -> None:
    versions = [ready_version(None, f"Dice{n}", "random") for n in range(4)]
    cup = cups.started(cups.organiser(), versions, "swiss", variant="market-day-2", settings={"rounds": 2})
    for _ in range(8):
        play_all()
        advance(cup.pk)
    cup.refresh_from_db()
    assert cup.state == "finished"
    assert not Game.objects.exclude(state=GameState.DONE).exists()


def test_its_replays_are_true_here_and_at_the_authors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = cast.first_game(cast.played_match("market-day-3"))
    assert game.replay is not None
    assert verify_stored(game.replay)
    file = tmp_path / "game.json"
    file.write_bytes(replay_store.load_bytes(game.replay))
    assert Arena(monkeypatch, capsys)("verify", file).status == 0
    told = json.loads(file.read_text())
    file.write_text(json.dumps({**told, "ranks": [rank + 1 for rank in told["ranks"]]}))
    assert Arena(monkeypatch, capsys)("verify", file).status != 0


@pytest.mark.parametrize(
    "path",
    [
        "/", "/leaderboards/", "/leaderboards/?game=market-day", "/leaderboards/market-day-3/", "/leaderboards/how/",
        "/play/market-day/", "/bots/?game=market-day", "/replays/?variant=market-day-", "/design/",
        "/api/v1/variants",
    ],
)  # fmt: skip
def test_every_page_that_lists_games_has_it(client: Client, pool: Pool, path: str) -> None:
    cast.played_match("market-day-3")
    answer = client.get(path)
    assert answer.status_code == 200
    assert "market" in answer.content.decode().lower()


def test_forms_offer_it(client: Client, stella: User) -> None:
    client.force_login(stella)
    assert 'value="market-day"' in client.get("/submit/").content.decode()
    assert 'value="market-day-4"' in client.get("/tournaments/new/").content.decode()


def test_the_rules_are_on_its_page_and_what_is_for_programs_is_not(client: Client) -> None:
    page = client.get("/play/market-day/").content.decode()
    assert "The highest coin" in page
    assert "has_bid" not in page
    assert "Oracle" not in page
    ensure_house_bots()
    page = client.get("/play/market-day/").content.decode()
    assert "Oracle" in page
    assert "Magpie" not in page


def test_a_broken_game_is_told_by_the_checks_of_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [each for each in checks.run_checks() if each.id == "arena.W010"] == []
    monkeypatch.setattr("arena.bots.checks.broken_games", lambda: ("The game 'spoilt' cannot be loaded.",))
    told = [each.msg for each in checks.run_checks() if each.id == "arena.W010"]
    assert told == ["The game 'spoilt' cannot be loaded."]
