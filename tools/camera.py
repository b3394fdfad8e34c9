"""Opens every page in a browser and takes its picture. Django is set up already, and its servers are thrown away."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.db import connections
from django.test import Client
from django.test.testcases import LiveServerThread
from django.test.utils import setup_databases, teardown_databases
from playwright.sync_api import Browser, Page, expect, sync_playwright

from arena.accounts.models import Role, User
from tools import chromium, tournaments
from tools import rows as samples
from tools.pages import PAGES, TOURNAMENT_PAGES, VISITOR_NAME, Shown

WIDTHS = {"phone": (390, 844), "desktop": (1280, 860)}
THEMES = ("light", "dark")


def take_pictures(browser_path: str, only: str, out: Path, front_page: Path, language: str = "en") -> None:
    """Of all pages whose name has a part, into a folder; the front page of the README too if all are taken."""
    logging.getLogger("arena.request").setLevel(logging.WARNING)
    pages = [page for page in (*PAGES, *TOURNAMENT_PAGES) if only in page.name]
    with throw_away_site() as (url, session), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=list(chromium.FLAGS))
        rows: dict[str, str] = {}
        # Empty states first, then the same site with rows, then what staff sees: the member is promoted on the way.
        for page in sorted(pages, key=lambda page: (page.has_tournaments, page.as_staff, page.has_rows)):
            rows = _prepare(page, rows)
            address = url + page.path.format(**rows)
            is_member = page.as_member or page.as_staff
            for width, theme in product(WIDTHS, THEMES):
                with tab(browser, url, width, theme, session if is_member else None, language=language) as shown:
                    _take(shown, address, WIDTHS[width], out / f"{page.name}-{width}-{theme}.png")
            print(f"{page.name}: {len(WIDTHS) * len(THEMES)} pictures")
        if not only and language == "en":
            with tab(browser, url, "desktop", "light", None) as shown:
                shown.goto(url, wait_until="networkidle")
                shown.screenshot(path=front_page)
        browser.close()


def _take(shown: Page, address: str, size: tuple[int, int], picture: Path) -> None:
    # Not "networkidle": pages that follow a game ask the server again and again.
    response = shown.goto(address, wait_until="load")
    if response is None or response.status >= 500:
        raise RuntimeError(f"{address} does not answer: see the traceback above.")
    shown.evaluate("document.fonts.ready.then(() => true)")
    # The cards are dealt. Not wait_for_function: from its second look on it evaluates text, which the policy forbids.
    expect(shown.locator(".viewer[data-play]:not([data-ready])")).to_have_count(0)
    # As tall as the page: bars fixed to the window's edge then lie at the page's edge.
    height = shown.evaluate("document.documentElement.scrollHeight")
    shown.set_viewport_size({"width": size[0], "height": max(height, size[1])})
    expect(shown.locator("[data-same-deal]:not([data-ready])")).to_have_count(
        0
    )  # some tables are laid when they are seen
    shown.screenshot(path=picture, full_page=True)


@contextmanager
def tab(
    browser: Browser, url: str, width: str, theme: str, session: str | None, *, language: str = "en"
) -> Iterator[Page]:
    """A fresh browser profile of one size, theme and language, with somebody logged in or nobody."""
    size = WIDTHS[width]
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        locale=language,
    )
    if session:
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": url}])
    yield context.new_page()
    context.close()


@contextmanager
def throw_away_site() -> Iterator[tuple[str, str]]:
    """A server on a fresh database: its address, and the session of a member."""
    databases = setup_databases(verbosity=0, interactive=False)
    server = LiveServerThread("localhost", StaticFilesHandler)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    try:
        if server.error:
            raise RuntimeError(f"The server did not start: {server.error}")
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
    if page.as_staff:
        User.objects.filter(name=VISITOR_NAME).update(role=Role.STAFF)
    member = User.objects.get(name=VISITOR_NAME)
    if page.has_tournaments and "bracket" not in rows:
        return {**rows, **tournaments.create(member)}
    return samples.create(member) if page.has_rows and not rows else rows


def member_session() -> str:
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
