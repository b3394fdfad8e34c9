"""The examples in the documentation are run."""

import doctest
from pathlib import Path

import pytest

import engines

FOLDER = Path(engines.__file__).parent


@pytest.mark.parametrize("name", ["karma/README.md", "karma/position.py", "reading.py"])
def test_the_examples_do_what_they_say(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    example = doctest.DocTestParser().get_doctest(text, {}, name, str(FOLDER / name), 0)
    assert example.examples
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert result.failed == 0


def test_every_field_of_the_view_is_described() -> None:
    text = (FOLDER / "karma/README.md").read_text(encoding="utf-8")
    view = engines.new_game("karma-2-foresight", engines.Deal.from_text("fields")).view(0)
    for field in [*view, *view["seats"][0], *view["own"]]:
        assert f"`{field}`" in text, f"{field} is not described"
