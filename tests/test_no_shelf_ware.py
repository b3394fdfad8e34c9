"""Code that only tests use is deleted or put to use: what is defined is reached from the project."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PLACES = ("platform", "sandbox", "bots", "engines")
ALSO_USE_THEM = ("benchmarks", "tools")
AUTHORS_TOOLS = ("bots/sdk/*.py", "bots/environments/*.py", "engines/*/sdk.py")
"""What bots of other people use: documented for them, and tried by tests as they would."""
CALLED_FROM_OUTSIDE = ("apps.py", "admin.py", "management/commands", "docs/hooks.py", "starters/python/test_bot.py")
"""What Django, mkdocs and an author's tests find by themselves."""
HOOKS = {
    "REQUIRED_FIELDS", "_post_clean", "clean_password", "create_superuser", "get_by_natural_key",
    "get_command", "get_connection_params", "initialize", "is_open_for_signup", "list_commands", "pre_authenticate",
    "label_from_instance", "prepare_value",
    "process_exception", "redirect_request", "to_python",
}  # fmt: skip
"""Members that a library calls by their name."""
PLAIN_WRAPPERS = ("cache", "cached_property", "classmethod", "contextmanager", "dataclass", "lru_cache", "property",
                  "staticmethod", "transaction.atomic")  # fmt: skip
OUTPUT = ("Schema", "TypedDict")
"""Bases of classes whose fields are read by those who get the JSON."""
ASKED_FOR_BY_NAME = {
    "GAME", "HABITS", "HOUSE", "LESSON", "TIE_BREAK",  # by registries: what every game says, every tie-break
    "DatabaseWrapper", "app_name", "application", "handler500", "urlpatterns",  # by Django and the server
}  # fmt: skip
SETTINGS = "platform/arena/settings/"
"""Its constants are Django's, Celery's and allauth's."""
REPORTED = {
    # Terms of a sum, always computed with by their position.
    "platform/arena/tournaments/planning/formats/swiss/cost.py": {"Cost.floats_again", "Cost.same_owner"},
    # A line of the data that learners get, written as a whole.
    "platform/referee/learning/decisions.py": {"Decision.by_house"},
    # Handed in with the result, and compared as a whole.
    "platform/arena/matches/results.py": {"Result.replay_hash"},
}


def _sources(*parts: str) -> Iterator[Path]:
    for part in parts:
        for path in (ROOT / part).rglob("*.py"):
            if "migrations" not in path.parts and "_compiled" not in path.parts:
                yield path


