"""Olga organises, four authors have a bot each."""

from __future__ import annotations

import pytest

from arena.accounts.models import User
from arena.bots.models import BotVersion
from tests.api.conftest import Caller, caller
from tests.tournament_engine import cast


@pytest.fixture
def olga(db: None) -> User:
    return cast.organiser()


@pytest.fixture
def by_olga(olga: User) -> Caller:
    return caller(olga)


@pytest.fixture
def four(db: None) -> list[BotVersion]:
    return cast.field(4)


def owner_of(version: BotVersion) -> User:
    assert version.bot.owner is not None
    return version.bot.owner
