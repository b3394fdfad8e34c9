"""`python3 manage.py screenshots`: every page at two widths in both themes, and the picture of the README.

Runs on a database of its own that is thrown away, with the members that the pictures show.
"""

from __future__ import annotations

import logging
import os
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from arena.settings.environment import ROOT
from tools import chromium
from tools.pages import PAGES, TOURNAMENT_PAGES, VISITOR_NAME, Shown

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDTHS = {"phone": (390, 844), "desktop": (1280, 860)}
THEMES = ("light", "dark")
README_PICTURE = ROOT / "docs" / "images" / "front-page.png"


class Command(BaseCommand):
    help = "Takes pictures of every page into var/screenshots, and of the front page into docs/images."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--only", help="a part of the names of the pages to take")
        parser.add_argument("--out", type=Path, default=Path(settings.DATA_DIR) / "screenshots")

    def handle(self, *args: Any, **options: Any) -> None:
        path = chromium.executable()
        if path is None:
            raise CommandError(f"Chromium is missing. Install it: {chromium.APT_COMMAND}")
        if find_spec("playwright") is None:
            raise CommandError("Playwright is missing. Install the project with its extra `dev`.")
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - a developer's dependency

        # Playwright runs an event loop in this thread; Django would refuse its database here.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        logging.getLogger("arena.request").setLevel(logging.WARNING)
        pages = [page for page in (*PAGES, *TOURNAMENT_PAGES) if (options["only"] or "") in page.name]
        with throw_away_site() as (url, session), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
            rows: dict[str, str] = {}
            # Empty states first, then the same site with rows, then what staff sees: the member is promoted on the way.
            for page in sorted(pages, key=lambda page: (page.has_tournaments, page.as_staff, page.has_rows)):
                rows = _prepare(page, rows)
                address = url + page.path.format(**rows)
                is_member = page.as_member or page.as_staff
                for width, theme in product(WIDTHS, THEMES):
                    with tab(browser, url, width, theme, session if is_member else None) as shown:
                        # Not "networkidle": pages that follow a game ask the server again and again.
                        response = shown.goto(address, wait_until="load")
                        if response is None or response.status >= 500:
                            raise CommandError(f"{address} does not answer: see the traceback above.")
                        shown.evaluate("document.fonts.ready.then(() => true)")
                        # As tall as the page: bars fixed to the window's edge then lie at the page's edge.
                        height = shown.evaluate("document.documentElement.scrollHeight")
                        shown.set_viewport_size({"width": WIDTHS[width][0], "height": max(height, WIDTHS[width][1])})
                        shown.screenshot(path=options["out"] / f"{page.name}-{width}-{theme}.png", full_page=True)
                self.stdout.write(f"{page.name}: {len(WIDTHS) * len(THEMES)} pictures")
            if not options["only"]:
                with tab(browser, url, "desktop", "light", None) as shown:
                    shown.goto(url, wait_until="networkidle")
                    shown.screenshot(path=README_PICTURE)
            browser.close()
        self.stdout.write(f"Pictures are in {options['out']}.")


@contextmanager
def tab(browser: Browser, url: str, width: str, theme: str, session: str | None) -> Iterator[Page]:
    """A fresh browser profile of one size and theme, with somebody logged in or nobody."""
    size = WIDTHS[width]
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    if session:
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": url}])
    yield context.new_page()
    context.close()


@contextmanager
def throw_away_site() -> Iterator[tuple[str, str]]:
    """A server on a fresh database: its address, and the session of a member."""
    from django.contrib.staticfiles.handlers import StaticFilesHandler  # noqa: PLC0415 - only this command needs it
    from django.db import connections  # noqa: PLC0415 - as above
    from django.test.testcases import LiveServerThread  # noqa: PLC0415 - as above
    from django.test.utils import setup_databases, teardown_databases  # noqa: PLC0415 - as above

    databases = setup_databases(verbosity=0, interactive=False)
    server = LiveServerThread("localhost", StaticFilesHandler)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    try:
        if server.error:
            raise CommandError(f"The server did not start: {server.error}")
        yield f"http://localhost:{server.port}", member_session()
    finally:
        server.terminate()
        # A page that follows a game may have asked for news a moment ago; its thread still holds a connection.
        with connections["default"].cursor() as cursor:
            others = "datname = current_database() AND pid <> pg_backend_pid()"
            cursor.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")  # noqa: S608 - fixed text
        connections.close_all()
        teardown_databases(databases, verbosity=0)


def _prepare(page: Shown, rows: dict[str, str]) -> dict[str, str]:
    """Make the rows that the page shows, once; returns what stands for the names in addresses."""
    from arena.accounts.models import Role, User  # noqa: PLC0415 - models load after the command is found
    from tools import rows as samples  # noqa: PLC0415 - as above
    from tools import tournaments  # noqa: PLC0415 - as above

    if page.as_staff:
        User.objects.filter(name=VISITOR_NAME).update(role=Role.STAFF)
    member = User.objects.get(name=VISITOR_NAME)
    if page.has_tournaments and "bracket" not in rows:
        return {**rows, **tournaments.create(member)}
    return samples.create(member) if page.has_rows and not rows else rows


def member_session() -> str:
    from django.test import Client  # noqa: PLC0415 - as above

    from arena.accounts.models import User  # noqa: PLC0415 - models load after the command is found

    member = User.objects.create_user(
        VISITOR_NAME,
        "alice@example.org",
        "a password that nobody needs",
        display_name="Alice",
        about="I like bots that count cards and never bluff.",
    )
    client = Client()
    client.force_login(member, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client.cookies[settings.SESSION_COOKIE_NAME].value
