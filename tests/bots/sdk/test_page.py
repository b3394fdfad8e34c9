"""The bots on the page of the SDK play in the sandbox, as they stand there."""

import re
from pathlib import Path

import pytest

from referee.clock import TimeControl
from referee.deal import SealedDeal
from referee.entrants import FolderEntrant
from referee.game import play_game
from referee.replay import Termination
from tests.bots.cast import needs_sandbox
from tests.referee.cast import First, seat
from tests.slugs import SMALLEST

PAGE = Path(__file__).parents[3] / "docs" / "bot-authors" / "sdk.md"
BOTS = re.findall(r'```python title="bot.py"\n(.*?)```', PAGE.read_text(), re.DOTALL)


def test_the_page_has_three_bots() -> None:
    assert len(BOTS) == 3


@needs_sandbox
@pytest.mark.parametrize("source", BOTS)
@pytest.mark.parametrize("slug", SMALLEST)
def test_each_bot_of_the_page_plays(source: str, slug: str, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(source)
    with FolderEntrant(tmp_path) as bot:
        channels = [bot.open(slug), seat(First(), ours=True)]
        record = play_game(slug, channels, SealedDeal.from_text("page"), control=TimeControl(2_000, 60_000))
    assert record.termination in (Termination.NORMAL, Termination.CAP), record
