"""The twenty questions of the developers' page: each is answered by a file that is there and says what it is."""

import ast
import re

from tests.docs.blocks import ROOT

PAGE = ROOT / "docs" / "developers" / "README.md"
ANSWERS = re.findall(r"^\| ([^|]+) \| `([^`|]+\.py)` \|$", PAGE.read_text(), re.MULTILINE)


def test_there_are_twenty_questions_and_as_many_files() -> None:
    assert len(ANSWERS) == 20
    assert len({file for _, file in ANSWERS}) == 20


def test_every_file_says_at_its_head_what_it_is_for() -> None:
    for question, file in ANSWERS:
        assert ast.get_docstring(ast.parse((ROOT / file).read_text())), f"{question}: {file}"
