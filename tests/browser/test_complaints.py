"""The ear that other tests lend to the browser: it hears every failure but that of a page that was left too early."""

import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.complaints import listen

AFTER = {"/signal": "/slow", "/slow": "/endless.svg", "/endless.svg": "/the/end"}
"""What is answered only when something else has been asked for."""


class Pages(BaseHTTPRequestHandler):
    """Answers with the page that the test wrote; one picture breaks off, and some answers wait for others."""

    pages: dict[str, str]
    policy: str
    asked: dict[str, threading.Event]

    def do_GET(self) -> None:
        if self.path in self.asked:
            self.asked[self.path].set()
        if self.path in AFTER:
            self.asked[AFTER[self.path]].wait()
        if self.path.endswith(".svg"):
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Security-Policy", self.policy)
        self.end_headers()
        # A page without an icon of its own makes the browser ask for one.
        icon = "<!doctype html><title>Page</title><link rel=icon href='data:,'>"
        self.wfile.write(f"{icon}{self.pages.get(self.path, '')}".encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def pages() -> type[Pages]:
    class OfThisTest(Pages):
        pages: dict[str, str] = {}  # noqa: RUF012 - a class of one test
        policy = "default-src * 'unsafe-inline' data:"
        asked = {path: threading.Event() for path in AFTER.values()}  # noqa: RUF012 - likewise

    return OfThisTest


@pytest.fixture
def address(pages: type[Pages]) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), pages) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        for event in pages.asked.values():
            event.set()
        server.shutdown()


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


def open_with(tab: Page, address: str, pages: type[Pages], content: str) -> None:
    pages.pages["/"] = content
    tab.goto(f"{address}/", wait_until="domcontentloaded")


def leave_while(tab: Page, address: str, pages: type[Pages], content: str) -> None:
    """Go on to the next page while the picture of this one is under way."""
    with tab.expect_request("**/endless.svg"):
        open_with(tab, address, pages, content)
    with tab.expect_event("requestfailed", lambda request: request.url.endswith("/endless.svg")):
        tab.goto(f"{address}/next")


def test_a_request_of_a_page_that_was_left_is_no_complaint(tab: Page, address: str, pages: type[Pages]) -> None:
    said = listen(tab)
    leave_while(tab, address, pages, "<img src='/endless.svg'>")
    assert said == []


def test_a_request_of_a_frame_in_a_page_that_was_left_is_no_complaint(
    tab: Page, address: str, pages: type[Pages]
) -> None:
    said = listen(tab)
    pages.pages["/framed"] = "<img src='/endless.svg'>"
    leave_while(tab, address, pages, "<iframe src='/framed'></iframe>")
    assert said == []


def test_a_request_that_began_while_the_next_page_was_on_its_way_is_no_complaint(
    tab: Page, address: str, pages: type[Pages]
) -> None:
    said = listen(tab)
    open_with(tab, address, pages, "<script>fetch('/signal').then(() => fetch('/endless.svg'))</script>")
    with tab.expect_event("requestfailed"):
        tab.goto(f"{address}/slow")
    assert said == []


def test_a_request_that_the_policy_forbids_is_a_complaint(tab: Page, address: str, pages: type[Pages]) -> None:
    said = listen(tab)
    pages.policy = "img-src 'none'"
    with tab.expect_event("requestfailed"):
        open_with(tab, address, pages, "<img src='/forbidden.svg'>")
    tab.goto(f"{address}/next")
    assert f"failed: {address}/forbidden.svg (csp)" in said


def test_a_refused_connection_is_a_complaint(tab: Page, address: str, pages: type[Pages]) -> None:
    said = listen(tab)
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # bound and not listening: nobody answers, and nobody else takes the number
        picture = f"http://127.0.0.1:{closed.getsockname()[1]}/nobody.svg"
        with tab.expect_event("requestfailed"):
            open_with(tab, address, pages, f"<img src='{picture}'>")
    tab.goto(f"{address}/next")
    assert f"failed: {picture} (net::ERR_CONNECTION_REFUSED)" in said


def test_a_connection_that_breaks_off_is_a_complaint(tab: Page, address: str, pages: type[Pages]) -> None:
    said = listen(tab)
    with tab.expect_event("requestfailed"):
        open_with(tab, address, pages, "<img src='/broken.svg'>")
    tab.goto(f"{address}/next")
    assert f"failed: {address}/broken.svg (net::ERR_EMPTY_RESPONSE)" in said


def test_a_request_that_a_script_gave_up_is_a_complaint(tab: Page, address: str, pages: type[Pages]) -> None:
    said = listen(tab)
    with tab.expect_request("**/endless.svg"):
        open_with(tab, address, pages, "<script>ask = new AbortController()</script>")
        tab.evaluate("void fetch('/endless.svg', {signal: ask.signal}).catch(() => {})")
    with tab.expect_event("requestfailed"):
        tab.evaluate("history.replaceState(null, '', '#here'); ask.abort()")
    tab.goto(f"{address}/next")
    assert said == [f"failed: {address}/endless.svg (net::ERR_ABORTED)"]
