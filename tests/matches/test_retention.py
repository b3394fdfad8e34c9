"""What goes after a while, and what never does."""

from datetime import timedelta

import pytest
from django.core.files.storage import default_storage
from django.utils import timezone
from pytest_django.fixtures import Settings

from arena.bots.models import BotVersion
from arena.matches import replay_store, tasks, worker
from arena.matches.actions.pack import delete_retired, pack_replays
from arena.matches.actions.retain import delete_old_practice, thin_attempts
from arena.matches.models import Attempt, AttemptOutcome, Block, Entrant, Game, Match, MatchKind, Seat, StoredReplay
from tests.matches import cast

pytestmark = pytest.mark.django_db
YEAR_AGO = timedelta(days=366)


@pytest.fixture
def played(db: None) -> list[Match]:
    """An old practice match, a fresh one, and an old one of a ladder."""
    house = [cast.ready_version(None, "Random", "random"), cast.ready_version(None, "Chance", "random")]
    matches = [
        cast.match(house, "practice/old", blocks=3),
        cast.match(house, "practice/new", blocks=3),
        cast.match(house, "ladder/old", blocks=3, kind=MatchKind.LADDER),
    ]
    while worker.work() is not None:
        pass
    for match in matches[::2]:
        Match.objects.filter(pk=match.pk).update(created_at=timezone.now() - YEAR_AGO)
        Attempt.objects.filter(game__block__match=match).update(started_at=timezone.now() - YEAR_AGO)
    return matches


def rows() -> list[int]:
    return [model.objects.count() for model in (Match, Entrant, Block, Game, Seat, Attempt, StoredReplay)]


def test_by_default_practice_stays(played: list[Match]) -> None:
    assert delete_old_practice() == 0
    assert Match.objects.count() == 3


@pytest.mark.parametrize("packed", [False, True])
def test_old_practice_goes_as_a_whole_and_nothing_else(played: list[Match], settings: Settings, packed: bool) -> None:
    if packed:
        pack_replays(is_all=True)
    settings.KEEP_PRACTICE_DAYS = 365
    assert delete_old_practice() == 1
    assert rows() == [2, 4, 6, 12, 24, 12, 12]
    assert not Match.objects.filter(pk=played[0].pk).exists()
    delete_retired(timezone.now() + timedelta(days=2))
    assert all(replay_store.load_bytes(row) for row in StoredReplay.objects.all()), "what stays can be read"


def test_a_pack_of_which_nothing_is_left_goes_a_day_later(played: list[Match], settings: Settings) -> None:
    settings.KEEP_PRACTICE_DAYS = 365
    Match.objects.update(created_at=timezone.now() - YEAR_AGO)
    pack_replays(is_all=True)
    delete_retired(timezone.now() + timedelta(days=2))
    (pack,) = set(Game.objects.filter(block__match=played[0]).values_list("replay__file", flat=True))
    assert pack is not None
    assert delete_old_practice() == 2
    assert delete_retired() == 0
    assert default_storage.exists(pack)
    assert delete_retired(timezone.now() + timedelta(days=2)) == 1
    assert not default_storage.exists(pack)


def test_practice_that_still_runs_stays_however_old(versions: list[BotVersion], settings: Settings) -> None:
    settings.KEEP_PRACTICE_DAYS = 365
    cast.match(versions)
    Match.objects.update(created_at=timezone.now() - YEAR_AGO)
    assert delete_old_practice() == 0


def test_old_attempts_that_went_well_go_and_failures_stay(played: list[Match], settings: Settings) -> None:
    ours = Attempt.objects.filter(game__block__match=played[2]).first()
    assert ours is not None
    Attempt.objects.filter(pk=ours.pk).update(outcome=AttemptOutcome.VOID)
    settings.KEEP_ATTEMPTS_DAYS = 0
    assert thin_attempts() == 0
    settings.KEEP_ATTEMPTS_DAYS = 365
    assert tasks.expire.apply().get() == 11
    assert Attempt.objects.filter(started_at__lt=timezone.now() - timedelta(days=365)).get() == ours
    assert Attempt.objects.count() == 7
    assert Game.objects.exclude(ranks=None).count() == 18, "results stay"
