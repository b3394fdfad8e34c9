"""The rules page is true: its examples run, its tables are complete."""

import doctest
import json
import re
from pathlib import Path

import engines.diamoniak
from engines.diamoniak import ENGINE, actions, payments, position
from engines.diamoniak.state import DiamoniakState
from engines.interface import PUBLIC
from tests.engines.diamoniak.helpers import act

README = Path(engines.diamoniak.__file__).with_name("README.md")


def section(title: str) -> str:
    return README.read_text().split(f"## {title}\n")[1].split("\n## ")[0]


def first_column(title: str) -> list[str]:
    return re.findall(r"^\| `(\w+)`", section(title), flags=re.MULTILINE)


def examples_that_fail(text: str) -> tuple[int, int]:
    test = doctest.DocTestParser().get_doctest(text, {"position": position}, "examples", None, None)
    result = doctest.DocTestRunner().run(test)
    return result.failed, result.attempted


def test_the_examples_run() -> None:
    assert examples_that_fail(README.read_text()) == (0, 9)


def test_the_example_of_the_position_constructor_runs() -> None:
    source = README.with_name("position.py").read_text()  # compiled functions have lost their docstrings
    assert examples_that_fail(source) == (0, 2)


def test_every_field_of_a_view_is_described_in_its_order() -> None:
    assert first_column("The view") == list(position("diamoniak-2").view(PUBLIC))


def test_every_option_is_described() -> None:
    assert re.findall(r"^- `(\w+)`", section("Options"), flags=re.MULTILINE) == list(ENGINE.options)


def test_every_example_of_an_action_is_true() -> None:
    rows = re.findall(r"^\| [^|]*\| `([^`]+)` \| `(\{.*\})` \|", section("Decisions and actions"), flags=re.MULTILINE)
    named = {actions.action_name(action): actions.action_json(action) for action in range(actions.ACTION_COUNT)}
    assert len(rows) == 6
    assert all(named[name] == json.loads(text) for name, text in rows)


def test_the_numbers_of_payments_are_true() -> None:
    text = " ".join(section("Decisions and actions").split())
    claims = re.findall(r"(\d+) is ((?:[RBYG]\d|[DF])(?: (?:[RBYG]\d|[DF])){2})", text)
    assert len(claims) == 6
    for number, cards in claims:
        assert actions.action_name(int(number)) == f"pay {cards}"
    assert f"The {len(payments.PAYMENTS)} payments" in text


def test_every_type_of_event_is_described_with_its_fields() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", section("Events"), flags=re.MULTILINE)
    described = {name: set(re.findall(r"`(\w+)`", fields)) for name, fields in rows}
    seen = {}
    for state in played():
        for event in state.events(PUBLIC):
            seen[event["type"]] = set(event) - {"type"}
    assert seen == described


def played() -> list[DiamoniakState]:
    """Two short games in which everything happens that can be an event."""
    turn = position("diamoniak-2", castles=["R1"], reserves=["D D D", "R2"], draw="W D R3 F W", record=True)
    act(turn, "draw", "pay R1 D D", "stop", "draw", "draw", "use fairy", "stop")
    sale = position("diamoniak-2", castles=["R1 R2 R3 R4 R5"], reserves=["D D D", "R6"], record=True)
    act(sale, "buy R6 from seat 1")
    return [turn, sale]
