"""Nothing a bot writes may hurt the referee, and every refusal says why."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.strict_json import MAX_BYTES, StrictJsonError, parse_object


def test_it_reads_an_ordinary_object() -> None:
    assert parse_object(b'{"action": 3, "why": ["a", {"b": null}], "x": -1.5e3}\r\n') == {
        "action": 3,
        "why": ["a", {"b": None}],
        "x": -1500.0,
    }


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "not JSON"),
        (b"hello", "not JSON"),
        (b"[1]", "not an object"),
        (b"3", "not an object"),
        (b'{"a": NaN}', "NaN is not JSON"),
        (b'{"a": -Infinity}', "-Infinity is not JSON"),
        (b'{"a": 1e999}', "too large"),
        (b'{"a": 1, "a": 2}', "names a key twice"),
        (b'{"x": {"a": 1, "a": 2}}', "names a key twice"),
        (b'{"a": "\xff"}', "not UTF-8"),
        (b'{"a": ' + b"9" * 19 + b"}", "18 digits"),
        (b'{"a": ' + b"9" * 5000 + b"}", "18 digits"),
        (b'{"a":' + b"[" * 17 + b"]" * 17 + b"}", "nested deeper"),
        (b'{"a":' * 30_000, f"at most {MAX_BYTES}"),
        (b"[" * 60_000, "nested deeper"),
        (b'{"a": 1} {"b": 2}', "not JSON"),
        (b'{"a": "\x01"}', "not JSON"),
        (b'{"a": 1', "not JSON"),
    ],
)
def test_it_refuses_with_a_reason(line: bytes, reason: str) -> None:
    with pytest.raises(StrictJsonError, match=reason):
        parse_object(line)


def test_brackets_inside_a_text_are_not_nesting() -> None:
    assert parse_object(b'{"a": "' + b"[" * 100 + b'\\"' + b"[" * 100 + b'"}')["a"].count("[") == 200


@given(st.binary(max_size=300))
def test_any_bytes_give_an_object_or_a_refusal(line: bytes) -> None:
    with suppress(StrictJsonError):
        assert isinstance(parse_object(line), dict)


@given(
    st.dictionaries(
        st.text(max_size=5),
        st.recursive(
            st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(max_size=8),
            lambda inner: st.lists(inner, max_size=3),
            max_leaves=6,
        ),
        max_size=4,
    )
)
def test_it_agrees_with_the_standard_library_on_sound_objects(value: dict[str, object]) -> None:
    assert parse_object(json.dumps(value).encode()) == value
