"""Looking at a page until it is as it should be."""

import time
from typing import Any

from playwright.sync_api import Page

from tests.patience import PATIENCE_S


def eventually(page: Page, script: str) -> Any:
    """What a function of the page answers as soon as that counts as true.

    Not ``wait_for_function``: it evaluates text inside the page from its second look on, and our policy forbids that.
    """
    end = time.monotonic() + PATIENCE_S
    while not (answer := page.evaluate(script)):
        assert time.monotonic() < end, f"never true: {script}"
        page.wait_for_timeout(20)
    return answer
