"""A receiver of webhooks on this machine, and the cast of tournaments."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from allauth.account.models import EmailAddress
from pytest_django.fixtures import Settings

from arena.accounts.models import User
from tests.tournament_engine import cast


@dataclass
class Receiver:
    """Answers what it is told to, and keeps what it got."""

    url: str = ""
    status: int = 200
    answer: bytes = b"thanks"
    location: str = ""
    before: Callable[[], object] | None = None
    """Done before it answers."""
    got: list[tuple[dict[str, str], bytes]] = field(default_factory=list)


@contextmanager
def receiving() -> Iterator[Receiver]:
    told = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            told.got.append(({name.lower(): value for name, value in self.headers.items()}, body))
            if told.before is not None:
                told.before()
            with suppress(OSError):  # who asked may have lost patience
                self.send_response(told.status)
                if told.location:
                    self.send_header("Location", told.location)
                self.end_headers()
                self.wfile.write(told.answer)

        def log_message(self, *_given: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    told.url = f"http://127.0.0.1:{server.server_port}/hook"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield told
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    settings.WEBHOOKS_MAY_BE_PRIVATE = True
    with receiving() as told:
        yield told


@pytest.fixture
def three_receivers(settings: Settings) -> Iterator[list[Receiver]]:
    settings.WEBHOOKS_MAY_BE_PRIVATE = True
    with ExitStack() as stack:
        yield [stack.enter_context(receiving()) for _ in range(3)]


@pytest.fixture
def olga(db: None) -> User:
    return cast.organiser()


def confirmed(user: User) -> User:
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user
