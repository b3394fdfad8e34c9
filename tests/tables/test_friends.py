"""Two people and a bot: chairs, waiting, leaving and coming back."""

from datetime import timedelta

import pytest

from arena.tables import limits
from arena.tables.actions.expiring import expire, forget
from arena.tables.actions.joining import fill, join
from arena.tables.actions.leaving import leave
from arena.tables.actions.moving import choose
from arena.tables.actions.opening import FRIEND
from arena.tables.errors import TableError
from arena.tables.models import Sitter, Table, TableState
from arena.tables.stored import replay_of
from engines import variants
from referee.verify import verify
from tests.tables.cast import ANN, BEN, NOW, STRANGER, first_offered, look, play_on, sit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
THREE = [variant.slug for variant in variants() if variant.seats == 3][-1]


@pytest.fixture
def table() -> Table:
    """Ann in seat 0, a free chair, and a house bot."""
    return sit(THREE, others={1: FRIEND, 2: "greedy"})


def begun(table: Table) -> Table:
    join(table.code, BEN, "Ben", NOW)
    table.refresh_from_db()
    return table


def test_the_game_begins_with_the_last_chair(table: Table) -> None:
    assert table.state == TableState.GATHERING
    begun(table)
    assert table.state == TableState.PLAYING
    assert [sitting.name for sitting in table.sittings.all()] == ["Guest", "Ben", "Magpie"]


def test_who_joins_twice_has_one_chair_and_who_comes_too_late_none(table: Table) -> None:
    begun(table)
    join(table.code, BEN, "Ben", NOW)
    with pytest.raises(TableError, match="All chairs of this table are taken"):
        join(table.code, STRANGER, "Cyd", NOW)
    assert table.sittings.filter(sitter=Sitter.PERSON).count() == 2


def test_a_name_that_is_taken_is_told_apart_and_signs_that_play_tricks_are_dropped(table: Table) -> None:
    join(table.code, BEN, "\u202eMagpie\n", NOW)
    assert table.sittings.get(seat=1).name == "Magpie 2"


def test_the_host_begins_without_those_who_do_not_come(table: Table) -> None:
    with pytest.raises(TableError):
        fill(table.code, BEN, NOW)
    fill(table.code, ANN, NOW)
    table.refresh_from_db()
    assert table.state == TableState.PLAYING
    assert table.sittings.get(seat=1).sitter == Sitter.HOUSE


def test_nothing_can_be_chosen_before_the_game_begins(table: Table) -> None:
    with pytest.raises(TableError, match="has not begun"):
        choose(table.code, ANN, 0, 0, NOW)


def test_two_people_play_to_the_end_and_each_sees_the_own_seat(table: Table) -> None:
    begun(table)
    for _count in range(600):
        table.refresh_from_db()
        if table.state == TableState.OVER:
            break
        play_on(table, ANN, 0)
        play_on(table, BEN, 1)
    assert verify(replay_of(table, list(table.sittings.all()))).differences == ()


def test_who_leaves_is_last_and_a_house_bot_plays_on_for_the_others(table: Table) -> None:
    begun(table)
    leave(table.code, BEN, NOW)
    play_on(table)
    table.refresh_from_db()
    replay = replay_of(table, list(table.sittings.all()))
    assert table.state == TableState.OVER
    assert replay.ranks[1] == max(replay.ranks)
    assert verify(replay).differences == ()


def test_who_clicks_twice_on_leaving_has_left_once_and_is_told_so_when_choosing(table: Table) -> None:
    begun(table)
    leave(table.code, BEN, NOW)
    assert leave(table.code, BEN, NOW).pk == table.pk
    table.refresh_from_db()
    assert len(table.faults) == 1
    with pytest.raises(TableError, match="You have left this table"):
        choose(table.code, BEN, 0, 0, NOW)


def test_a_table_of_friends_waits_for_days_and_then_goes_on_without_who_does_not_come(table: Table) -> None:
    begun(table)
    later = NOW + limits.FRIENDS_THINK
    assert expire(later - timedelta(minutes=1)) == 0
    assert expire(later + timedelta(minutes=1)) == 1
    table.refresh_from_db()
    assert len(table.faults) == 1
    asked = look(table)["asked"]
    assert table.state == TableState.OVER or asked


def test_a_table_that_all_have_left_alone_is_over_after_a_while(table: Table) -> None:
    begun(table)
    now = NOW
    for _count in range(3):
        now += limits.FRIENDS_THINK + timedelta(minutes=1)
        expire(now)
    table.refresh_from_db()
    assert table.state == TableState.OVER
    assert verify(replay_of(table, list(table.sittings.all()))).differences == ()


def test_chairs_that_nobody_takes_are_cleared_away(table: Table) -> None:
    late = NOW + limits.GATHERING + timedelta(minutes=1)
    expire(late)
    table.refresh_from_db()
    assert table.state == TableState.CANCELLED
    assert forget(late + limits.KEEP_ABANDONED + timedelta(minutes=1)) > 0
    assert not Table.objects.exists()


def test_who_gets_up_before_the_game_leaves_a_free_chair_and_the_host_ends_it(table: Table) -> None:
    four = sit(next(variant.slug for variant in variants() if variant.seats == 4), others={1: FRIEND, 2: FRIEND})
    join(four.code, BEN, "Ben", NOW)
    leave(four.code, BEN, NOW)
    assert four.sittings.get(seat=1).sitter == Sitter.FREE
    leave(four.code, ANN, NOW)
    four.refresh_from_db()
    assert four.state == TableState.CANCELLED


def test_only_the_one_who_is_asked_can_choose(table: Table) -> None:
    begun(table)
    asked = look(table)["asked"]
    other = (BEN, 1) if asked == [0] else (ANN, 0)
    if len(asked) == 1:
        seen = look(table, asked[0])
        with pytest.raises(TableError, match="not your turn"):
            choose(table.code, other[0], seen["at"], first_offered(seen), NOW)
