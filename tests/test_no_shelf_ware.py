"""Code that only tests use is deleted or put to use: every plain function and class is reached from the project."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACES = ("platform/arena/ratings", "platform/arena/matches", "platform/arena/embedded", "platform/referee", "sandbox")
CALLED_FROM_OUTSIDE = ("apps.py", "admin.py", "management/commands")
"""What Django finds by itself."""
WRAPPERS = ("cache", "contextmanager", "dataclass", "lru_cache", "transaction.atomic")
TO_COME = {
    # The sequential test of a new version: the pages that run it come next.
    "platform/arena/ratings/sprt.py": {
        "block_score", "multinomial_log_likelihood_ratio", "elo_of_blocks", "VersionTest",
    },
}  # fmt: skip


def _sources() -> Iterator[Path]:
    for part in ("platform", "sandbox", "bots", "engines"):
        yield from (path for path in (ROOT / part).rglob("*.py") if "migrations" not in path.parts)
    yield ROOT / "manage.py"


def _mentions(tree: ast.AST) -> Iterator[str]:
    """Names that some code imports, reads as an attribute or spells as the end of a dotted path."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(r"[.:](\w+)\b", node.value)


def _is_used_beside(definition: ast.stmt, module: ast.Module) -> bool:
    own = {id(node) for node in ast.walk(definition)}
    name = getattr(definition, "name", "")
    return any(isinstance(node, ast.Name) and node.id == name and id(node) not in own for node in ast.walk(module))


def _may_be_registered(definition: ast.FunctionDef | ast.ClassDef) -> bool:
    """By a decorator other than those that only wrap."""
    return not all(ast.unparse(decorator).startswith(WRAPPERS) for decorator in definition.decorator_list)


def test_nothing_stands_on_a_shelf() -> None:
    modules = {str(path.relative_to(ROOT)): ast.parse(path.read_text()) for path in _sources()}
    mentioned = {name for module in modules.values() for name in _mentions(module)}
    mentioned |= set(re.findall(r"\w+", (ROOT / "pyproject.toml").read_text()))
    idle: dict[str, set[str]] = {}
    for place, module in modules.items():
        if not place.startswith(PLACES) or any(part in place for part in CALLED_FROM_OUTSIDE):
            continue
        for definition in module.body:
            if not isinstance(definition, ast.FunctionDef | ast.ClassDef) or _may_be_registered(definition):
                continue
            if definition.name not in mentioned and not _is_used_beside(definition, module):
                idle.setdefault(place, set()).add(definition.name)
    assert idle == TO_COME
