"""Practice, matches, games, replays, leaderboards and the queue through the API."""

import pytest
from django.test import Client

from arena.accounts.models import User
from arena.bots.models import Bot, BotVersion
from arena.matches import replay_store
from arena.matches.models import Game, Match
from arena.ratings.actions.pools import ensure_pools
from tests.api.conftest import Caller, caller
from tests.matches import cast


def test_a_practice_match_is_scheduled_and_followed(by_alice: Caller, versions: list[BotVersion]) -> None:
    made = by_alice.post("/practice", {"bot": "ace", "variant": "diamoniak-2", "opponents": ["bishop"], "blocks": 2})
    assert made.status_code == 201
    assert (made.json()["entrants"], made.json()["games_done"]) == (["ace", "bishop"], 0)
    assert Match.objects.get().requested_by is not None
    games = by_alice.get(f"/games?match={made.json()['id']}").json()["items"]
    assert len(games) == made.json()["games"] == 4
    cast.finish(cast.take())
    assert by_alice.get(f"/matches/{made.json()['id']}").json()["games_done"] == 1


def test_empty_seats_are_filled_with_house_bots(by_alice: Caller, versions: list[BotVersion]) -> None:
    cast.ready_version(None, "Dice", house="random")
    made = by_alice.post("/practice", {"bot": "ace", "variant": "karma-2"})
    assert made.json()["entrants"] == ["ace", "dice"]


@pytest.mark.parametrize(
    ("given", "status", "field"),
    [
        ({"bot": "ace", "variant": "chess-2"}, 422, "variant"),
        ({"bot": "nobody", "variant": "karma-2"}, 404, ""),
        ({"bot": "ace", "variant": "karma-2", "opponents": ["bishop", "bishop"]}, 422, "opponents"),
        ({"bot": "ace", "variant": "karma-2", "opponents": ["bishop"], "blocks": 26}, 422, "blocks"),
        ({"bot": "ace", "variant": "karma-2", "opponents": ["bishop"], "blocks": 0}, 422, "blocks"),
    ],
)
def test_practice_that_cannot_be_is_refused_with_the_field(
    by_alice: Caller, versions: list[BotVersion], given: dict[str, object], status: int, field: str
) -> None:
    answer = by_alice.post("/practice", given)
    assert answer.status_code == status
    assert [each["field"] for each in answer.json()["errors"]] == ([field] if field else [])
    assert not Match.objects.exists()


def test_a_bot_that_does_not_want_practice_is_left_alone(by_alice: Caller, versions: list[BotVersion]) -> None:
    Bot.objects.filter(slug="bishop").update(allows_practice=False)
    answer = by_alice.post("/practice", {"bot": "ace", "variant": "karma-2", "opponents": ["bishop"]})
    assert answer.status_code == 422


def played(versions: list[BotVersion], games: int) -> list[Game]:
    """Games of one block of two, the first ``games`` of them played, with a replay that can be read."""
    found = cast.match(versions)
    for _ in range(games):
        lease = cast.take()
        cast.finish(lease)
        Game.objects.get(pk=lease.game_id)
    return cast.games_of(found)


def test_a_replay_is_closed_until_its_block_is_finished(
    stranger: Caller, by_alice: Caller, versions: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_store, "load_bytes", lambda _stored: b'{"variant": "diamoniak-2"}')
    first = next(game for game in played(versions, 1) if game.state == "done")
    for who in (stranger, by_alice):
        answer = who.get(f"/games/{first.pk}/replay")
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
        assert who.get(f"/games/{first.pk}").json()["has_replay"] is False
    cast.finish(cast.take())
    assert stranger.get(f"/games/{first.pk}/replay").json() == {"variant": "diamoniak-2"}
    assert stranger.get(f"/games/{first.pk}").json()["has_replay"] is True


def test_games_of_private_bots_are_seen_by_their_owners(
    stranger: Caller, by_alice: Caller, by_bob: Caller, versions: list[BotVersion]
) -> None:
    Bot.objects.filter(slug="ace").update(is_private=True)
    game = played(versions, 2)[0]
    for path in (f"/games/{game.pk}", f"/games/{game.pk}/replay", f"/matches/{game.block.match_id}"):
        assert stranger.get(path).status_code == 404
    assert stranger.get("/games").json()["items"] == []
    assert by_alice.get(f"/games/{game.pk}").status_code == 200
    assert by_bob.get(f"/games/{game.pk}").status_code == 200  # a bot of his sits in it


def test_filters_of_games(stranger: Caller, versions: list[BotVersion]) -> None:
    played(versions, 1)

    def count(query: str) -> int:
        return len(stranger.get(f"/games?{query}").json()["items"])

    assert count("") == 2
    assert count("state=done") == 1
    assert count("bot=ace") == 2
    assert count("bot=nobody") == 0
    assert (count("owner=alice"), count("owner=nobody")) == (2, 0)
    assert count("variant=karma-2") == 0
    assert count("faults_only=true") == 0


def test_a_list_of_games_needs_the_same_queries_however_long_it_is(
    stranger: Caller, versions: list[BotVersion], django_assert_num_queries: object
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    for number in (1, 2):
        cast.match(versions, key=f"practice/{number}")
        with CaptureQueriesContext(connection) as queries:
            assert stranger.get("/games").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_leaderboards_hold_the_lines_of_the_pages(stranger: Caller, alice: User, db: None) -> None:
    ensure_pools()
    boards = stranger.get("/leaderboards").json()
    assert "karma-2" in [each["variant"] for each in boards]
    lines = stranger.get("/leaderboards/karma-2").json()
    assert lines["items"] == Client().get("/leaderboards/karma-2.json").json()["lines"]
    assert stranger.get("/leaderboards/chess-2").status_code == 404
    season = boards[0]["season"]
    assert stranger.get(f"/leaderboards/karma-2?season={season}").json() == lines
    assert stranger.get("/leaderboards/karma-2?season=99").json()["code"] == "not-found"
    assert stranger.get("/leaderboards/karma-2?kind=nonsense").status_code == 422


def test_the_history_of_a_bot_without_rated_games_is_empty(stranger: Caller, versions: list[BotVersion]) -> None:
    assert stranger.get("/bots/ace/ratings?variant=karma-2").json() == {"items": [], "next_cursor": None}
    assert stranger.get("/bots/ace/ratings?variant=chess-2").status_code == 404
    assert stranger.get("/bots/ace/ratings").status_code == 422


def test_the_queue_is_shown_to_staff(
    stranger: Caller, by_alice: Caller, stella: User, versions: list[BotVersion]
) -> None:
    played(versions, 0)
    assert stranger.get("/queue").status_code == 401
    assert by_alice.get("/queue").status_code == 403
    seen = caller(stella).get("/queue").json()
    assert seen["sources"][0]["queued"] == 2
    assert set(seen["workers"]) == {"play", "control", "news"}


def test_variants_are_those_of_the_engines(stranger: Caller) -> None:
    found = {each["slug"]: each for each in stranger.get("/variants").json()}
    assert found["karmaka-2v2"]["entrants"] == [2, 4]
