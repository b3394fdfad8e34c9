"""What the front page shows while it moves: a table, a block, fresh lists."""

import pytest
from django.test import Client

from arena.bots.models import Bot
from arena.matches import worker
from arena.matches.actions.claim import claim
from arena.matches.models import Game
from arena.web.front import block, featured
from arena.web.replays.ending import shares
from tests.matches import cast as matches_cast
from tests.replays import cast

pytestmark = pytest.mark.django_db


def test_nothing_is_shown_while_nothing_was_played(client: Client, fresh_redis: None) -> None:
    assert client.get("/alive/table.json").json() == {}
    assert block.find() is None
    assert "data-same-deal" not in client.get("/").content.decode()


def test_a_table_just_finished_is_shown(client: Client, fresh_redis: None) -> None:
    cast.played_match("diamoniak-2")
    told = client.get("/alive/table.json").json()
    assert told["live"] == ""
    assert client.get(told["frames"]).status_code == 200
    assert client.get(told["href"]).status_code == 200


def test_a_table_being_played_comes_first(fresh_redis: None) -> None:
    versions = [matches_cast.ready_version(None, name, "random") for name in ("Fox", "Owl")]
    cast.played_match("diamoniak-2", versions)
    matches_cast.match(versions, "practice/live", "practice:live", variant="diamoniak-2")
    lease = matches_cast.take()
    told = featured.find()
    assert (told["game"], told["frames"]) == (lease.game_id, "")
    assert told["live"] == f"/live/games/{lease.game_id}/"
    assert featured.find(is_over=True)["live"] == ""


def test_a_private_bot_is_shown_on_no_table(fresh_redis: None) -> None:
    cast.played_match("diamoniak-2")
    Bot.objects.update(is_private=True)
    assert featured.find() == {}
    assert block.find() is None


def test_the_block_is_one_in_which_the_bots_differed_most(client: Client, fresh_redis: None) -> None:
    strong, weak = (matches_cast.ready_version(None, *named) for named in (("Owl", "expert"), ("Fox", "random")))
    matches_cast.match([strong, weak], "practice/several", "practice:several", variant="diamoniak-2", blocks=4)
    while (batch := claim("w", most=1)) is not None:
        worker.play_batch(batch)
    shown = block.find()
    assert shown is not None
    leads = []
    for number in range(4):
        points = [share.points for share in shares(list(Game.objects.filter(block__number=number)))]
        leads.append(max(points) - min(points))
    points = [line.points for line in shown.deal.lines]
    assert max(points) - min(points) == max(leads)
    page = client.get("/").content.decode()
    assert page.count("data-game=") == 2


def test_the_lists_are_fetched_alone(client: Client, fresh_redis: None) -> None:
    cast.played_match("diamoniak-2")
    part = client.get("/alive/").content.decode()
    assert "Just finished" in part
    assert "<html" not in part
