"""Rows that are copied in are the rows that ``bulk_create`` would have made."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, connection, transaction
from django.forms.models import model_to_dict

from arena.lib.copying import copy_new
from arena.matches.models import Block, Game, Match, MatchKind

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
TRICKY = 'a\tb\\N\n"{1,2}"'


def a_match(key: str) -> Match:
    return Match.objects.create(
        kind=MatchKind.PRACTICE, key=key, source="practice/1", variant="karma-2", secret="s", deal_scope="d",
        blocks_planned=2, deadline=NOW,
    )  # fmt: skip


def a_block(match: Match, number: int) -> Block:
    return Block(match=match, number=number, seed=bytes(range(32)))


def a_game(block: Block, number: int) -> Game:
    return Game(
        block=block, number=number, source="practice/1", variant="karma-2", salt=b"\x00\\\xff\n\t", commitment="c" * 64,
        reason=TRICKY, queued_at=NOW, deadline=NOW, bots=[3, 1, 2][:number], progress={"text": TRICKY},
    )  # fmt: skip


def stored(game: Game) -> dict[str, object]:
    read = Game.objects.get(pk=game.pk)
    return model_to_dict(read, exclude=["id", "block"]) | {"salt": bytes(read.salt), "block": read.block.number}


def test_rows_are_those_of_bulk_create_and_know_their_keys() -> None:
    one, other = a_match("one"), a_match("other")
    copied = [a_block(one, 0), a_block(one, 1)]
    games = [a_game(block, number) for block in copied for number in range(3)]
    copy_new(copied)
    copy_new(games)
    usual = Block.objects.bulk_create([a_block(other, 0), a_block(other, 1)])
    expected = Game.objects.bulk_create(a_game(block, number) for block in usual for number in range(3))
    assert [stored(game) for game in games] == [stored(game) for game in expected]
    assert [game.block_id for game in games] == [block.pk for block in copied for _ in range(3)]
    games[0].reason = "changed"
    games[0].save()
    assert Game.objects.count() == 12, "a copied row is not new any more"


def test_what_the_database_refuses_is_an_error_of_django_and_nothing_stays() -> None:
    match = a_match("one")
    with pytest.raises(IntegrityError, match="unique"), transaction.atomic():
        copy_new([a_block(match, 0), a_block(match, 0)])
    assert not Block.objects.exists()
    assert connection.is_usable()


def test_nothing_is_nothing() -> None:
    copy_new([])
