"""ES modules joined into one: each in a scope of its own, in the order in which a browser would have run them.

The sources stay as they are, and run as they are in node and in the type checker: this is for browsers, which would
ask for twenty files one after the other. It reads no JavaScript: it knows the few forms in which modules here take
from and give to each other, each at the beginning of a line, and refuses every other form instead of guessing.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_TAKEN = re.compile(r"""^import\s+(?:\{([^{}]*)\}\s*from\s*)?["']([^"'\n]+)["'];?[ \t]*$""", re.MULTILINE)
_GIVEN = re.compile(r"^export\s+(?=(?:async\s+)?(?:function\b\*?|class\b|const\b)\s*([\w$]+))", re.MULTILINE)
_LISTED = re.compile(r"^export\s*\{([^{}]*)\};?[ \t]*$", re.MULTILINE)
# A path in an import when it is needed would be looked for beside the joined file; a whole address is as good there.
_UNKNOWN = re.compile(
    r"""^[ \t]*(?:export\b|import\b(?!\s*\()).*|import\.meta.*|\bimport\s*\(\s*["'`]\..*""", re.MULTILINE
)
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
_RENAMED = re.compile(r"([\w$]+)(?:\s+as\s+([\w$]+))?")


class CannotJoinError(Exception):
    """Says of which module, and what it does that cannot be joined."""


@dataclass(frozen=True)
class _Module:
    name: str
    body: str
    takes: Sequence[tuple[str, Sequence[tuple[str, str]]]]
    """From which modules, in their order: what it is called there, and here."""
    gives: dict[str, str]
    """What it is called for others, and here."""


def joined(names: Sequence[str], read: Callable[[str], str]) -> str:
    """The modules of these names and all that they import; one module alone still gives what it gives.

    >>> files = {"a.js": 'import { b } from "./b.js";\\nexport const a = b + 1;', "b.js": "export const b = 1;"}
    >>> print(joined(["a.js"], files.__getitem__))
    // b.js
    const joined_0 = (() => {
    const b = 1;
    return { b };
    })();
    // a.js
    const joined_1 = (() => {
    const { b } = joined_0;
    const a = b + 1;
    return { a };
    })();
    export const { a } = joined_1;
    <BLANKLINE>
    """
    modules: dict[str, _Module] = {}
    for name in names:
        _collect(name, read, modules, ())
    places = {name: f"joined_{at}" for at, name in enumerate(modules)}
    parts = [_scope(module, modules, places) for module in modules.values()]
    if len(names) == 1 and modules[names[0]].gives:
        parts.append(f"export const {{ {', '.join(modules[names[0]].gives)} }} = {places[names[0]]};")
    return "\n".join([*parts, ""])


def _collect(name: str, read: Callable[[str], str], modules: dict[str, _Module], above: tuple[str, ...]) -> None:
    """What a module imports comes before it."""
    if name in above:
        raise CannotJoinError(f"{name}: imports itself by way of {above[-1]}")
    if name in modules:
        return
    module = _parsed(name, read(name))
    for other, _ in module.takes:
        _collect(other, read, modules, (*above, name))
    modules[name] = module


def _parsed(name: str, source: str) -> _Module:
    # A text over several lines may look like a comment; where there is one, comments stay.
    bare = source if any(line.count("`") % 2 for line in source.splitlines()) else _COMMENT.sub("", f"{source}\n")
    takes = [(_resolved(name, found[2]), _renamed(found[1] or "")) for found in _TAKEN.finditer(bare)]
    gives = {given: given for given in _GIVEN.findall(bare)}
    for found in _LISTED.finditer(bare):
        gives |= {outside: inside for inside, outside in _renamed(found[1])}
    body = _LISTED.sub("", _GIVEN.sub("", _TAKEN.sub("", bare))).strip()
    if unknown := _UNKNOWN.search(body):
        raise CannotJoinError(f"{name}: {unknown[0].strip()}")
    return _Module(name, body, takes, gives)


def _resolved(name: str, wanted: str) -> str:
    if not wanted.startswith(("./", "../")):
        raise CannotJoinError(f"{name}: imports {wanted}, which is no path from its own folder")
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), wanted))


def _renamed(listed: str) -> list[tuple[str, str]]:
    """``a, b as c``: pairs of the name before and after."""
    return [(found[1], found[2] or found[1]) for found in _RENAMED.finditer(listed)]


def _scope(module: _Module, modules: dict[str, _Module], places: dict[str, str]) -> str:
    head = [_taking(module.name, modules[other], pairs, places[other]) for other, pairs in module.takes if pairs]
    foot = [f"return {{ {', '.join(_pair(*pair) for pair in module.gives.items())} }};"] if module.gives else []
    # A module may await at its top level: the modules after it wait as they would without joining.
    opening = "await (async () => {" if "await" in module.body else "(() => {"
    lines = [*head, *([module.body] if module.body else []), *foot]
    return "\n".join([f"// {module.name}", f"const {places[module.name]} = {opening}", *lines, "})();"])


def _taking(name: str, other: _Module, pairs: Sequence[tuple[str, str]], place: str) -> str:
    missing = [inside for inside, _ in pairs if inside not in other.gives]
    if missing:
        raise CannotJoinError(f"{name}: {other.name} does not export {', '.join(missing)}")
    return f"const {{ {', '.join(_pair(*pair) for pair in pairs)} }} = {place};"


def _pair(name: str, value: str) -> str:
    return name if name == value else f"{name}: {value}"
