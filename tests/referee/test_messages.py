"""Answers of bots: accepted forms, refused forms, and sentences that tell the author what to do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.faults import BotFault, FaultKind
from referee.messages import parse_answer, parse_ready

LEGAL = [
    {"id": 4, "name": "draw", "action": {"type": "draw"}},
    {"id": 9, "name": "stop", "action": {"type": "stop"}},
]


@pytest.mark.parametrize(
    ("line", "action"),
    [
        (b'{"action": 9}', 9),
        (b'{"action":4}\n', 4),
        (b'{"index": 1}', 9),
        (b' { "index" : 0 } \r\n', 4),
        (b'{"type": "answer", "action": 9, "why": {"deep": [1]}}', 9),
        (b'{"index": 1, "ACTION": 4}', 9),
        (b'{"action": 9, "note": "\\u00e9 {"}', 9),
        (b'{"action": 009}'.replace(b"009", b"9"), 9),
    ],
)
def test_answers_by_id_and_by_index(line: bytes, action: int) -> None:
    assert parse_answer(line, LEGAL) == action


@pytest.mark.parametrize(
    ("line", "kind", "hint"),
    [
        (b'{"action": 5}', FaultKind.ILLEGAL_ACTION, r"Legal were 4 \(draw\), 9 \(stop\)"),
        (b'{"action": -4}', FaultKind.ILLEGAL_ACTION, "not in"),
        (b'{"index": 2}', FaultKind.ILLEGAL_ACTION, "places 0 to 1"),
        (b'{"index": -1}', FaultKind.ILLEGAL_ACTION, "places 0 to 1"),
        (b'{"action": 123456789012}', FaultKind.ILLEGAL_ACTION, "not in"),
        (b'{"action": "9"}', FaultKind.PROTOCOL, "whole number"),
        (b'{"action": 9.0}', FaultKind.PROTOCOL, "whole number"),
        (b'{"action": true}', FaultKind.PROTOCOL, "whole number"),
        (b'{"action": null}', FaultKind.PROTOCOL, "whole number"),
        (b'{"action": 9, "index": 1}', FaultKind.PROTOCOL, "one of the two"),
        (b'{"move": 9}', FaultKind.PROTOCOL, "one of the two"),
        (b"9", FaultKind.PROTOCOL, "not an object"),
        (b"thinking...", FaultKind.PROTOCOL, "logs to stderr"),
        (b'{"action": 9, "action": 4}', FaultKind.PROTOCOL, "key twice"),
    ],
)
def test_bad_answers_are_faults_with_a_way_out(line: bytes, kind: FaultKind, hint: str) -> None:
    with pytest.raises(BotFault, match=hint) as caught:
        parse_answer(line, LEGAL)
    assert caught.value.kind is kind


@given(st.binary(max_size=60) | st.text(alphabet='{}"actionindex: 0123456789-.e', max_size=30).map(str.encode))
def test_any_line_names_a_legal_action_or_is_a_fault(line: bytes) -> None:
    assert _outcome(line) in (4, 9) or str(_outcome(line)).endswith((".", "…"))


def test_the_short_way_and_the_strict_way_of_reading_agree() -> None:
    for line in (b'{"action": 9}', b'{"index": 0}', b'{"action": 5}', b'{"index": 7}'):
        padded = line[:-1] + b', "more": 0}'
        assert _outcome(line) == _outcome(padded)


def _outcome(line: bytes) -> int | str:
    try:
        return parse_answer(line, LEGAL)
    except BotFault as fault:
        return fault.sentence


def test_ready_may_carry_a_name_which_is_kept_short_and_printable() -> None:
    assert parse_ready(b'{"type": "ready", "protocol": 1}').name == ""
    assert parse_ready(b'{"type": "ready", "protocol": 1, "name": "Fox\\u001b[31m\\n3"}').name == "Fox[31m3"
    assert len(parse_ready(b'{"type": "ready", "protocol": 1, "name": "%s"}' % (b"x" * 500)).name) == 60
    assert parse_ready(b'{"type": "ready", "protocol": 1, "name": ["Fox"]}').name == ""


@pytest.mark.parametrize("version", [b"2", b'"1"', b"true", b"1.0", b"null", b"[1]"])
def test_any_other_protocol_version_is_refused(version: bytes) -> None:
    with pytest.raises(BotFault, match="this arena speaks protocol 1") as caught:
        parse_ready(b'{"type": "ready", "protocol": %s}' % version)
    assert caught.value.kind is FaultKind.PROTOCOL


def test_an_action_in_place_of_ready_is_refused() -> None:
    with pytest.raises(BotFault, match="before anything else"):
        parse_ready(b'{"action": 1}')


@pytest.mark.parametrize("line", [b'{"action": 007}', b'\x0b{"action": 7}', b'{"index":\x0c0}'])
def test_the_quick_way_takes_no_more_than_json_does(line: bytes) -> None:
    with pytest.raises(BotFault) as raised:
        parse_answer(line, [{"id": 7, "name": "seven"}])
    assert raised.value.kind is FaultKind.PROTOCOL
