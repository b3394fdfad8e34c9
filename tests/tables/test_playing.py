"""One person and house bots: from sitting down to a replay that anybody can check."""

from datetime import timedelta

import pytest

from arena.tables.actions.leaving import leave
from arena.tables.actions.moving import choose
from arena.tables.errors import NotSeatedError, StaleError, TableError
from arena.tables.models import Sitting, Table, TableState
from arena.tables.seen import UNSEEN
from arena.tables.stored import replay_of
from engines import variant, variants
from referee.replay import loads
from referee.verify import verify
from tests.slugs import SMALLEST
from tests.tables.cast import ANN, NOW, STRANGER, first_offered, look, play_on, sit

pytestmark = pytest.mark.django_db
SLUG = SMALLEST[-1]
TEAMS = next(variant.slug for variant in variants() if len(variant.sides) < variant.seats)


@pytest.mark.parametrize("slug", [*SMALLEST, TEAMS])
def test_a_person_plays_a_whole_game_and_its_replay_is_true(slug: str) -> None:
    table = sit(slug, others=dict.fromkeys(range(1, variant(slug).seats), "greedy"))
    play_on(table)
    table.refresh_from_db()
    replay = replay_of(table, list(table.sittings.all()))
    assert table.state == TableState.OVER
    assert table.deadline is None
    assert verify(loads(replay.dumps())).differences == ()
    assert replay.transcript_hash == table.transcript_hash
    assert [seat.name for seat in replay.seats] == ["Guest", *["Magpie"] * (variant(slug).seats - 1)]
    ranks = Sitting.objects.filter(table=table).values_list("seat", "rank")
    assert all(replay.ranks[variant(slug).side_of(seat)] == rank for seat, rank in ranks)


def test_whoever_begins_the_person_is_asked_as_soon_as_the_table_is_there() -> None:
    tables = [sit(SLUG, seat=seat % 2) for seat in range(6)]
    for table in tables:
        seat = table.sittings.get(is_host=True).seat
        assert look(table, seat)["asked"] == [seat]


def test_a_stale_page_is_told_so_and_nothing_is_lost() -> None:
    table = sit(SLUG)
    seen = look(table)
    choose(table.code, ANN, seen["at"], first_offered(seen), NOW)
    before = Table.objects.get(pk=table.pk).actions
    with pytest.raises(StaleError, match="moved on"):
        choose(table.code, ANN, seen["at"], first_offered(seen), NOW)
    assert Table.objects.get(pk=table.pk).actions == before


def test_nobody_decides_for_a_seat_that_is_not_theirs() -> None:
    table = sit(SLUG)
    seen = look(table)
    with pytest.raises(NotSeatedError, match="do not sit"):
        choose(table.code, STRANGER, seen["at"], first_offered(seen), NOW)


def test_a_forged_action_is_refused_and_the_same_decision_waits() -> None:
    table = sit(SLUG)
    seen = look(table)
    for forged in (-1, 10**9):
        with pytest.raises(TableError, match="do not allow"):
            choose(table.code, ANN, seen["at"], forged, NOW)
    assert look(table)["legal"] == seen["legal"]


def test_the_time_a_person_took_is_in_the_record_and_never_charged() -> None:
    table = sit(SLUG)
    seen = look(table)
    choose(table.code, ANN, seen["at"], first_offered(seen), NOW + timedelta(seconds=90))
    row = Table.objects.get(pk=table.pk).actions[seen["at"]]
    assert row[2:] == [0.0, 90_000.0]


def test_who_leaves_alone_ends_the_game_as_last() -> None:
    table = sit(SLUG)
    leave(table.code, ANN, NOW)
    table.refresh_from_db()
    replay = replay_of(table, list(table.sittings.all()))
    assert table.state == TableState.OVER
    assert table.sittings.get(seat=0).rank == max(replay.ranks)
    assert verify(replay).differences == ()
    assert leave(table.code, ANN, NOW).pk == table.pk, "a second click"
    table.refresh_from_db()
    assert len(table.faults) == 1
    with pytest.raises(NotSeatedError, match="You do not sit at this table"):
        leave(table.code, STRANGER, NOW)


def test_after_the_end_nothing_can_be_chosen() -> None:
    table = sit(SLUG)
    seen = play_on(table)
    with pytest.raises(TableError, match="The game is over"):
        choose(table.code, ANN, seen["at"], 0, NOW)


def test_a_browser_gets_only_the_steps_that_it_lacks() -> None:
    table = sit(SLUG)
    seen = look(table)
    choose(table.code, ANN, seen["at"], first_offered(seen), NOW)
    later = look(table, since=seen["at"])
    assert later["since"] == seen["at"]
    assert len(later["steps"]) == later["at"] - seen["at"]
    assert look(table, since=10**6)["since"] == UNSEEN
