"""The languages, and how an upload says which one it is."""

import json
import tomllib
from collections.abc import Collection
from pathlib import Path, PurePosixPath
from typing import Any

from sandbox.errors import UnknownProgram
from sandbox.runtimes.base import Runtime
from sandbox.runtimes.c import C
from sandbox.runtimes.cpp import Cpp
from sandbox.runtimes.go import Go
from sandbox.runtimes.java import Java
from sandbox.runtimes.javascript import JavaScript
from sandbox.runtimes.ocaml import OCaml
from sandbox.runtimes.python import Python
from sandbox.runtimes.rust import Rust
from sandbox.runtimes.wasm import Wasm

RUNTIMES: dict[str, Runtime] = {
    runtime.name: runtime for runtime in (Python(), JavaScript(), C(), Cpp(), Rust(), Go(), OCaml(), Java(), Wasm())
}
"""Every known runtime by name, also those whose tools this machine lacks."""
_MAX_MANIFEST_BYTES = 16 * 1024
"""A manifest has a few lines; what is larger is not parsed at all."""


def detect_program(folder: Path) -> tuple[Runtime, str]:
    """The runtime and the entry file of an upload. A manifest wins; otherwise file names decide."""
    files = plain_files(folder)
    manifest = _manifest(folder, files)
    if manifest is not None:
        return _from_manifest(manifest, files)
    recognised = [(runtime, entry) for runtime in RUNTIMES.values() if (entry := runtime.recognise(files))]
    if len(recognised) == 1:
        return recognised[0]
    names = " and ".join(entry for _, entry in recognised)
    known = ", ".join(runtime.entries[0] for runtime in RUNTIMES.values())
    if recognised:
        raise UnknownProgram(
            f'There is {names}: say in bot.toml which one to run, such as runtime = "{recognised[0][0].name}".'
        )
    entries = {entry for runtime in RUNTIMES.values() for entry in runtime.entries}
    deeper = [PurePosixPath(name) for name in files if PurePosixPath(name).name in entries]
    if deeper:
        found = min(deeper, key=lambda path: (len(path.parts), path))
        raise UnknownProgram(
            f"No program was found at the top, but there is {found}. Give or pack the folder {found.parent}."
        )
    raise UnknownProgram(
        f"No program was found. Name the main file {known}, or write a bot.toml with runtime and entry."
    )


def plain_files(folder: Path) -> set[str]:
    """Relative paths of all regular files; links and special files are not looked at."""
    paths = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return {path.relative_to(folder).as_posix() for path in paths}


def _manifest(folder: Path, files: Collection[str]) -> dict[str, Any] | None:
    for name, parse in (("bot.toml", tomllib.loads), ("karma.json", json.loads)):
        if name not in files:
            continue
        path = folder / name
        if path.stat().st_size > _MAX_MANIFEST_BYTES:
            raise UnknownProgram(f"{name} is larger than {_MAX_MANIFEST_BYTES} bytes.")
        try:
            content = parse(path.read_text(encoding="utf-8"))
        except (ValueError, RecursionError) as error:  # also wrong UTF-8, JSON and TOML
            raise UnknownProgram(f"{name} cannot be read: {error}") from error
        if not isinstance(content, dict):
            raise UnknownProgram(f"{name} must hold names and values, such as runtime and entry.")
        if "runtime" in content:
            return content
    return None


def _from_manifest(manifest: dict[str, Any], files: Collection[str]) -> tuple[Runtime, str]:
    name = manifest["runtime"]
    runtime = RUNTIMES.get(name) if isinstance(name, str) else None
    if runtime is None:
        raise UnknownProgram(f"The manifest asks for the runtime {name!r}. Known are: {', '.join(RUNTIMES)}.")
    entry = manifest.get("entry") or runtime.recognise(files)
    if entry is None:
        absent = f"The manifest names no entry, and there is no {runtime.entries[0]}."
        raise UnknownProgram(f"{absent} {runtime.absent_entry}")
    if not isinstance(entry, str) or entry not in files or not is_plain_name(entry):
        raise UnknownProgram(f"The manifest's entry {entry!r} is no file of the upload.")
    return runtime, entry


def is_plain_name(name: str) -> bool:
    """Letters that no shell, tool or archive reads as anything but a name."""
    path = PurePosixPath(name)
    parts_ok = all(part not in ("", ".", "..") and not part.startswith("-") for part in path.parts)
    return parts_ok and not path.is_absolute() and all(char.isalnum() or char in "._-/+" for char in name)
