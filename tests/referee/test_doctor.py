"""The doctor finds what is wrong with each bad bot and says what to do."""

import json
from pathlib import Path

import pytest

import sandbox
from engines.errors import UnknownVariantError
from referee.clock import TimeControl
from referee.doctor import Check, Report, Status, examine
from referee.doctor.patient import Patient
from referee.doctor.tricks import late_requests
from referee.entrants import ProgramEntrant
from tests.bots.cast import FOLDER, QUICK, build_here, built, needs_sandbox

pytestmark = needs_sandbox

SOUND = TimeControl(decision_ms=2_000, bank_ms=20_000, start_ms=60_000)


def examined(name: str, control: TimeControl = QUICK, game: str = "diamoniak") -> Report:
    return examine(built(name), [game], control, sandbox.Limits(memory_mb=96))


def failure(report: Report) -> Check:
    assert not report.passed
    assert not report.is_void
    found = report.failures()[0]
    assert found.sentence
    assert found.fix
    return found


@pytest.fixture(scope="module")
def healthy() -> Report:
    return examine(FOLDER / "good", ["diamoniak"], SOUND)


def test_a_sound_bot_passes_every_check(healthy: Report) -> None:
    assert healthy.passed, healthy.failures()
    assert {check.id for check in healthy.checks} == {
        "builds",
        "starts",
        *(f"plays:diamoniak-{seats}" for seats in (2, 3, 4)),
        *(f"{trick}:diamoniak" for trick in ("unknown-fields", "large-views", "slow-reader", "cap")),
        "repeats",
        "start-time",
        "decision-time",
        "memory",
        "off-turn",
    }


def test_it_measures_start_decisions_and_memory(healthy: Report) -> None:
    found = healthy.measured
    assert found.games == 2 + 3 + 4 + 4 + 2
    assert found.decisions > 100
    assert found.peak_memory_mb > 1
    assert "head-room" in next(check.sentence for check in healthy.checks if check.id == "memory")


def test_the_report_is_machine_readable(healthy: Report) -> None:
    again = json.loads(json.dumps(healthy.to_json()))
    assert again["format"] == "karma-arena-doctor"
    assert again["passed"] is True
    assert again["checks"][0] == {
        "id": "builds",
        "title": "builds",
        "status": "pass",
        "sentence": healthy.checks[0].sentence,
        "fix": "",
        "evidence": None,
        "hello": "",
        "texts": {name: getattr(healthy.checks[0], name).to_json() for name in ("title", "sentence")},
    }
    assert "python" in again["runtime"]


def test_a_cap_game_reaches_the_turn_limit(healthy: Report) -> None:
    assert "ended at the turn limit" in next(check.sentence for check in healthy.checks if check.id == "cap:diamoniak")


@pytest.mark.parametrize(
    ("name", "check", "words"),
    [
        ("crashing", "plays:diamoniak-2", "ZeroDivisionError: the crashing bot crashed"),
        ("hanging", "plays:diamoniak-2", "timeout"),
        ("lying", "plays:diamoniak-2", "named action 987654"),
        ("babbling", "plays:diamoniak-2", "Let me think about this..."),
        ("flooding", "plays:diamoniak-2", "protocol"),
        ("memory_eater", "plays:diamoniak-2", "96 MiB"),
        ("wrong_version", "starts", "speaks protocol 2"),
        ("only_seat_0", "plays:diamoniak-2", "Seat 1, after"),
    ],
)
def test_each_bad_bot_is_found_out(name: str, check: str, words: str) -> None:
    found = failure(examined(name))
    assert found.id == check
    assert words in found.sentence
    assert found.evidence is not None
    assert '"type":"' in found.evidence.last_request


def test_a_slow_bot_is_found_out() -> None:
    assert "timeout" in failure(examined("slow")).sentence


def test_a_bot_that_fails_late_is_found_in_the_long_games() -> None:
    found = failure(examined("fails_late", game="karma"))
    assert '"number":50' in (found.evidence.last_request if found.evidence else "")


def test_a_silent_bot_fails_at_hello_and_the_rest_is_skipped() -> None:
    report = examined("silent", TimeControl(start_ms=1_000))
    found = failure(report)
    assert found.id == "starts"
    assert "timeout" in found.sentence
    assert found.evidence is not None
    assert '"type":"hello"' in found.evidence.last_request
    assert {check.status for check in report.checks[1:]} == {Status.SKIP}


