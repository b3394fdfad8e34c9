from collections.abc import Iterator
from datetime import timedelta

import pytest

from arena.bots.models import BotVersion
from arena.matches import limits
from tests.chaos.harness import LEASE_S, Arena
from tests.matches import cast


@pytest.fixture
def arena(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Arena]:
    monkeypatch.setattr(limits, "QUEUE_PATIENCE", timedelta(seconds=LEASE_S))  # as in the workers
    with Arena() as arena:
        yield arena


@pytest.fixture
def house(transactional_db: None) -> list[BotVersion]:
    return [cast.ready_version(None, "Dice", "random"), cast.ready_version(None, "Chance", "random")]
