"""What a page costs its visitor in Chromium: requests, bytes, first paint, delay of an interaction.

Bytes are those of a production server, which sends texts compressed; fonts are counted apart. Times depend on the
machine: compare them within one run. ``python -m benchmarks.site`` prints them, and with ``--each`` every request.
"""

import gzip
from dataclasses import dataclass

from playwright.sync_api import Browser, Response, sync_playwright

from tools import chromium

WAIT_MS = 1500
"""Modules of modules are asked for a little later than the page."""
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
KEY_TO_FRAME = """() => new Promise((done) => {
    const start = performance.now();
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
})"""
PACKED = ("text/", "application/json", "application/javascript", "image/svg")


@dataclass(frozen=True)
class Weight:
    requests: int
    sheets: int
    bytes: int
    font_bytes: int
    first_paint_ms: float
    delay_ms: float
    asked: list[str]
    """What for, with the bytes of each."""


def weigh(browser: Browser, address: str, cookies: dict[str, str]) -> Weight:
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    for name, value in cookies.items():
        context.add_cookies([{"name": name, "value": value, "url": address}])
    page = context.new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - a built-in method cannot be listened with
    page.goto(address, wait_until="load")
    page.wait_for_timeout(WAIT_MS)
    found = [answer for answer in answers if answer.ok]
    sizes = [(answer.headers.get("content-type", ""), _sent(answer)) for answer in found]
    fonts = sum(size for kind, size in sizes if "font" in kind)
    weight = Weight(
        requests=len(sizes),
        sheets=sum(kind.startswith("text/css") for kind, _ in sizes),
        bytes=sum(size for _, size in sizes) - fonts,
        font_bytes=fonts,
        first_paint_ms=page.evaluate(FIRST_PAINT),
        delay_ms=page.evaluate(KEY_TO_FRAME),
        asked=[f"{size:>9,} {answer.url}" for answer, (_, size) in zip(found, sizes, strict=True)],
    )
    context.close()
    return weight


def _sent(answer: Response) -> int:
    kind = answer.headers.get("content-type", "")
    if kind.startswith("text/event-stream"):
        return 0
    body = answer.body()
    return len(gzip.compress(body)) if kind.startswith(PACKED) else len(body)


def report(url: str, paths: dict[str, str], cookies: dict[str, str], *, shows_each: bool) -> None:
    columns = f"{'page':<16}{'requests':>9}{'sheets':>8}{'kB':>8}{'fonts kB':>10}"
    print(columns + f"{'first paint ms':>16}{'key to frame ms':>17}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.executable(), args=list(chromium.FLAGS))
        for name, path in paths.items():
            weight = weigh(browser, url + path, cookies)
            print(
                f"{name:<16}{weight.requests:>9}{weight.sheets:>8}{weight.bytes / 1e3:>8.1f}"
                f"{weight.font_bytes / 1e3:>10.1f}{weight.first_paint_ms:>16.0f}{weight.delay_ms:>17.1f}"
            )
            if shows_each:
                print(*weight.asked, sep="\n")
        browser.close()