def test_after_a_failure_the_other_checks_of_the_game_are_skipped_and_named() -> None:
    report = examined("only_seat_0")
    skipped = [check for check in report.checks if check.status is Status.SKIP]
    assert len(skipped) == 6
    assert all("plays diamoniak-2 in every seat" in check.sentence for check in skipped)


@pytest.mark.parametrize(
    ("source", "words"),
    [("def broken(:\n", "SyntaxError"), (None, "No program was found")],
)
def test_what_does_not_build_is_told_with_the_log(tmp_path: Path, source: str | None, words: str) -> None:
    if source is not None:
        (tmp_path / "bot.py").write_text(source)
    found = failure(examine(tmp_path))
    assert found.id == "builds"
    assert words in found.sentence


FUSSY = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "ready", "protocol": 1}', flush=True)
    elif message["type"] == "request":
        assert set(message["clock"]) == {"decision_ms", "bank_ms"}, "what is this in my clock?"
        print('{"index": 0}', flush=True)
"""

SHORT_SIGHTED = """
import json, sys
while line := sys.stdin.buffer.readline(65536):  # as fgets() into an array of that size
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "ready", "protocol": 1}', flush=True)
    elif message["type"] == "request":
        print('{"index": 0}', flush=True)
"""

IMPATIENT = """
import json, os, select
rest = b""
while True:
    if b"\\n" not in rest:
        if not select.select([0], [], [], 1.0)[0]:
            os.write(1, b'{"index": 0}\\n')
            continue
        data = os.read(0, 65536)
        if not data:
            break
        rest += data
        continue
    line, rest = rest.split(b"\\n", 1)
    message = json.loads(line)
    if message["type"] == "hello":
        os.write(1, b'{"type": "ready", "protocol": 1}\\n')
    elif message["type"] == "request":
        os.write(1, b'{"index": 0}\\n')
"""

RESTLESS = """
import json, sys, threading
def think_on():
    while True:
        pass
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "ready", "protocol": 1}', flush=True)
    elif message["type"] == "request":
        if message["number"] == 1:
            threading.Thread(target=think_on, daemon=True).start()
        print('{"index": 0}', flush=True)
"""

FICKLE = """
import json, random, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "ready", "protocol": 1}', flush=True)
    elif message["type"] == "request":
        print(json.dumps({"index": random.SystemRandom().randrange(len(message["legal"]))}), flush=True)
"""


def test_a_bot_that_thinks_in_its_opponents_time_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(RESTLESS)
    with ProgramEntrant(build_here(tmp_path), "restless") as entrant:
        patient = Patient(entrant, SOUND)
        patient.plays("diamoniak-2", 0, trick=late_requests)
        hint = patient.measurements()[-1]
    assert (hint.id, hint.status) == ("off-turn", Status.HINT)
    assert "stopped between its decisions" in hint.sentence
    assert "threads wait" in hint.fix


@pytest.mark.parametrize(
    ("source", "check"),
    [
        (FUSSY, "unknown-fields:diamoniak"),
        (SHORT_SIGHTED, "large-views:diamoniak|plays:diamoniak-3"),  # paying a witch can list that many actions
        (IMPATIENT, "slow-reader:diamoniak"),
    ],
)
def test_bots_that_only_work_in_fine_weather_are_found_out(
    tmp_path: Path, source: str, check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.doctor.tricks.LATE_S", 1.5)
    (tmp_path / "bot.py").write_text(source)
    found = failure(examine(tmp_path, ["diamoniak"], SOUND))
    assert found.id in check.split("|")


def test_a_bot_that_cannot_be_repeated_gets_a_hint_and_passes(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(FICKLE)
    report = examine(tmp_path, ["diamoniak"], SOUND)
    assert report.passed
    assert next(check for check in report.checks if check.id == "repeats").status is Status.HINT


def test_progress_is_told_step_by_step(tmp_path: Path) -> None:
    steps: list[tuple[int, int]] = []
    (tmp_path / "bot.py").write_text((FOLDER / "good" / "bot.py").read_text())
    examine(tmp_path, ["diamoniak"], SOUND, progress=lambda title, step, total: steps.append((step, total)))
    assert [step for step, _ in steps] == list(range(1, steps[0][1] + 1))


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownVariantError, match="no game called 'chess'"):
        examine(built("good"), ["chess"])


def test_the_arenas_own_failure_is_void_and_not_the_bots_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.channels.program.canary_starts", lambda: False)
    report = examined("silent", TimeControl(start_ms=500))
    assert report.is_void
    assert report.failures() == []
