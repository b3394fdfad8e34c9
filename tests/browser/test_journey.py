"""An author's first evening: a broken bot, the reason, a fixed one, a game against the house."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import sandbox
from arena.accounts.models import User
from arena.bots.actions.house import ensure_house_bots
from arena.bots.models import BotVersion
from arena.matches.models import Match, MatchState
from tests.chaos.harness import Arena
from tests.conftest import PASSWORD

BROKEN = """
import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1}), flush=True)
    elif message["type"] == "request":
        print(json.dumps({"action": message["legals"][-1]["id"]}), flush=True)
"""
FIXED = BROKEN.replace('"legals"', '"legal"')

pytestmark = pytest.mark.skipif(not sandbox.detect().ready, reason=" ".join(sandbox.detect().missing))


@pytest.fixture
def workers(transactional_db: None) -> Iterator[Arena]:
    ensure_house_bots()
    with Arena() as arena:
        arena.start_worker("control", ("control",))
        arena.start_worker("play", ("play",))
        yield arena


def test_from_a_broken_upload_to_a_finished_practice_match(
    page: Page, member: User, workers: Arena, tmp_path: Path, complaints: list[str]
) -> None:
    page.goto("/account/login/?next=/submit/")
    page.get_by_label("Name or e-mail address").fill("alice")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()

    upload(page, tmp_path, BROKEN)
    expect(page.locator("#check .badge", has_text="rejected").first).to_be_visible()
    expect(page.get_by_text("KeyError").first).to_be_visible()

    page.get_by_role("link", name="Upload a fixed version").click()
    upload(page, tmp_path, FIXED)
    expect(page.locator("#check").get_by_text("Passed every check.")).to_be_visible()
    assert [version.state for version in BotVersion.objects.filter(bot__owner=member)] == ["ready", "rejected"]

    page.get_by_role("link", name="Sparrow").first.click()
    page.get_by_label("Variant").select_option("diamoniak-2")
    page.get_by_label("Dice").check()
    page.get_by_role("button", name="Play unrated").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sparrow – Dice")
    expect(page.locator("#progress .badge", has_text="done").first).to_be_visible()
    expect(page.get_by_text("2 / 2").first).to_be_visible()
    assert Match.objects.get().state == MatchState.DONE


def upload(page: Page, folder: Path, source: str) -> None:
    file = folder / "bot.py"
    file.write_text(source)
    page.get_by_label("Program").set_input_files(file)
    if page.get_by_label("Bot", exact=True).count() == 0:
        page.get_by_label("Name of the new bot").fill("Sparrow")
        page.get_by_label("Diamoniak", exact=True).check()
    page.get_by_label("What is new").fill("Better than ever.")
    page.get_by_role("button", name="Upload and check").click()
