"""Sentry and OpenTelemetry, where an operator names them: real processes tell a real receiver, and nothing secret."""

import gzip
import json
import threading
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from celery import current_app
from django.core.exceptions import ImproperlyConfigured
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from pytest_django.fixtures import Settings

from arena.bots.models import BotVersion
from arena.lib import error_reports, traces
from tests.chaos import asking
from tests.chaos.harness import Arena
from tests.matches import cast

REQUEST_ID = "a-request-of-mine"


@dataclass
class Receiver:
    address: str = ""
    got: list[tuple[str, bytes]] = field(default_factory=list)

    def spans(self) -> list[Any]:
        return [
            span
            for path, body in list(self.got)
            if path == "/v1/traces"
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]

    def errors(self) -> list[dict[str, Any]]:
        envelopes = [body for path, body in list(self.got) if path == "/api/1/envelope/"]
        items = [json.loads(line) for body in envelopes for line in body.splitlines() if line.startswith(b"{")]
        return [item for item in items if "exception" in item]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    told = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            told.got.append((self.path, gzip.decompress(body) if self.headers["Content-Encoding"] == "gzip" else body))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_given: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told.address = f"127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield told
    server.shutdown()
    server.server_close()


def test_pages_tasks_and_queries_are_traced_without_their_values(
    transactional_db: None, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_TRACES_URL", f"http://{receiver.address}")
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "100")
    house: list[BotVersion] = [cast.ready_version(None, name, "random") for name in ("Dice", "Chance")]
    with Arena() as arena:
        port = arena.start_web()
        arena.start_worker("one")
        match = cast.match(house)
        arena.wait(lambda: asking.is_over(match), "the match is over")
        address = f"http://127.0.0.1:{port}/bots/?search=hunter2"
        arena.wait(lambda: _answers(f"http://127.0.0.1:{port}/healthz"), "the web process answers")
        assert _answers(address)
        arena.wait(lambda: _pages(receiver), "the page is told")
        arena.wait(lambda: any(span.name == "run/arena.matches.tasks.play" for span in receiver.spans()), "the games")
    (page,) = _pages(receiver)
    inside = [span for span in receiver.spans() if span.trace_id == page.trace_id and span.parent_span_id]
    statements = [value.value.string_value for span in inside for value in span.attributes if "statement" in value.key]
    assert any(statement.startswith("SELECT") for statement in statements)
    assert "hunter2" not in str(statements)


def _answers(address: str) -> bool:
    try:
        request = urllib.request.Request(address, headers={"X-Request-ID": REQUEST_ID})  # noqa: S310 - our own
        with urllib.request.urlopen(request) as answer:  # noqa: S310 - as above
            return bool(answer.status == 200)
    except OSError:
        return False


def _pages(receiver: Receiver) -> list[Any]:
    return [
        span
        for span in receiver.spans()
        if any(each.key == "request_id" and each.value.string_value == REQUEST_ID for each in span.attributes)
    ]


def test_what_breaks_in_a_task_is_told_with_its_id_and_without_values(
    transactional_db: None, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_SENTRY_DSN", f"http://key@{receiver.address}/1")
    with Arena() as arena:
        arena.start_worker("one")
        sent = current_app.send_task("arena.matches.tasks.reap", args=["hunter2"])
        arena.wait(receiver.errors, "the error is told")
    (error,) = receiver.errors()
    assert error["exception"]["values"][-1]["type"] == "TypeError"
    assert error["tags"]["task_id"] == str(sent.id)
    assert "hunter2" not in json.dumps(error)


def test_of_a_page_that_breaks_neither_query_nor_body_is_told(settings: Settings) -> None:
    event: Any = {"request": {"url": "https://arena.example.org/bots/", "query_string": "key=hunter2"}}
    assert "hunter2" not in json.dumps(error_reports._about_this_request(event, {}))


@pytest.mark.parametrize(
    ("install", "setting", "extra"),
    [(error_reports.install, "SENTRY_DSN", "sentry"), (traces.install, "TRACES_URL", "traces")],
)
def test_a_missing_package_is_named_with_the_command(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, install: Any, setting: str, extra: str
) -> None:
    setattr(settings, setting, "http://key@localhost/1")
    monkeypatch.setattr(f"{install.__module__}.find_spec", lambda name: None)
    with pytest.raises(ImproperlyConfigured, match=rf"pip install 'karma-arena\[{extra}\]'"):
        install()
