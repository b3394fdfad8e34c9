"""The compiled engines play the same games as the Python sources, move for move and view for view."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from engines import Deal, build, registry
from engines.compiled import is_compiled
from tests.engines.compiled.cover import branches, cover
from tests.engines.compiled.digest import digest
from tests.engines.conformance.conftest import all_slugs

GAMES = 2 * int(os.environ.get("ENGINE_TEST_FACTOR", "1"))
"""Random games of each variant, besides the few that go through every branch."""


def games() -> list[tuple[str, int]]:
    return sorted({*cover(), *((slug, seed) for slug in all_slugs() for seed in range(GAMES))})


def start(form: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.engines.compiled.digest"]
    environment = {**os.environ, "KARMA_ENGINES": form}
    return subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def answer(process: "subprocess.Popen[str]") -> Any:
    text, _nothing = process.communicate(json.dumps(games()))
    assert process.returncode == 0
    return json.loads(text)


def test_the_compiled_and_the_pure_form_play_the_same_games() -> None:
    missing = build.what_is_missing()
    if missing:
        pytest.skip(f"The engines cannot be compiled: {missing} is missing. Fix: apt-get install gcc python3-dev")
    assert build.main() == 0
    processes = {form: start(form) for form in ("pure", "compiled")}
    pure, compiled = (answer(processes[form]) for form in ("pure", "compiled"))
    assert not pure["compiled"]
    assert compiled["compiled"]
    assert compiled["digests"] == pure["digests"]
    assert len(pure["digests"]) == len(games())


def test_games_of_every_game_are_chosen_for_their_branches() -> None:
    assert {slug.partition("-")[0] for slug, _seed in cover()} == set(registry.names())


def test_another_seed_is_another_game() -> None:
    assert digest("diamoniak-2", 0) != digest("diamoniak-2", 1)


def test_what_is_followed_are_the_lines_of_a_module_that_is_compiled() -> None:
    followed = branches(lambda: random_below(Deal.from_text("followed")))
    pure = not is_compiled()
    assert {branch.partition(" ")[0] for branch in followed} == ({"chance.py"} if pure else set())


def random_below(deal: Deal) -> int:
    return deal.stream("shuffle").below(6)
