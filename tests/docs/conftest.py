import socket
from datetime import timedelta

import pytest
from pytest_django.live_server_helper import LiveServer

from arena.accounts.models import User
from arena.api.actions import create_token
from tests.replays.cast import first_game, played_match


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def author(live_server: LiveServer, alice: User, fresh_redis: None) -> dict[str, str]:
    """A server on which Alice has a token; what a pipeline would have in its environment."""
    _, secret = create_token(alice, "pages", ["read", "bots"], timedelta(days=1))
    return {"KARMA_ARENA_URL": live_server.url, "KARMA_ARENA_TOKEN": secret}


@pytest.fixture
def game_number(author: dict[str, str]) -> int:
    """A finished game on that server."""
    return first_game(played_match("karma-2")).pk
