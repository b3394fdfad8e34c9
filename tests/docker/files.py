"""The files below docker/, read once for all tests."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docker"
COMPOSE = ("compose.yaml", "compose.worker.yaml", "compose.central.yaml")


@cache
def compose(name: str) -> dict[str, Any]:
    """Anchors and merge keys are resolved by the parser, as Compose itself does it."""
    found: dict[str, Any] = yaml.safe_load((FOLDER / name).read_text())
    return found


def services(name: str) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = compose(name)["services"]
    return found


def ours() -> list[tuple[str, str, dict[str, Any]]]:
    """(file, name, service) of every container that runs our code."""
    return [
        (file, name, service)
        for file in ("compose.yaml", "compose.worker.yaml")
        for name, service in services(file).items()
        if service["image"].startswith("karma-arena")
    ]
