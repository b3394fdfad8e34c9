"""How an upload says what it is."""

from pathlib import Path

import pytest

from sandbox import RUNTIMES, UnknownProgram, detect_program
from sandbox.runtimes import rust


def upload(tmp_path: Path, **files: str) -> Path:
    for name, text in files.items():
        path = tmp_path / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "runtime"),
    [
        ("bot.py", "python"),
        ("main.py", "python"),
        ("bot.js", "javascript"),
        ("bot.c", "c"),
        ("bot.cpp", "cpp"),
        ("bot.rs", "rust"),
        ("src/main.rs", "rust"),
        ("Cargo.toml", "rust"),
        ("Bot.java", "java"),
        ("bot.ml", "ocaml"),
        ("bot.wasm", "wasm"),
    ],
)
def test_a_conventional_name_is_enough(tmp_path: Path, file: str, runtime: str) -> None:
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).touch()
    found, entry = detect_program(tmp_path)
    assert (found.name, entry) == (runtime, file)


def test_a_manifest_wins_over_names(tmp_path: Path) -> None:
    folder = upload(tmp_path, bot_py="", clever_js="", bot_toml='runtime = "javascript"\nentry = "clever.js"\n')
    found, entry = detect_program(folder)
    assert (found.name, entry) == ("javascript", "clever.js")


def test_a_json_manifest_does_as_well(tmp_path: Path) -> None:
    found, _ = detect_program(upload(tmp_path, bot_py="", bot_c="", karma_json='{"runtime": "c"}'))
    assert found.name == "c"


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"readme_txt": ""}, "No program was found"),
        ({"bot_py": "", "bot_c": ""}, "bot.py and bot.c: say in bot.toml"),
        ({"bot_py": "", "bot_toml": "runtime = "}, "bot.toml cannot be read"),
        ({"bot_py": "", "bot_toml": 'runtime = "cobol"'}, "'cobol'. Known are: python"),
        ({"bot_py": "", "bot_toml": "runtime = 3"}, "3. Known are: python"),
        ({"x_py": "", "bot_toml": 'runtime = "python"'}, "names no entry"),
        ({"bot_c": "", "bot_toml": 'runtime = "wasm"'}, "there is no bot.wasm. The arena takes compiled modules"),
        ({"x_py": "", "bot_toml": 'runtime = "python"\nentry = "y.py"'}, "'y.py' is no file"),
        ({"x_py": "", "bot_toml": 'runtime = "python"\nentry = "../x.py"'}, "is no file"),
        ({"x_py": "", "bot_toml": 'runtime = "python"\nentry = ["x.py"]'}, "is no file"),
        ({"bot_py": "", "karma_json": "[" * 100_000}, "is larger than"),
        ({"bot_py": "", "karma_json": "[" * 10_000}, "cannot be read"),
        ({"bot_py": "", "karma_json": "[]"}, "must hold names and values"),
    ],
)
def test_what_cannot_be_understood_is_told_in_a_sentence(tmp_path: Path, files: dict[str, str], sentence: str) -> None:
    with pytest.raises(UnknownProgram) as caught:
        detect_program(upload(tmp_path, **files))
    assert sentence in str(caught.value)


def test_an_entry_with_a_shells_letters_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x; rm -rf $HOME.py").touch()
    (tmp_path / "bot.toml").write_text('runtime = "python"\nentry = "x; rm -rf $HOME.py"\n')
    with pytest.raises(UnknownProgram):
        detect_program(tmp_path)


def test_a_link_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "bot.py").symlink_to("/etc/passwd")
    with pytest.raises(UnknownProgram):
        detect_program(tmp_path)


def test_every_runtime_has_a_name_a_title_and_an_entry() -> None:
    for name, runtime in RUNTIMES.items():
        assert runtime.name == name
        assert runtime.title
        assert runtime.entries


def test_a_program_in_a_deeper_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "project" / "src").mkdir(parents=True)
    (tmp_path / "project" / "src" / "bot.py").write_text("")
    with pytest.raises(UnknownProgram, match=r"there is project/src/bot\.py\. Give or pack the folder project/src"):
        detect_program(tmp_path)


def test_rustup_without_a_toolchain_is_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    door = tmp_path / "rustc"
    door.write_text("#!/bin/sh\necho error: no default toolchain is configured >&2\nexit 1\n")
    door.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    rust._sysroot.cache_clear()
    try:
        assert "rustup default stable" in RUNTIMES["rust"].missing()
    finally:
        rust._sysroot.cache_clear()
