"""Nothing outside its folder names a game: whoever needs one asks the registry.

What may name games: their folders and tests, prose, measurements and starter kits, whose content they are, and the
entry points. Examples in docstrings, comments, help and error messages are prose too.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from engines import variants
from engines.registry import names
from tests.slugs import SMALLEST

ROOT = Path(__file__).resolve().parent.parent
OURS = names()
PRODUCT = "karma"
"""A game, and the first half of the project's name: only as a whole word of code does it mean the game."""
OTHERS = "|".join(name for name in OURS if name != PRODUCT)
SLUGS = re.compile(rf"\b({'|'.join(sorted((each.slug for each in variants()), reverse=True))}|{OTHERS})\b")
MODULE = re.compile(rf"engines\.({'|'.join(OURS)})\b")
STYLED = re.compile(rf"(--|[.#])({'|'.join(OURS)})\b|-{PRODUCT}\b(?!-arena)")
NAMED = re.compile(r"\b[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
CHOSEN = {
    "tests/bots/environments/test_vector.py": "single games whose rewards and opponents are known",
    "tests/house/test_versions.py": "what an older version of a bot played, in the games of its time",
    "tests/ladders/test_leaderboard_page.py": "what a filter leaves over, game by game",
    "tests/starters/test_new_makes_a_sound_bot.py": "an examination takes long: each language has it in one game",
    "tests/tournament_engine/test_forecasts.py": "the formats are what varies, each in a variant that it takes",
    "tests/tournament_engine/test_life_cycle.py": "the formats are what varies, each in a variant that it takes",
}
"""Tests that name a game of each kind and do not mean all games."""
PLACES = ("platform", "bots/demo", "bots/house", "bots/sdk", "sandbox", "tools", "engines", "docker")


def sources(*suffixes: str) -> Iterator[Path]:
    homes = [ROOT / "engines" / name for name in (*OURS, "_compiled")]
    for place in PLACES:
        for path in sorted((ROOT / place).rglob("*")):
            if path.suffix in suffixes and not any(home in path.parents for home in homes):
                yield path


def prose(tree: ast.Module) -> set[int]:
    """Texts that only people read: docstrings, also under fields, help of options, error messages."""
    parts: list[ast.AST] = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    parts += [node.value for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "help"]
    parts += [node for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    return {id(inner) for part in parts if not isinstance(part, ast.Call) for inner in ast.walk(part)}


def mentions(path: Path) -> list[str]:
    tree = ast.parse(path.read_text())
    told = prose(tree)
    named: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            named += [PRODUCT] if node.value == PRODUCT else SLUGS.findall(node.value)
        if isinstance(node, ast.ImportFrom) and node.module and MODULE.match(node.module):
            named.append(node.module)
        if isinstance(node, ast.Import):
            named += [alias.name for alias in node.names if MODULE.match(alias.name)]
    return named


def test_no_code_names_a_game() -> None:
    named = {str(path.relative_to(ROOT)): mentions(path) for path in sources(".py")}
    assert {path: words for path, words in named.items() if words} == {}
    assert len(named) > 300, "hardly any code was read"


def test_no_page_style_or_script_names_a_game() -> None:
    for path in sources(".html", ".css", ".js", ".svg", ".txt", ".json", ".c", ".sh", ".toml", ".yml", ".yaml"):
        text = path.read_text()
        assert SLUGS.findall(text) + STYLED.findall(text) == [], path.relative_to(ROOT)


def test_neither_the_menu_of_the_documentation_nor_its_style_names_one() -> None:
    for path in (ROOT / "mkdocs.yml", *(ROOT / "docs").rglob("*.css"), *(ROOT / ".github" / "workflows").iterdir()):
        assert not re.search(OTHERS, path.read_text()), path.relative_to(ROOT)


def games_named(node: ast.AST) -> set[str]:
    texts = (part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str))
    words = {word for text in texts for word in NAMED.findall(text)}
    known = {slug: slug for slug in OURS} | {each.slug: each.game for each in variants()}
    return {known[word] for word in words if word in known}


def lists_of_all_games(tree: ast.Module) -> list[int]:
    """Lines of collections that name every game there is."""
    collections = (node for node in ast.walk(tree) if isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict))
    return [node.lineno for node in collections if games_named(node) == set(OURS)]


def test_no_test_lists_the_games_where_it_means_all_of_them() -> None:
    """Such a test would pass over a fourth game: ``tests/slugs.py`` has lists for it."""
    listing = {
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if path != Path(__file__) and lists_of_all_games(ast.parse(path.read_text()))
    }
    assert listing == set(CHOSEN)


def test_a_list_of_all_games_would_be_noticed() -> None:
    assert lists_of_all_games(ast.parse(f"A = 1\nB = {SMALLEST}")) == [2]
    assert lists_of_all_games(ast.parse(f"B = {SMALLEST[1:]}")) == []


def test_a_name_in_code_would_be_noticed(tmp_path: Path) -> None:
    code = tmp_path / "page.py"
    code.write_text(
        '"""About karma-4."""\n'
        "from engines.karma.cards import X\n"
        'GAMES = ("karmaka", f"{1} diamoniak-2", "karma", "karma-arena")\n'
        'raise ValueError("not karma-2")\n'
    )
    assert sorted(mentions(code)) == ["diamoniak-2", "engines.karma.cards", "karma", "karmaka"]
