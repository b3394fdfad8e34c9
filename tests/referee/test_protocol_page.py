"""Every example on the protocol page is executed."""

import json
import re

import pytest

from bots.sdk import End, Hello, Request
from referee.clock import TimeControl
from referee.faults import BotFault, FaultKind
from referee.messages import encode, parse_answer, parse_ready
from tests.referee.protocol_examples import PAGE, on_the_page, real_messages

EXAMPLES = {name: text for kind, name, text in on_the_page() if kind == "example"}
ANSWERS = {name: text for kind, name, text in on_the_page() if kind == "answer"}
REFUSED = [(name, text) for kind, name, text in on_the_page() if kind == "refused"]


def test_the_page_shows_every_message() -> None:
    assert set(EXAMPLES) == {"hello", "request", "changes", "end"}
    assert set(ANSWERS) == {"ready", "ready for differences", "by id", "by index", "with more fields"}
    assert len(REFUSED) >= 3
    assert PAGE.read_text().count("```json") == len(EXAMPLES) + len(ANSWERS) + len(REFUSED)


@pytest.mark.parametrize("name", ["hello", "request", "changes", "end"])
def test_the_messages_on_the_page_are_those_of_a_real_game(name: str) -> None:
    assert json.loads(EXAMPLES[name]) == real_messages()[name], "run python -m tests.referee.protocol_examples"


@pytest.mark.parametrize("name", ["hello", "request", "end"])
def test_every_line_is_compact_and_begins_with_its_type(name: str) -> None:
    line = encode(real_messages()[name])
    assert line.startswith(b'{"type":"%s"' % name.encode())
    assert line.endswith(b"}\n")
    assert line.count(b"\n") == 1


@pytest.mark.parametrize("name", ["hello", "request", "end"])
def test_every_field_of_a_message_is_described(name: str) -> None:
    section = PAGE.read_text().split(f"\n## {name}\n")[1].split("\n## ")[0]
    prose = section.split("```")[-1]
    known = {"type", "protocol", "rank", "seat", "events"} if name == "end" else {"type"}
    assert all(f"`{field}`" in prose for field in json.loads(EXAMPLES[name]).keys() - known)


def test_the_answers_on_the_page_are_accepted() -> None:
    legal = json.loads(EXAMPLES["request"])["legal"]
    assert parse_ready(ANSWERS["ready"].encode()).name == "Fox 3"
    assert not parse_ready(ANSWERS["ready"].encode()).wants_differences
    assert parse_ready(ANSWERS["ready for differences"].encode()).wants_differences
    for name in ANSWERS.keys() - {"ready", "ready for differences"}:
        assert parse_answer(ANSWERS[name].encode(), legal) in [entry["id"] for entry in legal]


@pytest.mark.parametrize(("kind", "text"), REFUSED)
def test_the_refused_answers_on_the_page_are_refused(kind: str, text: str) -> None:
    with pytest.raises(BotFault) as caught:
        parse_answer(text.encode(), json.loads(EXAMPLES["request"])["legal"])
    assert caught.value.kind.value == kind


def test_the_sdk_reads_the_messages_on_the_page() -> None:
    assert Hello.read(json.loads(EXAMPLES["hello"])).variant == "karma-2"
    request = Request.read(json.loads(EXAMPLES["request"]))
    assert request.action(request.legal[1].id) is request.legal[1]
    assert End.read(json.loads(EXAMPLES["end"])).rank in (1, 2)


def test_the_page_lists_every_kind_of_fault() -> None:
    listed = re.findall(r"^\| `([a-z-]+)` \| ", PAGE.read_text().split("## Faults")[1], re.MULTILINE)
    assert listed == [kind.value for kind in FaultKind]


def test_the_page_states_the_default_clock() -> None:
    control = TimeControl()
    for field in ("decision_ms", "bank_ms", "start_ms"):
        assert f"| `{field}` | {getattr(control, field)} |" in PAGE.read_text()
