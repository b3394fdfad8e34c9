"""What takes long is written down, with the request it belongs to and without its values."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from pytest_django.fixtures import Settings

from arena.lib import prepared, slow_queries

pytestmark = pytest.mark.django_db
SLOW = "SELECT pg_sleep(%(seconds)s), %(secret)s::text"


@pytest.fixture
def watched(settings: Settings) -> None:
    settings.SLOW_QUERY_MS = 30
    slow_queries._watch(connection)


def _lines(caplog: pytest.LogCaptureFixture) -> list[Any]:
    """As the log has them: structlog's own capture misses a logger that another test has used before."""
    return [record.msg for record in caplog.records if record.name == "arena.query"]


def test_a_slow_query_is_written_down_without_its_values(watched: None, caplog: pytest.LogCaptureFixture) -> None:
    with connection.cursor() as cursor:
        cursor.execute(SLOW, {"seconds": 0.05, "secret": "hunter2"})
    (line,) = _lines(caplog)
    assert line["event"] == "slow_query"
    assert line["sql"] == SLOW
    assert line["duration_ms"] > 30
    assert "hunter2" not in caplog.text


def test_one_that_was_prepared_is_too(watched: None, caplog: pytest.LogCaptureFixture) -> None:
    prepared.rows(SLOW, {"seconds": 0.05, "secret": "hunter2"})
    assert [line["event"] for line in _lines(caplog)] == ["slow_query"]


def test_a_slow_query_that_fails_is_too(watched: None, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(Exception, match="division by zero"), connection.cursor() as cursor:
        cursor.execute("SELECT 1 / (SELECT 0 FROM pg_sleep(0.05))")
    assert [line["event"] for line in _lines(caplog)] == ["slow_query"]


def test_a_quick_one_is_not(watched: None, settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    settings.SLOW_QUERY_MS = 60_000
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    assert _lines(caplog) == []


def test_the_line_carries_the_id_of_its_request(
    client: Client, watched: None, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.SLOW_QUERY_MS = 0.001
    client.get("/bots/", headers={"X-Request-ID": "a-request-of-mine"})
    lines = _lines(caplog)
    assert lines
    assert {line["request_id"] for line in lines} == {"a-request-of-mine"}
