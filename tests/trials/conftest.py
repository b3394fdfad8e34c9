"""Alice's bot with two ready versions: v1 plays, v2 wants to."""

import hashlib

import pytest

from arena.accounts.models import User
from arena.bots.models import BotVersion, CheckState
from tests.matches import cast


def next_version(version: BotVersion, state: CheckState = CheckState.READY) -> BotVersion:
    number = version.number + 1
    return BotVersion.objects.create(
        bot=version.bot,
        number=number,
        content_hash=hashlib.sha256(f"{version.bot.name} {number}".encode()).hexdigest(),
        runtime="python",
        state=state,
    )


@pytest.fixture
def old(alice: User) -> BotVersion:
    return cast.ready_version(alice, "Ace")


@pytest.fixture
def new(old: BotVersion) -> BotVersion:
    return next_version(old)
