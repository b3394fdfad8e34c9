"""What if ...: a seat of a finished game, from any decision on. Never of a game whose cards are still hidden."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from arena.accounts.models import User
from arena.matches.models import Block, Game
from arena.tables.actions.leaving import leave
from arena.tables.actions.taking_over import take_over
from arena.tables.errors import TableError
from arena.tables.models import Sitter, Table, TableKind, TableState
from arena.tables.stored import replay_of
from arena.tables.visitor import Visitor
from referee.verify import verify
from tests.replays.cast import first_game, played_match
from tests.replays.games import random_replay
from tests.slugs import LARGEST, SMALLEST
from tests.tables.cast import ANN, NOW, look, play_on, sit
from tests.tables.test_day import played

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
SLUG = SMALLEST[0]
HERE = {"Origin": "http://testserver"}


def asked_at(replay: Any) -> tuple[int, int]:
    """A seat and its decision half-way."""
    at = len(replay.actions) // 2
    return replay.actions[at].seat, at


@pytest.mark.parametrize("slug", sorted({*SMALLEST, *LARGEST}))
def test_the_game_stands_as_it_stood_and_is_played_to_its_end(slug: str) -> None:
    replay = random_replay(slug)
    seat, at = asked_at(replay)
    table = take_over(ANN, replay, seat=seat, at=at, bots={}, now=NOW)
    seen = look(table, seat)
    assert [row[:2] for row in table.actions[:at]] == [[played.seat, played.action] for played in replay.actions[:at]]
    assert [entry["id"] for entry in seen["legal"]]
    assert table.kind == TableKind.WHAT_IF
    play_on(table, ANN, seat)
    table.refresh_from_db()
    assert table.state == TableState.OVER
    assert verify(replay_of(table, list(table.sittings.all()))).differences == ()


def test_house_bots_that_sat_there_play_on_and_for_others_the_usual_one() -> None:
    replay = random_replay(LARGEST[0])
    table = take_over(ANN, replay, seat=0, at=0, bots={1: "random", 2: "gone"}, now=NOW)
    names = {sitting.seat: sitting.house_name for sitting in table.sittings.all() if sitting.sitter == Sitter.HOUSE}
    assert names[1] == "random"
    assert names[2] == names[3] not in ("", "gone")


def test_what_cannot_be_taken_over_is_refused_in_a_sentence() -> None:
    replay = random_replay(SLUG)
    last = len(replay.actions)
    with pytest.raises(TableError, match="is over there"):
        take_over(ANN, replay, seat=0, at=last, bots={}, now=NOW)
    with pytest.raises(TableError, match="has the decisions 0 to"):
        take_over(ANN, replay, seat=0, at=last + 1, bots={}, now=NOW)
    with pytest.raises(TableError, match="has the seats 0 to"):
        take_over(ANN, replay, seat=len(replay.seats), at=0, bots={}, now=NOW)
    with pytest.raises(TableError, match="can no longer be played on"):
        take_over(ANN, replace(replay, rules_version=999), seat=0, at=1, bots={}, now=NOW)
    assert not Table.objects.exists()


@pytest.fixture
def game() -> Game:
    return first_game(played_match(SLUG))


def post(client: Client, path: str, **fields: object) -> Any:
    return client.post(path, fields, headers=HERE)


def test_the_form_below_a_replay_leads_to_the_table(client: Client, game: Game) -> None:
    assert f"/tables/game/{game.pk}/take-over/" in client.get(f"/games/{game.pk}/watch/").content.decode()
    answer = post(client, f"/tables/game/{game.pk}/take-over/", seat=0, at=3)
    table = Table.objects.get()
    assert answer["Location"] == f"/tables/{table.code}/"
    assert (table.taken_from_id, table.taken_at) == (game.pk, 3)
    assert f"/games/{game.pk}/watch/#d=3" in client.get(f"/tables/{table.code}/").content.decode()


def test_a_game_whose_block_is_not_finished_is_not_taken_over(client: Client, game: Game) -> None:
    Block.objects.filter(pk=game.block_id).update(is_finished=False)
    assert post(client, f"/tables/game/{game.pk}/take-over/", seat=0, at=3).status_code == 404
    assert "take-over" not in client.get(f"/games/{game.pk}/watch/").content.decode()


@pytest.mark.parametrize("fields", [{}, {"seat": "x", "at": "1"}, {"seat": "0", "at": "-1"}, {"seat": "9", "at": "0"}])
def test_forged_numbers_are_told_on_the_replay(client: Client, game: Game, fields: dict[str, str]) -> None:
    answer = post(client, f"/tables/game/{game.pk}/take-over/", **fields)
    assert answer["Location"] == f"/games/{game.pk}/watch/"
    assert not Table.objects.exists()


def test_a_form_of_another_site_takes_nothing_over(client: Client, game: Game) -> None:
    client.post(f"/tables/game/{game.pk}/take-over/", {"seat": 0, "at": 3}, headers={"Origin": "https://evil.example"})
    assert not Table.objects.exists()


def test_a_table_that_is_over_can_be_taken_over_and_one_that_is_played_cannot(client: Client) -> None:
    table = sit(SLUG)
    path = f"/tables/{table.code}/take-over/"
    assert post(client, path, seat=0, at=0).status_code == 404
    play_on(table)
    assert path in client.get(f"/tables/{table.code}/watch/").content.decode()
    assert post(client, path, seat=0, at=0).status_code == 302
    assert Table.objects.filter(kind=TableKind.WHAT_IF).count() == 1


def test_todays_deal_cannot_be_tried_again_by_taking_it_over(client: Client, alice: User) -> None:
    table = played(Visitor(alice, ""))
    Table.objects.filter(pk=table.pk).update(day="2999-01-01")
    assert post(client, f"/tables/{table.code}/take-over/", seat=0, at=0).status_code == 404


def test_the_chances_of_a_table_that_was_left_are_shown_too(client: Client) -> None:
    table = sit(SLUG)
    leave(table.code, ANN, NOW)
    assert client.get(f"/tables/{table.code}/chances.json").status_code == 200


def test_the_chances_of_a_table_are_shown_when_its_cards_are(client: Client) -> None:
    table = sit(SLUG)
    path = f"/tables/{table.code}/chances.json"
    assert client.get(path).status_code == 404
    play_on(table)
    table.refresh_from_db()
    assert len(client.get(path).json()["chances"]) == len(table.actions) + 1
    assert len(client.get(f"{path}?as=0").json()["chances"]) == len(table.actions) + 1
    assert client.get(f"{path}?as=public").status_code == 400
    assert client.get(f"{path}?as=77").status_code == 400
    assert path in client.get(f"/tables/{table.code}/watch/").content.decode()