def _mentions(tree: ast.AST) -> Iterator[str]:
    """Names that some code imports, reads as an attribute or spells as the end of a dotted path."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(r"[.:](\w+)\b", node.value)


def _dotted(place: str) -> str:
    """The name under which a file is imported."""
    parts = Path(place.removeprefix("platform/")).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _chain(node: ast.Attribute) -> tuple[str, list[str]]:
    """``a.b.c`` as the name at its beginning and what is asked of it."""
    names: list[str] = []
    inner: ast.expr = node
    while isinstance(inner, ast.Attribute):
        names.insert(0, inner.attr)
        inner = inner.value
    return (inner.id if isinstance(inner, ast.Name) else ""), names


def _taken(tree: ast.Module) -> Iterator[str]:
    """Full names of what a module imports, reaches through an imported module, or spells as a dotted path."""
    known: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            known |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            known |= {alias.asname or alias.name.split(".")[0]: alias.name for alias in node.names if alias.asname}
            known |= {name.split(".")[0]: name.split(".")[0] for name in (alias.name for alias in node.names)}
    yield from known.values()
    yield from _spelled(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            first, names = _chain(node)
            if first in known:
                yield from (".".join([known[first], *names[:upto]]) for upto in range(1, len(names) + 1))


def _spelled(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from (path.replace(":", ".") for path in re.findall(r"\w+(?:[.:]\w+)+", node.value))


def _names(definition: ast.stmt) -> list[str]:
    if isinstance(definition, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        registered = _may_be_registered(definition) or definition.name in ASKED_FOR_BY_NAME
        return [] if registered else [definition.name]
    targets = definition.targets if isinstance(definition, ast.Assign) else []
    targets = [definition.target] if isinstance(definition, ast.AnnAssign) else targets
    names = [target.id for target in targets if isinstance(target, ast.Name)]
    return [name for name in names if name not in ASKED_FOR_BY_NAME and not name.startswith("__")]


def _is_used_beside(name: str, definition: ast.stmt, module: ast.Module) -> bool:
    own = {id(node) for node in ast.walk(definition)}
    return any(isinstance(node, ast.Name) and node.id == name and id(node) not in own for node in ast.walk(module))


def _may_be_registered(definition: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """By a decorator other than those that only wrap."""
    return not all(ast.unparse(decorator).startswith(PLAIN_WRAPPERS) for decorator in definition.decorator_list)


def _members(definition: ast.ClassDef) -> Iterator[str]:
    """Methods, properties and fields that nothing but their name leads to."""
    if any(ast.unparse(base).endswith(OUTPUT) for base in definition.bases):
        return
    for part in definition.body:
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) and not _may_be_registered(part):
            if not part.name.startswith("__"):
                yield part.name
        elif isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            yield part.target.id


def _modules() -> dict[str, ast.Module]:
    paths = [*_sources(*PLACES, *ALSO_USE_THEM), ROOT / "manage.py"]
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text()) for path in paths}


def _is_for_authors(place: str) -> bool:
    return any(Path(place).match(tool) for tool in AUTHORS_TOOLS)


def _is_looked_at(place: str) -> bool:
    own = place.startswith(PLACES) and not _is_for_authors(place)
    return own and not any(part in place for part in CALLED_FROM_OUTSIDE)


def _words_of_pages() -> set[str]:
    pages = (path for part in PLACES for kind in ("*.html", "*.js", "*.svg") for path in (ROOT / part).rglob(kind))
    return {word for path in pages for word in re.findall(r"\w+", path.read_text())}


@pytest.fixture(scope="module")
def modules() -> dict[str, ast.Module]:
    return _modules()


@pytest.fixture(scope="module")
def mentioned(modules: dict[str, ast.Module]) -> set[str]:
    return {name for module in modules.values() for name in _mentions(module)}


def idle_names(modules: dict[str, ast.Module], further: str = "") -> dict[str, list[str]]:
    """By file: functions, classes and constants that no other file takes and their own does not use."""
    taken = {name for module in modules.values() for name in _taken(module)}
    # A package may name its modules without itself.
    taken |= {
        f"{_dotted(place).rpartition('.')[0]}.{name}" for place, module in modules.items() for name in _spelled(module)
    }
    taken |= {name.replace(":", ".") for name in re.findall(r"[\w.]+:\w+", further)}
    idle = {
        place: [
            name
            for definition in module.body
            for name in _names(definition)
            if f"{_dotted(place)}.{name}" not in taken and not _is_used_beside(name, definition, module)
        ]
        for place, module in modules.items()
        if _is_looked_at(place) and not place.startswith(SETTINGS)
    }
    return {place: names for place, names in idle.items() if names}


def test_nothing_stands_on_a_shelf(modules: dict[str, ast.Module]) -> None:
    assert idle_names(modules, (ROOT / "pyproject.toml").read_text()) == {}


def test_a_name_that_only_looks_used_would_be_noticed() -> None:
    """Another object has a method of that name: a search for the word alone would be content."""
    idle = idle_names(
        {
            "engines/here.py": ast.parse("MOST = 3\nLEAST = 1\ndef forget(): pass\ndef keep(): return LEAST"),
            "engines/there.py": ast.parse("from engines import here\nhere.keep()\ncache.forget()\ncache.MOST"),
        }
    )
    assert idle == {"engines/here.py": ["MOST", "forget"]}


def test_every_address_is_linked_from_somewhere() -> None:
    """A page with an address of its own to which nothing leads is a page for tests."""
    texts = "".join(path.read_text() for part in PLACES for kind in ("*.html", "*.py", "*.js")
                    for path in (ROOT / part).rglob(kind))  # fmt: skip
    for path in (ROOT / "platform").rglob("urls.py"):
        urls = path.read_text()
        space = "".join(f"{name}:" for name in re.findall(r'^app_name = "(\w+)"', urls, re.MULTILINE))
        for name in re.findall(r'name="([\w-]+)"', urls):
            assert re.search(rf"""["']{space}{name}["']""", texts), f"{path}: nothing leads to {space}{name}"


def test_no_field_property_or_method_is_there_for_tests_alone(
    modules: dict[str, ast.Module], mentioned: set[str]
) -> None:
    used = mentioned | _words_of_pages() | HOOKS
    idle: dict[str, set[str]] = {}
    for place, module in modules.items():
        for definition in module.body if _is_looked_at(place) else ():
            if isinstance(definition, ast.ClassDef):
                names = {f"{definition.name}.{name}" for name in _members(definition) if name not in used}
                idle.setdefault(place, set()).update(names)
    assert {place: names for place, names in idle.items() if names} == REPORTED


def test_what_bot_authors_may_use_is_told_to_them(modules: dict[str, ast.Module], mentioned: set[str]) -> None:
    told = "".join(path.read_text() for path in (ROOT / "docs" / "bot-authors").glob("*.md"))
    tools = {place: module for place, module in modules.items() if _is_for_authors(place)}
    assert len(tools) > len(AUTHORS_TOOLS)
    for place, module in tools.items():
        for definition in module.body:
            if isinstance(definition, ast.FunctionDef | ast.ClassDef) and not definition.name.startswith("_"):
                known = definition.name in mentioned | set(re.findall(r"\w+", told))
                assert known or _is_used_beside(definition.name, definition, module), (
                    f"{place}: {definition.name} is told to nobody"
                )
