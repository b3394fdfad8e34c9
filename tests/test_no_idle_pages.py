"""Templates, pictures, styles, tags and scripts that nothing leads to are deleted."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from arena.web import scripts, stylesheet

ROOT = Path(__file__).resolve().parent.parent
PLACES = ("platform", "engines")
VENDORED = ROOT / "platform" / "arena" / "static" / "vendor"
LIBRARIES_OPEN = re.compile(r"account/|allauth/|\d{3}\.html$")
"""Templates that Django and allauth ask for by their name."""
LIBRARIES_SET = {"errorlist", "nonfield"}
"""Classes that Django's forms write."""


@cache
def texts(*suffixes: str) -> dict[Path, str]:
    files = (path for place in PLACES for path in sorted((ROOT / place).rglob("*")) if path.suffix in suffixes)
    return {path: path.read_text() for path in files if VENDORED not in path.parents and "_compiled" not in path.parts}


def is_named(name: str, here: Path, among: Iterable[str] = (".html", ".py", ".js", ".css", ".svg", ".txt")) -> bool:
    return any(name in text for path, text in texts(*among).items() if path != here)


def test_every_template_is_opened_by_a_view_or_another_template() -> None:
    templates = [path for path in texts(".html", ".svg") if "templates" in path.parts]
    names = {path: str(path).split("/templates/")[1] for path in templates}
    idle = [name for path, name in names.items() if not LIBRARIES_OPEN.match(name) and not is_named(name, path)]
    # The pictures of a block are numbered, and asked for by their number.
    assert [name for name in idle if not re.match(r"art/block-\d\.svg", name)] == []
    assert len(names) > 100


def test_every_script_style_and_font_is_asked_for() -> None:
    static = [path for path in (ROOT / "platform/arena/static").rglob("*.*") if VENDORED not in path.parents]
    static += [path for path in (ROOT / "engines").rglob("web/*") if path.suffix in (".js", ".css")]
    parts = {stylesheet.FOLDER / f"{name}.css" for name in stylesheet.PARTS}  # of the one sheet of all pages
    parts |= {scripts.FOLDER / f"{name}.js" for names in scripts.SCRIPTS.values() for name in names}
    assert [path.name for path in static if path not in parts and not is_named(path.name, path)] == []


def test_every_joined_script_is_used() -> None:
    pages = "\n".join(texts(".html").values())
    tables = {"plain-table"}  # of games that bring none
    assert {name for name in scripts.SCRIPTS if f'{{% script "{name}" %}}' not in pages} == tables


def classes(styles: str) -> set[str]:
    bare = re.sub(r"/\*.*?\*/", "", styles, flags=re.DOTALL)
    return {name for rule in re.findall(r"([^{}]+)\{", bare) for name in re.findall(r"\.([a-zA-Z][\w-]*)", rule)}


def test_every_class_of_a_stylesheet_is_set_somewhere() -> None:
    pages = "\n".join(texts(".html", ".py", ".js", ".svg").values())
    words = set(re.findall(r"[\w-]+", pages)) | LIBRARIES_SET
    # A class may be put together: ``badge-{{ state }}``, ``mark-${kind}``, ``f"chip-{letter}"``.
    made = tuple(set(re.findall(r"([\w-]+-)(?:\{\{|\$\{|\{)", pages)))
    idle = {
        f"{path.name}: .{name}"
        for path, text in texts(".css").items()
        for name in classes(text)
        if name not in words and not name.startswith(made)
    }
    assert idle == set()


def test_every_colour_and_size_that_has_a_name_is_used() -> None:
    everything = "\n".join(texts(".css", ".html", ".js", ".svg", ".py").values())
    defined = {name for text in texts(".css").values() for name in re.findall(r"(--[\w-]+)\s*:", text)}
    assert {name for name in defined if not re.search(rf"var\(\s*{name}(?![\w-])", everything)} == set()


def test_every_template_tag_is_used() -> None:
    pages = "\n".join(texts(".html").values())
    for path in (ROOT / "platform").rglob("templatetags/*.py"):
        for tag in re.findall(r"@register\.\w+(?:\([^)]*\))?\ndef (\w+)", path.read_text()):
            assert re.search(rf"[%|]\s*{tag}\b", pages), f"{path.name}: {tag}"


def test_what_a_script_gives_to_others_is_taken_by_another_or_by_itself() -> None:
    for path, text in texts(".js").items():
        for name in re.findall(r"export (?:async )?(?:function|const|class|let) (\w+)", text):
            uses = [other for other in texts(".js").values() if re.search(rf"\b{name}\b", other)]
            assert len(uses) > 1 or len(re.findall(rf"\b{name}\b", text)) > 1, f"{path.name}: {name}"


def test_a_class_that_nobody_sets_would_be_noticed() -> None:
    assert classes("/* .old {} */ .card > .title:hover, a.row-2 { margin: 0 } @media x { .tiny { top: 0.5rem } }") == {
        "card",
        "title",
        "row-2",
        "tiny",
    }
