"""What an author installs: the wheel in a fresh environment, without a server package, and the program in it."""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandbox

ROOT = Path(__file__).resolve().parents[2]
LARGEST_BYTES = 40_000_000
SERVER = ("arena", "celery", "django", "numpy", "psycopg", "pydantic", "redis", "rustworkx", "scipy", "uvicorn")
MOST_MODULES = 330
"""About 300 are imported to list the variants, two thirds of them Python's own and rich's."""


def uv() -> str:
    program = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))
    if not Path(program).exists():
        pytest.skip("uv is not installed. Fix: .venv/bin/pip install uv")
    return program


def run(*command: object, cwd: Path | None = None) -> str:
    outside = ("PYTHONPATH", "VIRTUAL_ENV", "DJANGO_SETTINGS_MODULE")
    clean = {name: value for name, value in os.environ.items() if name not in outside}
    clean |= {"UV_SYSTEM_CERTS": "true", "UV_NATIVE_TLS": "true", "COLUMNS": "200"}
    done = subprocess.run([*map(str, command)], cwd=cwd, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An author's environment, from the wheel and the versions of our lock file."""
    folder = tmp_path_factory.mktemp("author")
    run(uv(), "build", "--quiet", "--wheel", "--out-dir", folder / "dist", ROOT)
    (wheel,) = (folder / "dist").glob("*.whl")
    run(uv(), "venv", "--quiet", "--python", sys.executable, folder / "venv")
    python = folder / "venv" / "bin" / "python"
    pins = ["--constraint", folder / "pins.txt", "--compile-bytecode"]
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    (folder / "pins.txt").write_text("\n".join(line.rstrip(" \\") for line in lines if "==" in line and line[0] != " "))
    run(uv(), "pip", "install", "--quiet", "--python", python, *pins, wheel)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def test_it_takes_less_than_forty_megabytes_on_the_disk(home: Path) -> None:
    (packages,) = (home / "venv" / "lib").glob("python*/site-packages")
    taken = sum(path.lstat().st_blocks * 512 for path in packages.rglob("*"))
    assert taken < LARGEST_BYTES


def test_no_package_of_the_server_comes_with_it(home: Path) -> None:
    question = f"import importlib.util as u; print([name for name in {SERVER} if u.find_spec(name)])"
    assert run(home / "venv/bin/python", "-c", question, cwd=home).strip() == "[]"


def test_the_program_lists_plays_and_examines(home: Path) -> None:
    arena = home / "venv/bin/arena"
    assert "The engines run as Python." in run(arena, "variants", cwd=home)
    run(arena, "new", "python", "my-bot", cwd=home)
    assert "diamoniak-2" in run(arena, "play", "diamoniak-2", "house:random", "house:greedy", "--json", cwd=home)
    if sandbox.detect().missing:
        pytest.skip(f"The sandbox is not complete here. Fix: {sandbox.detect().advice}")
    assert '"passed": true' in run(arena, "doctor", "my-bot", "--game", "diamoniak", "--json", cwd=home)


def test_a_command_that_needs_more_says_what_to_install(home: Path) -> None:
    (home / "results.jsonl").write_text("{}\n")
    done = subprocess.run(
        [home / "venv/bin/arena", "refit", "results.jsonl"], cwd=home, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "pip install 'karma-arena[refit]'" in done.stderr.replace("\n", " ")


def test_a_short_answer_does_not_import_the_whole_referee(home: Path) -> None:
    script = (
        "import atexit, sys; sys.argv = ['arena', 'variants']; "
        "atexit.register(lambda: print(len(sys.modules), 'referee.game' in sys.modules, 'http.client' in sys.modules));"
        "from referee.cli import main; main()"
    )
    count, *heavy = run(home / "venv/bin/python", "-c", script, cwd=home).split()[-3:]
    assert heavy == ["False", "False"]
    assert int(count) < MOST_MODULES


def test_both_distributions_have_one_version() -> None:
    author = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    server = tomllib.loads((ROOT / "platform" / "pyproject.toml").read_text())["project"]
    assert server["version"] == author["version"]
    assert server["dependencies"] == [f"karma-arena[server]=={author['version']}"]


def test_the_wheel_of_the_service_brings_its_pages(tmp_path: Path) -> None:
    run(uv(), "build", "--quiet", "--wheel", "--out-dir", tmp_path, ROOT / "platform")
    (wheel,) = tmp_path.glob("karma_arena_server-*.whl")
    names = set(run(sys.executable, "-m", "zipfile", "-l", wheel).split())
    assert {"arena/settings/__init__.py", "arena/urls.py"} <= names
    assert any(name.endswith(".html") for name in names)
    assert not any(name.startswith(("engines/", "referee/")) for name in names)


def test_it_speaks_other_languages(home: Path) -> None:
    said = "from referee.words import t; print(t('The bot is ready.').said('sk'))"
    assert run(home / "venv" / "bin" / "python", "-I", "-c", said, cwd=home).strip() == "Bot je pripravený."
