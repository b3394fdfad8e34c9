"""The kits are one idea in all languages: on the same requests they choose the same actions.

The Python kit reads JSON with the standard library, so agreement with it also proves the small readers of the others.
"""

import json
from typing import Any

import pytest

from engines import variants
from tests.bots.cast import needs_sandbox
from tests.starters.kits import KITS, answers, messages_of, skip_without_tools, tell

pytestmark = needs_sandbox

Json = dict[str, Any]
OTHERS = [kit for kit in KITS if kit != "python"]
ODD = {
    "unicode": 'é \\ " / \b\f\n\r\t ☃ 😀 \x7f',
    "numbers": [0, -0.0, 1.5e3, -2e-2, 12345678901234567890, 1e400],
    "nothing": [None, True, False, {}, [], "", [[]], {"": {}}],
    "deep": [[[[[[[[[[[[{"a": [{"type": "end"}]}]]]]]]]]]]]],
    "view": {"game": "chess"},
    "action": {"id": 99},
}
"""A later protocol might say such things."""


def all_messages() -> list[Json]:
    return [message for each in variants() for message in messages_of(each.slug)]


@pytest.fixture(scope="module")
def expected() -> list[Json]:
    return answers("python", all_messages())


def test_the_python_kit_names_a_legal_action_each_time(expected: list[Json]) -> None:
    decisions = set()
    for message, answer in zip(all_messages(), expected, strict=True):
        if message["type"] == "request":
            decisions.add(message["decision"])
            assert answer["action"] in [entry["id"] for entry in message["legal"]]
    assert {"CHOOSE_UP", "GIVE_TO", "WITCH", "PAY", "OFFER", "RINGS", "PICK_HAND", "PICK_DEED", "DESTINY"} <= decisions


@pytest.mark.parametrize("kit", OTHERS)
def test_all_kits_choose_alike(kit: str, expected: list[Json]) -> None:
    skip_without_tools(kit)
    assert answers(kit, all_messages()) == expected


@pytest.mark.parametrize("kit", OTHERS)
@pytest.mark.parametrize("ascii_only", [True, False])
def test_they_pass_over_whatever_they_do_not_know(kit: str, ascii_only: bool) -> None:
    skip_without_tools(kit)
    hello, *requests = messages_of("karmaka-2")[:5]
    odd = [{"odd": ODD, **each, "view": {"odd": ODD, **each["view"]}, "later": ODD} for each in requests]
    lines = [hello, {"type": "notice", "odd": ODD}, *odd, {"type": "end", "rank": 1, "odd": ODD}]
    text = "\n".join(json.dumps(line, ensure_ascii=ascii_only).replace("Infinity", "1e400") for line in lines) + "\n"
    done = tell(kit, text.encode())
    assert done.returncode == 0, done.stderr.decode()
    assert [json.loads(line) for line in done.stdout.splitlines()] == answers("python", [hello, *requests])


def escaped(message: Json) -> str:
    """Every letter of every string as an escape: the longest way to write a message."""
    out, is_text = [], False
    for sign in json.dumps(message):
        is_text ^= sign == '"'
        out.append(f"\\u{ord(sign):04X}" if is_text and sign != '"' else sign)
    return "".join(out) + "\n"


@pytest.mark.parametrize("kit", KITS)
def test_escaped_names_are_the_same_names(kit: str) -> None:
    skip_without_tools(kit)
    messages = messages_of("karmaka-2v2")
    said = tell(kit, "".join(map(escaped, messages)).encode()).stdout.splitlines()
    assert [json.loads(line) for line in said] == answers("python", messages)


@pytest.mark.parametrize("kit", KITS)
def test_lines_may_be_long_and_spaced(kit: str) -> None:
    skip_without_tools(kit)
    hello, *requests = messages_of("diamoniak-3")[:6]
    long = [{"padding": ["x" * 1000, {"y": 1}] * 400, **each} for each in requests]
    text = "".join(json.dumps(each, separators=(" ,\t", " :  ")) + "\n" for each in [hello, *long])
    assert len(text) > 5 * 400_000
    said = tell(kit, text.encode()).stdout.splitlines()
    assert [json.loads(line) for line in said] == answers("python", [hello, *requests])


@pytest.mark.parametrize("kit", KITS)
@pytest.mark.parametrize(
    "line",
    [
        '{"type": "hello"',
        '{"type": "hello",}',
        '{"type": "hello"} {}',
        '{"type": "hel',
        '{"type" "hello"}',
        '{"type": "\\x"}',
        '{"type": "\\u12"}',
        "[1, 2",
        "[tru]",
        "[-]",
        "nonsense",
    ],
)
def test_what_is_not_json_ends_the_program_with_a_word_in_the_log(kit: str, line: str) -> None:
    skip_without_tools(kit)
    done = tell(kit, line.encode() + b"\n")
    assert done.returncode != 0
    assert done.stdout == b""
    assert done.stderr.strip()


@pytest.mark.parametrize("kit", ["c", "cpp", "java", "ocaml", "rust"])
def test_a_thousand_brackets_do_not_exhaust_the_stack(kit: str) -> None:
    skip_without_tools(kit)
    done = tell(kit, b"[" * 1_000_000 + b"\n")
    assert done.returncode == 1
    assert done.stderr.strip()


@pytest.mark.parametrize("kit", KITS)
def test_a_kit_leaves_when_the_arena_does(kit: str) -> None:
    skip_without_tools(kit)
    assert tell(kit, b"").returncode == 0
    assert len(answers(kit, messages_of("karma-2")[:2])) == 2
