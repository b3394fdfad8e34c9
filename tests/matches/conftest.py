"""The cast of the match tests: two authors with a ready bot each."""

import pytest

from arena.accounts.models import User
from arena.bots.models import BotVersion
from tests.matches import cast


@pytest.fixture
def versions(alice: User, bob: User) -> list[BotVersion]:
    return [cast.ready_version(alice, "Ace"), cast.ready_version(bob, "Bishop")]
