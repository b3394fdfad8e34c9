"""Every kit, as the sandbox builds it, plays every game to its end."""

from collections.abc import Iterator

import pytest

from engines import variant
from referee.entrants import ProgramEntrant
from referee.replay import Termination
from tests.bots.cast import needs_sandbox
from tests.slugs import LARGEST, SWITCHED, TEAMS
from tests.starters.kits import KITS, built, play_at, skip_without_tools

pytestmark = needs_sandbox

VARIANTS = (*TEAMS, *LARGEST, SWITCHED[0])


@pytest.fixture(scope="module", params=KITS)
def bot(request: pytest.FixtureRequest) -> Iterator[ProgramEntrant]:
    kit = str(request.param)
    skip_without_tools(kit)
    with ProgramEntrant(built(kit), kit) as entrant:
        yield entrant


@pytest.mark.parametrize("place", ["first", "last"])
@pytest.mark.parametrize("slug", VARIANTS)
def test_a_kit_plays_a_whole_game(bot: ProgramEntrant, slug: str, place: str) -> None:
    at = 0 if place == "first" else variant(slug).seats - 1
    record = play_at(bot, slug, at)
    assert record.termination in (Termination.NORMAL, Termination.CAP), (record.faults, record.void_reason)
    assert any(decision.seat == at for decision in record.decisions)
    log = record.seats[at].stderr_tail
    assert f"I sit in seat {at}" in log or len(log) > 1000  # only the end of a long log is kept
    assert "My rank is" in log
