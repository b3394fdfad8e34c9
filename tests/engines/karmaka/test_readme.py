"""The rules page is true: its examples run, its tables are complete."""

import doctest
import json
import re
from pathlib import Path
from random import Random

import engines.karmaka
from engines import Deal, new_game
from engines.interface import PUBLIC
from engines.karmaka import actions, position
from engines.karmaka.abilities import ABILITIES, ANY_SEAT, RIVAL
from engines.karmaka.cards import COLOUR, COPIES, NAMES, POINTS
from engines.karmaka.table import FIRST_STEP, FRAME_NAMES
from tests.engines.karmaka.helpers import COLOURS

README = Path(engines.karmaka.__file__).with_name("README.md")


def section(title: str) -> str:
    return README.read_text(encoding="utf-8").split(f"## {title}\n")[1].split("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    """Cells of the tables of a section, without head and rule."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def examples_that_fail(text: str) -> tuple[int, int]:
    test = doctest.DocTestParser().get_doctest(text, {"position": position}, "examples", None, None)
    result = doctest.DocTestRunner().run(test)
    return result.failed, result.attempted


def test_the_examples_run() -> None:
    assert examples_that_fail(README.read_text(encoding="utf-8")) == (0, 9)


def test_the_example_of_the_position_constructor_runs() -> None:
    assert examples_that_fail(position.__doc__ or "") == (0, 2)


def test_the_table_of_cards_is_what_the_engine_plays() -> None:
    targets = {RIVAL: "rival", ANY_SEAT: "anybody"}
    expected = [
        [NAMES[kind], COLOURS[COLOUR[kind]], str(POINTS[kind]), str(COPIES[kind]), targets.get(ability.targets, "-")]
        for kind, ability in enumerate(ABILITIES)
    ]
    found = rows("Cards")
    assert [row[:5] for row in found] == expected
    assert [row[5].endswith("extra play") for row in found] == [ability.extra_play for ability in ABILITIES]


def test_every_field_of_a_view_is_described_in_its_order() -> None:
    assert [row[0].strip("`") for row in rows("The view")] == list(position("karmaka-2").view(PUBLIC))


def test_every_field_of_a_seat_and_of_a_slot_is_named() -> None:
    view = position("karmaka-2").view(0)
    text = section("The view")
    for field in [*view["seats"][0], *view["seats"][0]["deck"][0], *view["chain"], *view["own"], *view["pending"][0]]:
        assert f"`{field}`" in text, field


def test_every_decision_is_listed() -> None:
    named = re.findall(r"`([A-Z_]+)`", "".join(row[0] for row in rows("Decisions and actions")))
    assert set(named) == set(FRAME_NAMES[:FIRST_STEP])


def test_every_example_of_an_action_is_true_and_the_ids_are_complete() -> None:
    named = {actions.name(action): action for action in range(actions.COUNT)}
    following = 0
    for row in rows("Decisions and actions"):
        first, _, last = row[1].partition("..")
        assert int(first) == following or int(first) in (actions.PASS, actions.STOP)
        following = int(last or first) + 1
        action = named[row[2].strip("`")]
        assert int(first) <= action < following
        assert actions.describe(action) == json.loads(row[3].strip("`"))
    assert following == actions.COUNT


def test_the_formulas_of_the_large_ranges_are_true() -> None:
    assert ["".join(map(str, order)) for order in actions.ORDERS] == ["012", "021", "102", "120", "201", "210"]
    assert actions.SEQUENCES[24 + 23 * 5 + 7] == (5, 7)
    assert (actions.SETS[24], actions.SETS[25], actions.SETS[299]) == ((0, 0), (0, 1), (22, 22))


def test_every_type_of_event_is_described_with_its_fields() -> None:
    described = {}
    for row in rows("Events"):
        private = set(re.findall(r"\(`(\w+)`\)", row[1]))
        described[row[0].strip("`")] = (set(re.findall(r"`(\w+)`", row[1])) - private, private)
    always: dict[str, set[str]] = {}
    ever: dict[str, set[str]] = {}
    for slug in ("karmaka-2", "karmaka-2v2"):
        for number in range(12):
            state = new_game(slug, Deal.from_text(f"events {number}"), record=True)
            rng = Random(number)
            while not state.is_over():
                state.apply(rng.choice(state.legal_actions()))
            for seat in range(PUBLIC, state.variant.seats):
                for event in state.events(seat):
                    fields = set(event) - {"type"}
                    always[event["type"]] = always.get(event["type"], fields) & fields
                    ever[event["type"]] = ever.get(event["type"], fields) | fields
    assert always == {kind: public for kind, (public, _private) in described.items()}
    assert {kind: ever[kind] - always[kind] for kind in ever} == {
        kind: private for kind, (_public, private) in described.items()
    }


def test_every_file_is_named() -> None:
    text = section("Where things are")
    for path in README.parent.glob("*.py"):
        assert path.name == "__init__.py" or f"`{path.name}`" in text, path.name
