"""What a log line holds, in the form that machines read."""

import json
import os
import subprocess
import sys
from typing import Any

from tests.patience import PATIENCE_S

SCRIPT = """
import django, logging, structlog
django.setup()
from django.test import Client
from arena.lib import task_logs
Client().get("/robots.txt?token=secret", headers={"host": "localhost", "x-request-id": "request-0001"})
structlog.contextvars.bind_contextvars(request_id="request-0002")
headers = {}
task_logs._send_request_id(headers=headers)
class Task: name = "arena.test"; request = headers
task_logs._bind(task_id="task-1", task=Task)
logging.getLogger("somebody.else").warning("plain %s", "words")
task_logs._report(task=Task, state="SUCCESS")
password = "hunter2"
try: 1 / 0
except ZeroDivisionError: logging.getLogger("x").exception("it broke")
"""


def lines() -> list[dict[str, Any]]:
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "arena.settings", "ARENA_LOG_FORMAT": "json"},
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_S,
    )
    return [json.loads(line) for line in result.stderr.splitlines()]


def test_each_line_is_json_with_the_ids_of_request_and_task() -> None:
    request, foreign, task, failure = lines()
    assert request["request_id"] == "request-0001"
    assert (request["path"], request["status"], request["view"]) == ("/robots.txt", 200, "robots")
    assert "secret" not in json.dumps(request)
    assert foreign["event"] == "plain words"
    assert foreign["level"] == "warning"
    assert (foreign["task_id"], foreign["task"], foreign["request_id"]) == ("task-1", "arena.test", "request-0002")
    assert (task["event"], task["state"]) == ("task", "SUCCESS")
    assert "task_id" not in failure
    assert failure["exception"][0]["exc_type"] == "ZeroDivisionError"
    assert "hunter2" not in json.dumps(failure)
