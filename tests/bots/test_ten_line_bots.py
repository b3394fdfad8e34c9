"""The bots on the protocol page, as they stand there, build and play every game in the sandbox."""

import re
from functools import cache
from pathlib import Path

import pytest

import sandbox
from engines import variant
from referee.clock import TimeControl
from referee.deal import SealedDeal
from referee.entrants import ProgramEntrant
from referee.game import play_game
from referee.replay import Termination
from tests.bots.cast import build_here, needs_sandbox
from tests.referee.cast import First, seat
from tests.referee.protocol_examples import PAGE
from tests.slugs import SMALLEST

LANGUAGES = {"python": "bot.py", "javascript": "bot.js", "cpp": "bot.cpp", "java": "Bot.java"}
PATIENT = TimeControl(decision_ms=2_000, bank_ms=20_000, start_ms=60_000)

pytestmark = needs_sandbox


def on_the_page(language: str) -> str:
    found = re.search(
        rf"^\w.*`{re.escape(LANGUAGES[language])}`:\n\n<!-- .*? -->\n```{language}\n(.*?)```",
        PAGE.read_text(),
        re.S | re.M,
    )
    assert found, f"The protocol page has no {language} bot."
    return found[1]


@cache
def _built(language: str, folder: Path) -> sandbox.BuiltProgram:
    (folder / LANGUAGES[language]).write_text(on_the_page(language))
    return build_here(folder)


@pytest.fixture(scope="module", params=LANGUAGES)
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> sandbox.BuiltProgram:
    language = str(request.param)
    runtime = sandbox.RUNTIMES[language]
    if not runtime.available():
        pytest.skip(runtime.missing())
    return _built(language, tmp_path_factory.mktemp(language))


@pytest.mark.parametrize("slug", SMALLEST)
def test_the_ten_line_bot_plays_a_game_to_its_end(program: sandbox.BuiltProgram, slug: str) -> None:
    with ProgramEntrant(program, "ten lines") as bot:
        others = [seat(First(), ours=True) for _ in range(variant(slug).seats - 1)]
        record = play_game(slug, [bot.open(slug), *others], SealedDeal.from_text("ten"), control=PATIENT)
    assert record.termination in (Termination.NORMAL, Termination.CAP), record


def test_they_are_about_ten_lines_long() -> None:
    for language in LANGUAGES:
        lines = [
            line for line in on_the_page(language).splitlines() if line.strip() and not line.startswith(("import", "#"))
        ]
        assert len(lines) <= 11, language
