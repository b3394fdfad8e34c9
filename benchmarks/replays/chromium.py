"""The viewer of a long game in a real browser, before a real server."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.replays import board
from benchmarks.replays.long_game import long_game
from benchmarks.replays.measured import Measured, spent_a_step
from benchmarks.site import site
from tools import chromium

WINDOWS = {"desktop": (1280, 860), "phone": (390, 844)}
# Notes the time of the first card on the table.
WATCH = """
new MutationObserver(() => {
  if (window.firstCard === undefined && document.querySelector('.pc')) window.firstCard = performance.now();
}).observe(document, {childList: true, subtree: true});
"""


def measure(slugs: tuple[str, ...], steps: int) -> Iterator[Measured]:
    with site() as place:
        # Before Playwright starts its event loop: Django would refuse its database then.
        games = {slug: _stored_game(slug) for slug in slugs}
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium.executable(), args=list(chromium.FLAGS))
            for slug, game_id in games.items():
                url = f"{place.url}/games/{game_id}/watch/?as=all"
                for window in WINDOWS:
                    with _page(browser, window) as page:
                        page.goto(url)  # once, so that caches of server and browser are as for a second visitor
                        page.wait_for_selector("[data-ready]")
                        yield _measured(page, url, slug, window, steps)
            with _page(browser, "desktop") as page:
                yield _plain_page(page, f"{place.url}/games/{game_id}/text/")
            yield from board.measure(browser, steps)
            browser.close()


@contextmanager
def _page(browser: Browser, window: str) -> Iterator[Page]:
    width, height = WINDOWS[window]
    page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.add_init_script(WATCH)
    yield page
    page.close()


def _plain_page(page: Page, url: str) -> Measured:
    """The same game as text: what a page of this site costs before any script draws."""
    for _ in range(2):
        page.goto(url)
        page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
    first = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    return Measured("the same as text", "desktop", first)


def _measured(page: Page, url: str, slug: str, window: str, steps: int) -> Measured:
    page.goto(url)
    page.wait_for_selector("[data-ready]")
    first = page.evaluate("window.firstCard")
    return Measured(slug, window, first, *spent_a_step(page, steps))


def _stored_game(slug: str) -> int:
    """A finished game in a finished block with that replay, as a worker would have left it."""
    from datetime import timedelta  # noqa: PLC0415 - the models below need Django set up

    from django.utils import timezone  # noqa: PLC0415 - as above

    from arena.bots.models import Bot, BotVersion, CheckState  # noqa: PLC0415 - as above
    from arena.matches import replay_store  # noqa: PLC0415 - as above
    from arena.matches.actions.schedule import Plan, schedule  # noqa: PLC0415 - as above
    from arena.matches.models import Block, Game, GameState, MatchKind, StoredReplay  # noqa: PLC0415 - as above

    replay = long_game(slug)
    versions = []
    for seat in replay.seats:
        bot = Bot.objects.create(
            name=f"{slug} {seat.name}", slug=f"{slug}-{seat.name[-1]}", games=["karma"], house_name="random"
        )
        digest = hashlib.sha256(bot.name.encode()).hexdigest()
        versions.append(
            BotVersion.objects.create(bot=bot, number=1, content_hash=digest, runtime="house", state=CheckState.READY)
        )
    now = timezone.now()
    plan = Plan(
        MatchKind.PRACTICE, f"bench/{slug}", "bench:1", slug, versions, "0" * 32, slug, 1, now + timedelta(hours=1)
    )
    match = schedule(plan)
    (packed,) = replay_store.store_all([replay_store.pack(replay)])
    game = Game.objects.filter(block__match=match).order_by("pk")[0]
    Game.objects.filter(block__match=match).update(state=GameState.CANCELLED, deadline=None)
    Game.objects.filter(pk=game.pk).update(
        state=GameState.DONE,
        ranks=list(replay.ranks),
        replay=StoredReplay.objects.create(**asdict(packed)),
        finished_at=now,
        termination="normal",
    )
    Block.objects.filter(match=match).update(is_finished=True)
    return game.pk
