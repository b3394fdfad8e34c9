"""A plugin: tests without a page see nothing of the browser that other tests of the same process opened.

A plugin named on the command line, because its fixture has to come before those of pytest-django: Django keeps one
connection for code inside an event loop and another for code outside, and a test that opened its transaction on one of
them and writes on the other leaves its rows behind.
"""

import asyncio
import os
from collections.abc import Iterator

import pytest

ASYNC_UNSAFE = "DJANGO_ALLOW_ASYNC_UNSAFE"


@pytest.fixture(autouse=True)
def _nothing_of_the_browser(request: pytest.FixtureRequest) -> Iterator[None]:
    """Playwright leaves its event loop marked as running in this thread, and Django is told to bear it.

    Tests without a page, and the programs that they start, must see neither.
    """
    if "page" in request.fixturenames or "browser" in request.fixturenames:
        yield
        return
    running, told = asyncio._get_running_loop(), os.environ.pop(ASYNC_UNSAFE, None)
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)
    if told is not None:
        os.environ[ASYNC_UNSAFE] = told
