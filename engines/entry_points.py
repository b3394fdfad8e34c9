"""The entry points of installed packages in one group, read from the files that installers write.

The same as ``importlib.metadata.entry_points(group=...)`` for packages that lie in folders, and twenty times faster:
every start of a bot that searches, and of the program ``arena``, would pay for the import of that module.
"""

import os
import sys
from pathlib import Path
from typing import NamedTuple


class EntryPoint(NamedTuple):
    name: str
    target: str
    """``package.module:object``."""
    package: str
    """The installed package that says so."""


def entry_points(group: str) -> list[EntryPoint]:
    """In the order of the import path. A package that is there twice counts once, as in an import."""
    declared: list[EntryPoint] = []
    packages: set[str] = set()
    for folder in dict.fromkeys(sys.path):
        for package, file in _files(folder or "."):
            if package in packages:
                continue
            packages.add(package)
            declared += [EntryPoint(name, target, package) for name, target in _section(file, group)]
    return declared


def _files(folder: str) -> list[tuple[str, Path]]:
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208 - a Path for each file would take longer than the rest
    except OSError:  # a zip file, or nothing at all
        return []
    return [
        (name.partition("-")[0].removesuffix(".egg").lower(), Path(folder, name, "entry_points.txt"))
        for name in names
        if name.endswith((".dist-info", ".egg-info"))
    ]


def _section(file: Path, group: str) -> list[tuple[str, str]]:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return []
    _, section, rest = f"\n{text}".partition(f"\n[{group}]")
    if not section:
        return []
    lines = rest.partition("\n[")[0].splitlines()[1:]
    pairs = [line.partition("=") for line in lines if "=" in line and not line.lstrip().startswith(("#", ";"))]
    return [(name.strip(), target.strip()) for name, _, target in pairs]
