"""The disk is full for a while: workers stop by themselves, say why, and go on when there is room again."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from arena.bots.models import BotVersion
from arena.chaos.small_disk import NoDiskError, fill, small_disk
from arena.health import resting
from arena.matches.models import Attempt, AttemptOutcome, Game, GameState
from tests.chaos import asking
from tests.chaos.harness import Arena
from tests.matches import cast

MATCHES = 20
SIZE = 2**20


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    try:
        with small_disk(tmp_path / "disk", SIZE) as disk:
            yield disk
    except NoDiskError as reason:
        pytest.skip(str(reason))


def test_a_full_disk_stops_workers_and_no_game_gets_stuck(
    transactional_db: None, house: list[BotVersion], disk: Path, client: Client
) -> None:
    filler = fill(disk)
    with Arena(data=disk) as arena:
        matches = [cast.match(house, f"m/{n}", f"ladder:{n}") for n in range(MATCHES)]
        arena.start_worker("one")
        arena.start_beat()
        arena.wait(resting.all_at_rest, "the worker rests")
        (line,) = resting.all_at_rest()
        assert "No space left on device" in line.reason
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert not answer.json()["checks"]["resting_workers"]["ok"]
        before = Attempt.objects.count()
        arena.wait(lambda: resting.all_at_rest() and resting.all_at_rest()[0].tries >= 3, "it tries itself again")
        assert Attempt.objects.count() == before, "nothing is claimed meanwhile"
        filler.unlink()
        arena.wait(lambda: all(asking.is_over(match) for match in matches), "all matches are over")
        arena.wait(lambda: not resting.all_at_rest(), "it says that it is well")
    assert set(Game.objects.values_list("state", flat=True)) == {GameState.DONE}
    assert asking.done() == 2 * MATCHES
    assert Game.objects.filter(void_count__gt=1).count() == 0, "one cause, charged once at most"
    assert Attempt.objects.filter(outcome=AttemptOutcome.VOID).count() <= 4
