"""What takes long is written down, with the request it belongs to and without its values."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from pytest_django.fixtures import Settings
from structlog.testing import capture_logs

from arena.lib import prepared, slow_queries

pytestmark = pytest.mark.django_db
SLOW = "SELECT pg_sleep(%(seconds)s), %(secret)s::text"


@pytest.fixture
def watched(settings: Settings) -> None:
    settings.SLOW_QUERY_MS = 30
    slow_queries._watch(connection)


def test_a_slow_query_is_written_down_without_its_values(watched: None) -> None:
    with capture_logs() as lines, connection.cursor() as cursor:
        cursor.execute(SLOW, {"seconds": 0.05, "secret": "hunter2"})
    (line,) = [line for line in lines if line["event"] == "slow_query"]
    assert line["sql"] == SLOW
    assert line["duration_ms"] > 30
    assert "hunter2" not in str(lines)


def test_one_that_was_prepared_is_too(watched: None) -> None:
    with capture_logs() as lines:
        prepared.rows(SLOW, {"seconds": 0.05, "secret": "hunter2"})
    assert [line["event"] for line in lines] == ["slow_query"]


def test_a_slow_query_that_fails_is_too(watched: None) -> None:
    with capture_logs() as lines, pytest.raises(Exception, match="division by zero"), connection.cursor() as cursor:
        cursor.execute("SELECT 1 / (SELECT 0 FROM pg_sleep(0.05))")
    assert [line["event"] for line in lines] == ["slow_query"]


def test_a_quick_one_is_not(watched: None, settings: Settings) -> None:
    settings.SLOW_QUERY_MS = 60_000
    with capture_logs() as lines, connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    assert lines == []


def test_the_line_carries_the_id_of_its_request(
    client: Client, watched: None, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.SLOW_QUERY_MS = 0.001
    client.get("/bots/", headers={"X-Request-ID": "a-request-of-mine"})
    lines: list[Any] = [record.msg for record in caplog.records if record.name == "arena.query"]
    assert lines
    assert {line["request_id"] for line in lines} == {"a-request-of-mine"}
