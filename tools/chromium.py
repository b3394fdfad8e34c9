"""Debian's Chromium under Playwright, for screenshots and browser tests. Playwright is a developer's dependency."""

from __future__ import annotations

import shutil

APT_COMMAND = "apt-get install --no-install-recommends chromium"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def executable() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
