"""Debian's Chromium under Playwright, for screenshots and browser tests. Playwright is a developer's dependency."""

from __future__ import annotations

import shutil

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first has no windows, tabs and menus of its own, which the others make whether anybody sees them or not: to open
a page takes a fifth of the processor time, to look at one a third."""
APT_COMMAND = f"apt-get install --no-install-recommends {PROGRAMS[0]}"
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
    return next(filter(None, map(shutil.which, PROGRAMS)), None)
