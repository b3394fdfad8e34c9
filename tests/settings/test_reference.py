import re

from arena.settings.environment import ROOT
from arena.settings.variables import VARIABLES, reference_table

PAGE = ROOT / "docs" / "operators" / "settings.md"


def test_the_operators_page_lists_every_variable_as_it_is() -> None:
    assert reference_table() in PAGE.read_text(), "run: python3 manage.py settings_table"


def test_no_variable_is_read_behind_the_lists_back() -> None:
    """Only the settings read the environment; what the other four look at is no choice of an operator."""
    package = ROOT / "platform" / "arena"
    # Setting a variable for a library, or handing all of them to a program, chooses nothing on an operator's behalf.
    asks = re.compile(r"(?<!\*\*)os\.environ(?!\[\"\w+\"\] = )")
    readers = {str(path.relative_to(package)) for path in package.rglob("*.py") if asks.search(path.read_text())}
    readers = {name for name in readers if not name.startswith("embedded/")}
    assert readers == {"settings/reader.py", "settings/__init__.py", "asgi.py", "celery.py", "server/__main__.py"}


def test_names_are_unique() -> None:
    assert len({variable.name for variable in VARIABLES}) == len(VARIABLES)
