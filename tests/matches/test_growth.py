"""What games take, and what of it goes after a while."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django.fixtures import Settings

from arena.bots.models import BotVersion
from arena.matches import worker
from arena.matches.actions.expire import expire_evidence
from arena.matches.growth import measure
from arena.matches.models import Game, Seat
from tests.matches import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def house(db: None) -> list[BotVersion]:
    return [cast.ready_version(None, "Random", "random"), cast.ready_version(None, "Chance", "random")]


def said(*arguments: str) -> str:
    out = StringIO()
    call_command("growth", *arguments, stdout=out)
    return out.getvalue()


def test_replays_of_a_batch_share_a_file_and_are_weighed(house: list[BotVersion]) -> None:
    assert "No game is finished yet." in said()
    cast.match(house, blocks=10)
    assert worker.work() == 20
    growth = measure()
    assert (growth.games, growth.replay_files) == (20, 1)
    assert 300 < growth.a_game(growth.replay_bytes) < 20_000
    assert {table.name for table in growth.tables} >= {"matches_game", "matches_seat", "matches_attempt"}
    assert "in 1 files, 20.0 games each" in said()


def test_logs_and_evidence_go_when_they_are_old_and_results_stay(
    versions: list[BotVersion], settings: Settings
) -> None:
    cast.match(versions, blocks=2)
    games = [cast.take() for _ in range(3)]
    for held, days in zip(games, (89, 91, 400), strict=True):
        cast.finish(held, faults=["crash"])
        Game.objects.filter(pk=held.game_id).update(finished_at=timezone.now() - timedelta(days=days))
    Seat.objects.filter(rank__isnull=False).update(evidence={"stderr_tail": "boom"})

    def with_evidence() -> list[int]:
        return sorted(set(Seat.objects.exclude(evidence={}).values_list("game", flat=True)))

    settings.KEEP_EVIDENCE_DAYS = 0
    assert expire_evidence(is_backlog=True) == 0, "kept for ever"
    settings.KEEP_EVIDENCE_DAYS = 90
    assert expire_evidence() == 2
    assert with_evidence() == sorted([games[0].game_id, games[2].game_id])
    assert "Emptied logs and evidence of 2 seats." in said("--expire")
    assert with_evidence() == [games[0].game_id]
    assert set(Seat.objects.filter(game=games[1].game_id).values_list("fault", "rank")) == {("crash", 1), ("", 2)}
