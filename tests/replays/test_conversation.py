"""All that a program was told: for its owner alone, and enough to see its game again."""

import pytest
from django.test import Client

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.matches.models import Game
from referee.conversation import loads
from tests.matches import cast as rows
from tests.replays import cast

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]


@pytest.fixture
def game(alice: User) -> Game:
    versions = [rows.ready_version(None, name, "random") for name in ("Ace", "Bishop")]
    match = cast.played_match("karmaka-2", versions, games=1)
    Bot.objects.filter(pk=versions[0].bot_id).update(owner=alice, house_name="")
    return cast.first_game(match)


def address(game: Game, seat: int) -> str:
    return f"/games/{game.pk}/seats/{seat}/conversation.jsonl"


def test_the_owner_gets_every_message_and_answer(client: Client, game: Game, alice: User) -> None:
    own = game.seats.get(version__bot__owner=alice)
    client.force_login(alice)
    answer = client.get(address(game, own.seat))
    assert answer["Content-Disposition"] == f'attachment; filename="game-{game.pk}-seat-{own.seat}.jsonl"'
    said = loads(answer.content.decode())
    assert said.kind is None
    assert len(said.exchanges) > 5
    assert all(exchange.answer for exchange in said.exchanges[1:])
    assert client.get(address(game, 1 - own.seat)).status_code == 404
    assert client.get(address(game, 7)).status_code == 404


def test_nobody_else_gets_it(client: Client, game: Game, alice: User, bob: User) -> None:
    seat = game.seats.get(version__bot__owner=alice).seat
    assert client.get(address(game, seat)).status_code == 404
    client.force_login(bob)
    assert client.get(address(game, seat)).status_code == 404
