"""The one table of who sees what of a seat."""

import pytest

from arena.accounts.models import User
from arena.matches.models import Block, Game
from arena.matches.reading import with_seats
from arena.replays.access import Part, may_read_logs, may_see, seats_with_logs
from tests.matches import cast as rows
from tests.replays import cast

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """Played, while the other game of its block is not; alice holds seat 0's bot, bob the other one."""
    versions = [rows.ready_version(None, name, "random") for name in ("Ace", "Bishop")]
    game = cast.first_game(cast.played_match("karmaka-2", versions, games=1))
    for seat, owner in zip(game.seats.order_by("seat"), (alice, bob), strict=True):
        seat.version.bot.owner, seat.version.bot.house_name = owner, ""
        seat.version.bot.save()
    return game


@pytest.mark.parametrize("is_finished", [False, True])
def test_each_part_of_a_seat_is_for_its_owner_and_views_for_all_once_the_block_is_finished(
    game: Game, alice: User, bob: User, stella: User, is_finished: bool
) -> None:
    Block.objects.filter(pk=game.block_id).update(is_finished=is_finished)
    read = with_seats(Game.objects.all()).get(pk=game.pk)
    seat = next(seat for seat in read.seats.all() if seat.seat == 0)
    assert {who: may_see(who, Part.LOG, seat) for who in (alice, bob, stella, None)} == {
        alice: True,
        bob: False,
        stella: True,
        None: False,
    }
    assert [may_see(who, Part.VIEW, seat) for who in (alice, bob, stella, None)] == [
        True,
        is_finished,
        True,
        is_finished,
    ]
    assert [each.seat for each in seats_with_logs(read, bob)] == [1]
    assert [may_read_logs(who, seat.version.bot) for who in (alice, bob)] == [True, False]
