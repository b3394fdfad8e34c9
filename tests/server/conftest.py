"""A real server on a real port, with little behind it: what is tried here happens before Django is asked."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
import uvicorn
from pytest_django.fixtures import Settings

from arena.server.application import Application
from arena.server.protocol import GuardedProtocol
from tests.patience import PATIENCE_S

LONG = 8 * 1024 * 1024


class Streamed:
    """An answer that is made while it is sent."""

    streaming = True

    def __init__(self) -> None:
        self.is_closed = threading.Event()

    def __iter__(self) -> Iterator[bytes]:
        return (b"x" * 4096 for _ in range(LONG // 4096))

    def close(self) -> None:
        self.is_closed.set()


class Site:
    """The smallest pages that do something: `/` answers, `/long` gives 8 MB at once, `/download` bit by bit,
    `/headers` the names of what it was told."""

    def __init__(self) -> None:
        self.downloads: list[Streamed] = []
        self.streams = 0

    def pages(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [("Content-Type", "text/plain")])
        if environ["PATH_INFO"] == "/long":
            return [b"x" * LONG]
        if environ["PATH_INFO"] == "/download":
            self.downloads.append(Streamed())
            return self.downloads[-1]
        if environ["PATH_INFO"] == "/headers":
            return [" ".join(sorted(name for name in environ if name.startswith("HTTP_"))).encode()]
        body = environ["wsgi.input"].read()
        return [f"{environ['REQUEST_METHOD']} {len(body)} {environ.get('CONTENT_LENGTH', '')}".encode()]

    async def live(self, scope: Any, receive: Any, send: Any) -> None:
        self.streams += 1
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]})
        await send({"type": "http.response.body", "body": b": here\n\n", "more_body": True})
        while (await receive())["type"] != "http.disconnect":
            pass
        self.streams -= 1


class Client:
    """One connection, from a loopback address of choice."""

    def __init__(self, port: int, source: str = "127.0.0.2", buffer: int = 0) -> None:
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.bind((source, 0))
        self.socket.settimeout(PATIENCE_S)
        self.socket.connect(("127.0.0.1", port))

    def say(self, text: str) -> "Client":
        self.socket.sendall(text.encode())
        return self

    def hear(self) -> str:
        """What the other side says next; empty if it is gone."""
        try:
            return self.socket.recv(65536).decode()
        except ConnectionError:
            return ""

    def until(self, words: str) -> str:
        heard = ""
        while words not in heard:
            part = self.hear()
            assert part, f"{heard!r} came, and no {words!r}"
            heard += part
        return heard

    def all(self) -> str:
        """Until the other side closes."""
        heard = ""
        while part := self.hear():
            heard += part
        return heard


class Running:
    def __init__(self, port: int, site: Site) -> None:
        self.port = port
        self.site = site
        self._clients: list[Client] = []

    def client(self, source: str = "127.0.0.2", buffer: int = 0) -> Client:
        self._clients.append(Client(self.port, source, buffer))
        return self._clients[-1]

    def visit(self, path: str = "/", source: str = "127.0.0.1") -> str:
        """A healthy visitor: asks, reads, leaves."""
        return self.client(source).say(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").all()

    def leave(self) -> None:
        for client in self._clients:
            client.socket.close()


def wait_for(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.01)


@pytest.fixture
def running(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """Four threads, and room for 60 connections and 10 streams of one address."""
    settings.WEB_THREADS, settings.CONNECTIONS_PER_ADDRESS, settings.STREAMS_PER_ADDRESS = 4, 60, 10
    yield from serve(monkeypatch)


def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(GuardedProtocol, "_connections", None)
    site = Site()
    config = uvicorn.Config(
        Application(site.pages, site.live), http=GuardedProtocol, lifespan="off", log_config=None, ws="none"
    )
    config.timeout_graceful_shutdown = 1
    server = uvicorn.Server(config)
    listening = socket.create_server(("127.0.0.1", 0), backlog=200)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])), daemon=True)
    thread.start()
    wait_for(lambda: server.started)
    running = Running(listening.getsockname()[1], site)
    try:
        yield running
    finally:
        running.leave()
        server.should_exit = True
        thread.join(PATIENCE_S)
        listening.close()
