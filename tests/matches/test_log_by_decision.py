"""A bot's log is stored so that its owner finds what the bot wrote at which of its decisions."""

from pathlib import Path

import pytest

from arena.matches.records import result_of
from arena.replays.logs import log_by_decision
from referee.entrants import ProgramEntrant
from tests.bots.cast import needs_sandbox
from tests.referee.cast import First, play
from tests.sandbox.cast import python_program

pytestmark = pytest.mark.django_db

TALKING = r"""
import json, sys
print("awake", file=sys.stderr)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1}), flush=True)
    elif message["type"] == "request":
        number = message["number"]
        if number % 2:
            print(f"thought {number} \u2660", file=sys.stderr)
        if number == 5:
            raise KeyError("five")
        print(json.dumps({"action": message["legal"][0]["id"]}), flush=True)
"""


@needs_sandbox
def test_what_a_bot_writes_is_found_under_its_decision(tmp_path: Path) -> None:
    with ProgramEntrant(python_program(tmp_path / "bot", TALKING), "talking") as talking:
        record = play("diamoniak-2", First(), talking.open("diamoniak-2"))
    seat = result_of(record, "h").seats[1]
    log = log_by_decision(seat.evidence)
    assert seat.fault == "crash"
    assert log[0] == "awake\n"
    assert (log[1], log[3]) == ("thought 1 ♠\n", "thought 3 ♠\n")
    assert set(log) == {0, 1, 3, 5}
    assert "KeyError: 'five'" in log[5]
    assert seat.evidence["stderr_tail"] == "".join(log.values())


def test_a_log_without_marks_is_of_no_decision() -> None:
    assert log_by_decision({"stderr_tail": "old times"}) == {}
    assert log_by_decision({}) == {}
