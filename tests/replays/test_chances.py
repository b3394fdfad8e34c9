"""Winning chances of a game: for everybody once the block is finished, and for nobody before."""

import gzip
import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from arena.lib.live.publish import mark_key, publish
from arena.lib.redis_client import client as client_of_redis
from arena.matches.models import Block, Game, Match
from engines import PUBLIC, Deal, new_game, variant
from tests.replays import cast
from tests.slugs import custom_slug

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
SLUG = "diamoniak-2"


@pytest.fixture
def match() -> Match:
    return cast.played_match(SLUG, games=1)


@pytest.fixture
def game(match: Match) -> Game:
    played = cast.first_game(match)
    Block.objects.filter(pk=played.block_id).update(is_finished=True)
    return played


def ask(client: Client, game: Game, reading: str = "all", **headers: str) -> Any:
    return client.get(f"/games/{game.pk}/chances.json", {"as": reading}, headers=headers)


def test_hidden_cards_tell_nothing_while_the_deal_is_played(client: Client, match: Match) -> None:
    played = cast.first_game(match)
    for reading in ("all", "0", "1"):
        answer = ask(client, played, reading)
        assert answer.status_code == 403
        assert "hidden cards" in answer.json()["error"]
    page = client.get(f"/games/{played.pk}/watch/").content.decode()
    assert '<option value="public">' in page
    assert '<option value="all">with' not in page


def test_public_knowledge_tells_chances_at_any_time(client: Client, match: Match) -> None:
    played = cast.first_game(match)
    told = ask(client, played, "public").json()
    assert len(told["chances"]) == played.decision_count + 1
    assert told.keys() == {"format", "last_loses", "chances"}, "luck would tell hidden cards"


def test_a_game_that_is_played_tells_the_chances_of_its_last_public_view(client: Client) -> None:
    playing = Game.objects.filter(block__match=cast.played_match(SLUG, games=0)).earliest("pk")
    assert ask(client, playing, "public").json() == {"chances": None}, "nothing was shown yet"
    state = new_game(SLUG, Deal.from_text("live"))
    client_of_redis().set(mark_key(f"game:{playing.pk}"), "1")
    publish(f"game:{playing.pk}", "frame", {"at": 7, "view": state.view(PUBLIC), "events": []})
    publish(f"game:{playing.pk}", "news")
    told = ask(client, playing, "public").json()
    assert told["at"] == 7
    assert sum(told["chances"]) == pytest.approx(1, abs=0.002)
    assert ask(client, playing, "all").status_code == 403


def test_everybody_gets_chances_luck_and_moments_of_a_finished_block(client: Client, game: Game) -> None:
    told = ask(client, game).json()
    assert len(told["chances"]) == game.decision_count + 1
    assert sorted(told["chances"][-1]) in ([0, 1], [0.5, 0.5])
    for totals in told["totals"]:
        parts = totals["start"] + totals["luck"] + totals["own"] + totals["others"] + totals["fault"]
        assert parts == pytest.approx(totals["result"], abs=0.005)
    assert told["estimator"].startswith(SLUG)
    assert "data-chances" in client.get(f"/games/{game.pk}/watch/").content.decode()


def test_a_seat_knew_less_and_knows_the_end(client: Client, game: Game) -> None:
    told = ask(client, game, "1").json()
    assert len(told["chances"]) == game.decision_count + 1
    assert told["chances"][-1] == ask(client, game).json()["chances"][-1]


@pytest.mark.parametrize("reading", ["7", "nobody", ""])
def test_there_are_three_readings_and_no_others(client: Client, game: Game, reading: str) -> None:
    answer = ask(client, game, reading)
    assert answer.status_code == 400
    assert "?as=all" in answer.json()["error"]


def test_a_variant_without_values_has_no_chart(client: Client, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(variant=custom_slug(SLUG))
    answer = ask(client, game)
    assert answer.status_code == 404
    assert "arena analyse" in answer.json()["error"]
    assert "data-chances" not in client.get(f"/games/{game.pk}/watch/").content.decode()


def test_a_copy_that_is_still_good_is_not_sent_again(client: Client, game: Game) -> None:
    first = ask(client, game, **{"Accept-Encoding": "gzip"})
    assert json.loads(gzip.decompress(first.content))["variant"] == variant(SLUG).slug
    again = ask(client, game, **{"If-None-Match": first["ETag"]})
    assert again.status_code == 304


def test_chances_are_kept_under_the_name_of_replay_and_estimator(client: Client, game: Game) -> None:
    assert game.replay is not None
    name = ask(client, game)["ETag"].strip('"')
    assert game.replay.content_hash in name
    assert SLUG in name
    assert isinstance(cache.get(name), bytes)
