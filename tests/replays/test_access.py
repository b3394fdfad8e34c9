"""Who may look: strangers see no hidden card before the block is finished; owners see their own seat."""

import gzip
import html
import json
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.accounts.models import User
from arena.bots.models import Bot, BotVersion
from arena.matches import replay_store
from arena.matches.models import Block, Game, Match
from arena.replays.frames import state_at
from tests.matches import cast as rows
from tests.replays import cast

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]


@pytest.fixture
def versions(db: None) -> list[BotVersion]:
    """House bots, which play without a sandbox; they get their owners afterwards."""
    return [rows.ready_version(None, name, "random") for name in ("Ace", "Bishop")]


@pytest.fixture
def open_match(versions: list[BotVersion], alice: User, bob: User) -> Match:
    """One of the two games of its block is played."""
    match = cast.played_match("karmaka-2", versions, games=1)
    for version, owner in zip(versions, (alice, bob), strict=True):
        Bot.objects.filter(pk=version.bot_id).update(owner=owner, house_name="")
    return match


@pytest.fixture
def game(open_match: Match) -> Game:
    return cast.first_game(open_match)


def finish_block(game: Game) -> None:
    Block.objects.filter(pk=game.block_id).update(is_finished=True)


def frames(client: Client, game: Game, perspective: str) -> Any:
    return client.get(f"/games/{game.pk}/frames.json", {"as": perspective})


def seat_of(game: Game, owner: User) -> int:
    return game.seats.get(version__bot__owner=owner).seat


def test_a_stranger_gets_the_public_view_of_an_unfinished_block(client: Client, game: Game) -> None:
    answer = frames(client, game, "public")
    assert answer.status_code == 200
    assert answer.json()["as"] == "public"


@pytest.mark.parametrize("perspective", ["all", "0", "1"])
def test_a_stranger_gets_no_hidden_card_before_the_block_is_finished(
    client: Client, game: Game, perspective: str
) -> None:
    answer = frames(client, game, perspective)
    assert answer.status_code == 403
    assert answer.json().keys() == {"error"}
    assert "until all games of the block are over" in answer.json()["error"]


def test_an_owner_gets_the_own_seat_and_no_other(client: Client, game: Game, alice: User, bob: User) -> None:
    client.force_login(alice)
    own, other = seat_of(game, alice), seat_of(game, bob)
    assert frames(client, game, str(own)).status_code == 200
    assert frames(client, game, str(other)).status_code == 403
    assert frames(client, game, "all").status_code == 403


def test_the_own_seats_frames_hold_nothing_of_the_others_hand(
    client: Client, game: Game, alice: User, bob: User
) -> None:
    client.force_login(alice)
    own, other = seat_of(game, alice), seat_of(game, bob)
    assert game.replay is not None
    start = frames(client, game, str(own)).json()["steps"][0]["view"]
    state = state_at(replay_store.load(game.replay), 0)
    assert start["own"]["hand"] == state.view(own)["own"]["hand"]
    assert start["seats"][other]["surely"] == []


@pytest.mark.parametrize("perspective", ["all", "0", "1", "public"])
def test_everybody_sees_everything_when_the_block_is_finished(client: Client, game: Game, perspective: str) -> None:
    finish_block(game)
    assert frames(client, game, perspective).status_code == 200


def test_a_seat_that_does_not_exist_stays_closed(client: Client, game: Game) -> None:
    finish_block(game)
    assert frames(client, game, "5").status_code == 403


def test_a_perspective_that_is_none_is_a_bad_request(client: Client, game: Game) -> None:
    answer = frames(client, game, "everything")
    assert answer.status_code == 400
    assert "?as=public" in answer.json()["error"]


def test_a_game_that_was_not_played_yet_has_no_frames(client: Client, open_match: Match) -> None:
    waiting = next(game for game in rows.games_of(open_match) if game.replay_id is None)
    answer = frames(client, waiting, "public")
    assert answer.status_code == 404
    assert client.get(f"/games/{waiting.pk}/watch/").status_code == 200
    assert client.get(f"/games/{waiting.pk}/text/").status_code == 404


def test_a_private_bots_games_are_hidden_from_strangers(client: Client, game: Game, alice: User, bob: User) -> None:
    Bot.objects.filter(owner=alice).update(is_private=True)
    for path in ("frames.json", "watch/", "text/"):
        assert client.get(f"/games/{game.pk}/{path}").status_code == 404
    client.force_login(bob)
    assert frames(client, game, "public").status_code == 200


