"""The viewer's scripts: unit tests in node, types checked, and few enough bytes."""

import gzip
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from arena.replays.frames import frames
from arena.replays.perspective import Perspective
from arena.settings.environment import ENGINES, PACKAGE, ROOT
from tests.replays.games import random_replay

HERE = Path(__file__).parent / "js"
VARIANTS = (
    "karma-2", "karma-3", "karma-4", "karma-5", "karma-6", "karma-2-foresight", "karma-3+strictFollowUp",
    "karmaka-2", "karmaka-3", "karmaka-4", "karmaka-2v2", "karmaka-wolf", "diamoniak-2", "diamoniak-3", "diamoniak-4",
)  # fmt: skip
SEEN_BY_A_SEAT = ("karma-3", "karma-2-foresight", "karmaka-2v2")
MOST_KB = 150
TOOLS = ROOT / "var" / "tools"
INSTALL_TSC = ("npm", "install", "--no-audit", "--no-fund", "--prefix", str(TOOLS), "typescript@5.9.3")


def compiler() -> str | None:
    """TypeScript comes from npm: installed once, beside the other things that a machine keeps for itself."""
    kept = TOOLS / "node_modules" / ".bin" / "tsc"
    if not kept.exists() and (npm := shutil.which("npm")):
        subprocess.run([npm, *INSTALL_TSC[1:]], capture_output=True, check=False, timeout=120)
    return str(kept) if kept.exists() else shutil.which("tsc")


def served(folder: Path) -> Path:
    """The scripts as the server shows them: below /static/, each game beside the shared ones."""
    shutil.copytree(PACKAGE / "static" / "js", folder / "static" / "js")
    for web in ENGINES.glob("*/web"):
        shutil.copytree(web, folder / "static" / "engines" / web.parent.name)
    (folder / "package.json").write_text('{"type": "module"}')
    return folder / "static"


def test_the_scripts_pass_their_own_tests(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is missing. Fix: apt-get install --no-install-recommends nodejs")
    served(tmp_path)
    shutil.copytree(HERE, tmp_path / "tests")
    games = [random_replay(slug) for slug in VARIANTS]
    samples = [frames(game, view) for game in games for view in (Perspective.public(), Perspective.everything())]
    samples += [frames(game, Perspective(1)) for game in games if game.variant in SEEN_BY_A_SEAT]
    (tmp_path / "tests" / "frames.json").write_text(json.dumps(samples))
    tests = sorted(str(path) for path in (tmp_path / "tests").glob("*.test.js"))
    result = subprocess.run([node, "--test", *tests], capture_output=True, text=True, check=False, timeout=300)
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
    files = [str(path) for path in (*static.glob("js/**/*.js"), *static.glob("engines/*/*.js"))]
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": files}))
    result = subprocess.run([tsc, "-p", str(tmp_path)], capture_output=True, text=True, check=False, timeout=300)
    assert result.returncode == 0, result.stdout[-4000:]


@pytest.mark.parametrize("game", ["karma", "karmaka", "diamoniak"])
def test_the_scripts_of_a_replay_page_stay_small(game: str) -> None:
    scripts = [PACKAGE / "static" / "js" / "site.js", *(PACKAGE / "static" / "js" / "replay").glob("*.js")]
    scripts += (ENGINES / game / "web").glob("*.js")
    size = sum(len(gzip.compress(path.read_bytes())) for path in scripts)
    assert size < MOST_KB * 1024
