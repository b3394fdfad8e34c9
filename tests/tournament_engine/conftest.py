import pytest

from arena.accounts.models import User
from arena.bots.models import BotVersion
from tests.tournament_engine import cast


@pytest.fixture
def olga(db: None) -> User:
    """An organiser."""
    return cast.organiser()


@pytest.fixture
def four(db: None) -> list[BotVersion]:
    return cast.field(4)


@pytest.fixture
def eight(db: None) -> list[BotVersion]:
    return cast.field(8)
