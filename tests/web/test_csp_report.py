"""Reports of browsers: a line in the log, whatever somebody sends."""

import orjson
import pytest
from django.test import Client
from structlog.testing import capture_logs

from arena.api import throttle

pytestmark = pytest.mark.usefixtures("fresh_redis", "db")
REPORT = {"document-uri": "https://arena.example.org/bots/?q=secret", "blocked-uri": "inline", "referrer": "x"}


def send(body: bytes, kind: str = "application/csp-report") -> list[dict[str, object]]:
    with capture_logs() as lines:
        answer = Client(enforce_csrf_checks=True).post("/csp-report/", body, content_type=kind)
    assert answer.status_code == 204
    return [dict(line) for line in lines if line["event"] == "csp_violation"]


def test_the_policy_names_the_address() -> None:
    assert "report-uri /csp-report/" in Client().get("/").headers["Content-Security-Policy"]


def test_a_report_is_written_without_what_is_nobodys_business() -> None:
    (line,) = send(orjson.dumps({"csp-report": REPORT}))
    assert line["document_uri"] == "https://arena.example.org/bots/"
    assert line["blocked_uri"] == "inline"
    assert "referrer" not in line


NESTED = b"[" * 1000 + b"]" * 1000


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b'{"csp-report": []}', b'{"csp-report": 7}', b"\xff", NESTED,
     b'{"csp-report": {"blocked-uri": %b}}' % NESTED],
)  # fmt: skip
def test_nonsense_is_nothing(body: bytes) -> None:
    assert send(body) == []


def test_long_ones_are_cut_or_dropped() -> None:
    (line,) = send(orjson.dumps({"csp-report": {"blocked-uri": "x" * 5000}}))
    assert len(str(line["blocked_uri"])) <= 300
    assert send(orjson.dumps({"csp-report": {"blocked-uri": "x" * 20_000}})) == []


def test_many_are_counted_by_address() -> None:
    body = orjson.dumps({"csp-report": REPORT})
    assert sum(len(send(body)) for _ in range(throttle.CSP_REPORTS + 5)) == throttle.CSP_REPORTS