def test_the_answer_is_kept_by_the_browser_and_by_the_arena(client: Client, game: Game) -> None:
    first = frames(client, game, "public")
    again = client.get(f"/games/{game.pk}/frames.json", {"as": "public"}, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first["Cache-Control"] == "private, no-cache"
    packed = client.get(f"/games/{game.pk}/frames.json", {"as": "public"}, headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert json.loads(gzip.decompress(packed.content)) == first.json()


def test_a_kept_copy_does_not_open_a_closed_perspective(client: Client, game: Game) -> None:
    """The ETag of a perspective can be guessed; knowing it must not help."""
    finish_block(game)
    etag = frames(client, game, "all")["ETag"]
    Block.objects.filter(pk=game.block_id).update(is_finished=False)
    answer = client.get(f"/games/{game.pk}/frames.json", {"as": "all"}, headers={"If-None-Match": etag})
    assert answer.status_code == 403


def test_frames_cost_few_queries(client: Client, game: Game, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(2):  # the game with its match, its seats with their bots
        frames(client, game, "public")


def test_the_text_falls_back_to_what_the_visitor_may_see(client: Client, game: Game) -> None:
    page = client.get(f"/games/{game.pk}/text/", {"as": "all", "step": "3"}).content.decode()
    assert "(you)" not in page
    assert "after decision 3 of" in page
    assert 'value="all"' not in page


@pytest.mark.parametrize("step", ["-1", "x", "²", "99999999999", ""])
def test_a_wrong_step_shows_the_beginning_or_the_end(client: Client, game: Game, step: str) -> None:
    assert client.get(f"/games/{game.pk}/text/", {"step": step}).status_code == 200


def test_the_page_offers_only_open_perspectives(client: Client, game: Game, alice: User) -> None:
    page = client.get(f"/games/{game.pk}/watch/").content.decode()
    assert '<option value="public" selected>' in page
    assert '<option value="all"' not in page
    assert "/replay.json" not in page
    client.force_login(alice)
    assert f'<option value="{seat_of(game, alice)}"' in client.get(f"/games/{game.pk}/watch/").content.decode()
    finish_block(game)
    page = client.get(f"/games/{game.pk}/watch/").content.decode()
    assert '<option value="all" selected>' in page
    assert "/replay.json" in page


def test_stderr_is_for_the_owner_even_when_the_block_is_finished(client: Client, game: Game, alice: User) -> None:
    game.seats.filter(version__bot__owner=alice).update(evidence={"stderr_tail": "thinking hard"})
    finish_block(game)
    assert "thinking hard" not in client.get(f"/games/{game.pk}/watch/").content.decode()
    client.force_login(alice)
    assert "thinking hard" in client.get(f"/games/{game.pk}/watch/").content.decode()


def test_the_log_by_decision_is_in_the_owners_page_only(client: Client, game: Game, alice: User, bob: User) -> None:
    log = {"stderr_tail": "hello\nrow 3 looks bad\n", "stderr_marks": [[0, 6], [3, 16]]}
    game.seats.filter(version__bot__owner=alice).update(evidence=log)
    finish_block(game)
    for stranger in (None, bob):
        if stranger:
            client.force_login(stranger)
        page = client.get(f"/games/{game.pk}/watch/").content.decode()
        assert "data-logs" not in page
        assert "row 3" not in page
    client.force_login(alice)
    found = re.search(r'data-logs="([^"]*)"', client.get(f"/games/{game.pk}/watch/").content.decode())
    assert found is not None
    own = {"0": "hello\n", "3": "row 3 looks bad\n"}
    assert json.loads(html.unescape(found[1])) == {str(seat_of(game, alice)): own}


def test_only_the_embedded_page_may_be_framed(client: Client, game: Game) -> None:
    page = client.get(f"/games/{game.pk}/watch/")
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"
    framed = client.get(f"/games/{game.pk}/watch/", {"embed": "1"})
    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    assert "script-src 'self'" in framed["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed
    assert b'<form method="post"' not in framed.content


def test_an_embedded_page_that_has_no_replay_may_not_do_more(client: Client, open_match: Match) -> None:
    waiting = next(game for game in rows.games_of(open_match) if game.replay_id is None)
    assert client.get(f"/games/{waiting.pk}/watch/", {"embed": "1"}).status_code == 200
