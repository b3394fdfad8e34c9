"""A refit that goes on where the last one of its process ended, and one from nothing, write the same board."""

from collections import OrderedDict
from datetime import timedelta

import pytest
from django.utils import timezone

from arena.bots.models import BotVersion
from arena.matches.models import Match
from arena.ratings.actions import kept
from arena.ratings.actions.close_period import close_period
from arena.ratings.actions.refit import refit
from arena.ratings.actions.take_out import take_out
from arena.ratings.log import tables
from arena.ratings.models import Period, Pool, Snapshot, Standing
from tests.ladders import rounds

pytestmark = pytest.mark.django_db

Reads = list[int]


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    """After which event each reading of the log began; 0 is the whole log."""
    found: Reads = []
    read = tables.read_tables

    def watched(pool: Pool, upto: int, games_upto: int | None = None, games_after: int = 0) -> object:
        found.append(games_after)
        return read(pool, upto, games_upto, games_after)

    monkeypatch.setattr(kept, "read_tables", watched)
    monkeypatch.setattr(kept, "_KEPT", OrderedDict())
    return found


def _board(pool: Pool) -> list[tuple[object, ...]]:
    names = [field.attname for field in Standing._meta.concrete_fields if field.name != "id"]
    return list(Standing.objects.filter(pool=pool).order_by("position").values_list(*names))


def _close(versions: list[BotVersion], number: int) -> None:
    rounds.pods(versions, f"ladder/x/c{number}", number)
    rounds.finish_all()
    close_period(f"ladder/x/c{number}")


def _is_that_of_nothing(pool: Pool) -> bool:
    before, facts = _board(pool), Pool.objects.get(pk=pool.pk).facts
    bands = list(Snapshot.objects.order_by("pk").values_list("pk", "rating", "error", "margin"))
    refit(pool.pk, from_nothing=True)
    again = list(Snapshot.objects.order_by("pk").values_list("pk", "rating", "error", "margin"))
    return (before, facts, bands) == (_board(pool), Pool.objects.get(pk=pool.pk).facts, again)


def test_only_the_newest_period_is_read(reads: Reads, played: Pool, versions: list[BotVersion]) -> None:
    played.refresh_from_db()
    first = played.periods.order_by("number")[0].last_seq
    assert reads == [0, first]
    assert _is_that_of_nothing(played)
    _close(versions, 3)
    refit(played.pk)
    assert reads[2:] == [played.last_seq]
    assert _is_that_of_nothing(played)


def test_a_correction_is_counted_from_nothing(reads: Reads, played: Pool, versions: list[BotVersion]) -> None:
    take_out(Match.objects.order_by("pk")[0].pk)
    _close(versions, 3)
    refit(played.pk)
    assert reads[-1] == 0
    assert _is_that_of_nothing(played)
    _close(versions, 4)
    refit(played.pk)
    assert reads[-1] > 0, "what was taken out stays out of what is kept"
    assert _is_that_of_nothing(played)


def test_another_log_under_the_same_number_is_read_whole(
    reads: Reads, played: Pool, versions: list[BotVersion]
) -> None:
    """As after a backup was put back."""
    Period.objects.filter(pool=played, number=1).update(closed_at=timezone.now() - timedelta(days=1))
    _close(versions, 3)
    refit(played.pk)
    assert reads[-1] == 0


def test_a_process_forgets_what_takes_too_much_room(
    reads: Reads, played: Pool, versions: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "MOST_BYTES", 10)
    for number in (3, 4):
        _close(versions, number)
        refit(played.pk)
    assert [begin == 0 for begin in reads[-2:]] == [False, True]
