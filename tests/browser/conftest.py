"""A real browser before a real server. Skipped, with the command to install it, where Chromium is missing."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from arena.accounts.models import User
from tests import network
from tests.browser.complaints import listen
from tests.conftest import PASSWORD
from tests.no_browser import ASYNC_UNSAFE
from tests.patience import PATIENCE_S
from tools import chromium

expect.set_options(timeout=PATIENCE_S * 1000)

# Playwright's synchronous interface runs an event loop in this thread; Django would refuse its database here.
os.environ.setdefault(ASYNC_UNSAFE, "true")


@pytest.fixture(autouse=True)
def _patience(context: BrowserContext) -> None:
    """Pages are waited for; how long is the machine's affair."""
    context.set_default_timeout(PATIENCE_S * 1000)


@pytest.fixture(scope="session", autouse=True)
def _with_chromium() -> None:
    if chromium.executable() is None:
        pytest.skip(f"Chromium is missing. Fix: {chromium.APT_COMMAND}")


@pytest.fixture(autouse=True)
def _one_network() -> Iterator[None]:
    with network.unchanged():
        yield


@pytest.fixture(autouse=True)
def _every_test_leaves_redis_clean(fresh_redis: None) -> None:
    pass


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": chromium.executable(), "args": list(chromium.FLAGS)}


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], live_server: LiveServer) -> dict[str, Any]:
    return {**browser_context_args, "base_url": live_server.url, "reduced_motion": "reduce"}


@pytest.fixture
def complaints(page: Page) -> Iterator[list[str]]:
    """What the browser complains about; a test that asks for it fails on any error or breach of the policy."""
    said = listen(page)
    yield said
    assert said == []


@pytest.fixture
def member(transactional_db: None) -> User:
    return User.objects.create_user("alice", "alice@example.org", PASSWORD, display_name="Alice")


@pytest.fixture
def log_in(context: BrowserContext, live_server: LiveServer, member: User) -> Callable[[], None]:
    """Logs the member in without the form."""

    def log_in() -> None:
        client = Client()
        client.force_login(member)
        value = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": live_server.url}])

    return log_in
