"""The reference for a step: lichess' own board, chessground, moving one piece a step with its animation switched off.

It comes from npm and is kept in ``var/tools``. Where it cannot be had the reference is left out, and said so.
"""

import shutil
import subprocess
from collections.abc import Iterator

from playwright.sync_api import Browser, Route

from benchmarks.replays.measured import Measured, spent_a_step
from benchmarks.site import ROOT

VERSION = "9.2.1"
TOOLS = ROOT / "var" / "tools"
FILES = TOOLS / "node_modules" / "chessground"
ADDRESS = "http://board.localhost/"
PAGE = """<!doctype html><title>board</title><link rel="stylesheet" href="/assets/chessground.base.css">
<link rel="stylesheet" href="/assets/chessground.brown.css">
<link rel="stylesheet" href="/assets/chessground.cburnett.css">
<div id="board" style="width: 600px; height: 600px"></div><script type="module">
import { Chessground } from "/dist/chessground.min.js";
const moves = ["g1f3", "g8f6", "b1c3", "b8c6", "f3g1", "f6g8", "c3b1", "c6b8"];
const board = Chessground(document.getElementById("board"), { animation: { enabled: false } });
let at = 0;
addEventListener("keydown", () => {
  const move = moves[at++ % moves.length];
  board.move(move.slice(0, 2), move.slice(2));
});
document.body.dataset.ready = "true";
</script>"""


def measure(browser: Browser, steps: int) -> Iterator[Measured]:
    if not _is_there():
        print("chessground is missing and npm does not bring it: the reference for a step is left out.")
        return
    page = browser.new_page(viewport={"width": 1280, "height": 860})
    page.route(f"{ADDRESS}**", _serve)
    page.goto(ADDRESS)
    page.wait_for_selector("[data-ready]")
    yield Measured(f"chessground {VERSION}", "desktop", 0.0, *spent_a_step(page, steps))
    page.close()


def _is_there() -> bool:
    if not FILES.exists() and (npm := shutil.which("npm")):
        command = [npm, "install", "--no-audit", "--no-fund", "--prefix", str(TOOLS), f"chessground@{VERSION}"]
        subprocess.run(command, capture_output=True, check=False, timeout=120)
    return FILES.exists()


def _serve(route: Route) -> None:
    path = route.request.url.removeprefix(ADDRESS)
    if path:
        route.fulfill(path=FILES / path)
    else:
        route.fulfill(body=PAGE, content_type="text/html")
