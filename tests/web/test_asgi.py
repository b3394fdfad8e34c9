"""One process, two ways: pages through WSGI in threads, event streams through ASGI."""

import asyncio
from typing import Any

import pytest

# Nothing here is read from the database, but each request looks after the connections that its thread may have kept
# from an earlier test.
pytestmark = pytest.mark.django_db


@pytest.fixture
def application(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("ARENA_PROCESS", "")  # the import below sets it for its own process; put back after the test
    from arena.asgi import application

    return application


def call(application: Any, path: str, headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 5),
        "server": ("localhost", 80),
    }
    sent: list[dict[str, Any]] = []

    asked = iter([True])

    async def receive() -> dict[str, Any]:
        if not next(asked, False):
            await asyncio.Event().wait()  # Django listens for a disconnect while it answers; none comes
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(application(scope, receive, send))
    return {"status": sent[0]["status"], "headers": dict(sent[0]["headers"])}


def test_a_page_is_answered(application: Any) -> None:
    answer = call(application, "/robots.txt", [(b"host", b"localhost")])
    assert answer["status"] == 200
    assert answer["headers"][b"content-type"] == b"text/plain"


def test_the_live_paths_are_answered_too(application: Any) -> None:
    answer = call(application, "/live/nothing-here/", [(b"host", b"localhost"), (b"x-request-id", b"request-0001")])
    headers = {name.lower(): value for name, value in answer["headers"].items()}
    assert (answer["status"], headers[b"x-request-id"]) == (404, b"request-0001")


def test_a_header_with_an_underscore_cannot_pass_for_a_proxys(application: Any) -> None:
    headers = [(b"host", b"localhost"), (b"x_request_id", b"smuggled-0001")]
    assert call(application, "/robots.txt", headers)["headers"][b"x-request-id"] != b"smuggled-0001"
