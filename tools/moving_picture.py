"""`python -m tools.moving_picture`: a stretch of a replay as the moving picture of the README.

A real game of house bots, watched in a real browser, one decision after the other. Runs on servers of its own.
"""

import argparse
import base64
from pathlib import Path

from tools.stage import stage

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "images" / "replay.webp"
SIZE = (900, 560)
FRAMES = 32
EACH_MS = 700
LAST_MS = 2500
QUALITY = 0.72
TO_WEBP = """async ([png, quality]) => {
  const bitmap = await createImageBitmap(await (await fetch("data:image/png;base64," + png)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/webp", quality })).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}"""
"""Chromium writes WebP itself; no library of ours needs to."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.moving_picture", description=__doc__)
    parser.add_argument("--out", type=Path, default=PICTURE)
    options = parser.parse_args()
    with stage() as browser:
        picture = take(browser)
    options.out.write_bytes(picture)
    print(f"{options.out}: {FRAMES} decisions, {len(picture) // 1024} kB")


def take(browser_path: str) -> bytes:
    from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415 - only the development set has it

    from arena.accounts.models import User  # noqa: PLC0415 - Django is set up by now
    from tools import chromium, rows  # noqa: PLC0415 - as above
    from tools.camera import throw_away_site  # noqa: PLC0415 - as above
    from tools.pages import VISITOR_NAME  # noqa: PLC0415 - as above
    from tools.webp import moving  # noqa: PLC0415 - beside its neighbours

    with throw_away_site() as (url, _session), sync_playwright() as playwright:
        game = rows.create(User.objects.get(name=VISITOR_NAME))["game"]
        browser = playwright.chromium.launch(executable_path=browser_path, args=list(chromium.FLAGS))
        context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]}, reduced_motion="reduce")
        page, darkroom = context.new_page(), context.new_page()
        page.goto(f"{url}/games/{game}/watch/?embed=1#d=1")
        expect(page.locator("[data-viewer]")).to_have_attribute("data-ready", "true", timeout=60_000)
        page.bring_to_front()
        stills = []
        for _ in range(FRAMES):
            png = base64.b64encode(page.screenshot()).decode()
            stills.append(base64.b64decode(darkroom.evaluate(TO_WEBP, [png, QUALITY])))
            page.keyboard.press("ArrowRight")
        browser.close()
    return moving(stills, SIZE, [EACH_MS] * (FRAMES - 1) + [LAST_MS])


if __name__ == "__main__":
    main()
