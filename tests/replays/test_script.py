"""The viewer's scripts: unit tests in node, types checked, and few enough bytes."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from arena.replays.frames import frames
from arena.replays.perspective import Perspective
from arena.settings.environment import PACKAGE, ROOT
from arena.web.games import PLAIN_TABLE, web_table
from arena.web.scripts import TABLE, script
from arena.web.stylesheet import site_packed
from engines import engines, variant, variants
from engines.games import Game
from engines.registry import games
from tests.patience import PATIENCE_S
from tests.replays.games import random_replay

HERE = Path(__file__).parent / "js"
SEEN_BY_A_SEAT = 3
"""Every so many variants: hands lie open in all of them in the same way."""
MOST_KB = 60
"""As it travels, of the 120 that a whole page may have: the other half is for its words and the game itself."""
TOOLS = ROOT / "var" / "tools"
INSTALL_TSC = ("npm", "install", "--no-audit", "--no-fund", "--prefix", str(TOOLS), "typescript@5.9.3")


def compiler() -> str | None:
    """TypeScript comes from npm: installed once, beside the other things that a machine keeps for itself."""
    kept = TOOLS / "node_modules" / ".bin" / "tsc"
    if not kept.exists() and (npm := shutil.which("npm")):
        subprocess.run([npm, *INSTALL_TSC[1:]], capture_output=True, check=False, timeout=PATIENCE_S)
    return str(kept) if kept.exists() else shutil.which("tsc")


def served(folder: Path) -> Path:
    """The scripts as the server shows them: below /static/, each game beside the shared ones."""
    shutil.copytree(PACKAGE / "static" / "js", folder / "static" / "js")
    for game in games():
        if (game.folder / "web").is_dir():
            shutil.copytree(game.folder / "web", folder / "static" / "games" / game.name)
    (folder / "package.json").write_text('{"type": "module"}')
    return folder / "static"


def samples() -> list[dict[str, object]]:
    """Every variant on the table of its game, and the smallest of each game on the table for games without one."""
    drawn: list[dict[str, object]] = []
    for number, played in enumerate([*variants(), variant("karma-3+strictFollowUp")]):
        replay = random_replay(played.slug)
        views = [Perspective.public(), Perspective.everything()]
        views += [] if number % SEEN_BY_A_SEAT else [Perspective(1)]
        drawn += [{"table": web_table(played.game), "frames": frames(replay, view)} for view in views]
    for engine in engines():
        for played in engine.variants()[:2]:
            replay = random_replay(played.slug)
            views = [Perspective.public(), Perspective.everything(), Perspective(1)]
            drawn += [{"table": PLAIN_TABLE, "frames": frames(replay, view)} for view in views]
    return drawn


def test_the_scripts_pass_their_own_tests(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is missing. Fix: apt-get install --no-install-recommends nodejs")
    served(tmp_path)
    shutil.copytree(HERE, tmp_path / "tests")
    (tmp_path / "tests" / "frames.json").write_text(json.dumps(samples()))
    tests = sorted(str(path) for path in (tmp_path / "tests").glob("*.test.js"))
    result = subprocess.run([node, "--test", *tests], capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-2000:]


def test_the_types_of_the_scripts_are_sound(tmp_path: Path) -> None:
    tsc = compiler()
    if tsc is None:
        pytest.skip(f"The TypeScript compiler is missing. Fix: {' '.join(INSTALL_TSC)}")
    static = served(tmp_path)
    options = {
        "noEmit": True, "checkJs": True, "strict": True, "target": "es2023", "module": "esnext",
        "moduleResolution": "bundler", "lib": ["es2023", "dom", "dom.iterable"], "types": [],
    }  # fmt: skip
    files = [str(path) for path in (*static.glob("js/**/*.js"), *static.glob("games/*/*.js"))]
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": files}))
    result = subprocess.run([tsc, "-p", str(tmp_path)], capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    assert result.returncode == 0, result.stdout[-4000:]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_scripts_and_styles_of_a_replay_page_leave_room_for_the_game(game: Game) -> None:
    asked = [script(name).packed for name in ("replay", f"{TABLE}{game.name}")]
    assert sum(map(len, [*asked, site_packed()])) < MOST_KB * 1000
