"""Games that are left count rounds and stages that nobody has paired yet."""

import pytest

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.tournaments.models import Tournament
from arena.tournaments.planning.formats.interface import StageSetup
from arena.tournaments.reading import Progress, entrants_by_seed, match_lines, progress
from tests import own_keys
from tests.tournament_engine import cast

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh() -> None:
    own_keys.forget()


def progress_of(cup: Tournament) -> Progress:
    return progress(cup, match_lines(cup, entrants_by_seed(cup), None), None)


def test_rounds_of_a_swiss_that_are_not_paired_yet(olga: User, eight: list[BotVersion]) -> None:
    cup = cast.started(olga, eight, "swiss", settings={"rounds": 4})
    assert progress_of(cup).games == 4 * 4 * 2


def test_stages_that_have_not_opened_yet(olga: User, eight: list[BotVersion]) -> None:
    stages = (StageSetup("round_robin", {}, advance=4), StageSetup("single_elimination"))
    cup = cast.started(olga, eight, "round_robin", stages=stages, early_stop=False, extra_blocks=0)
    assert progress_of(cup).games == 28 * 2 + 3 * 2
    cast.play_all(cup)
    assert progress_of(cup).games == progress_of(cup).games_done


def test_rounds_of_a_knockout_of_tables(olga: User, eight: list[BotVersion]) -> None:
    cup = cast.started(olga, eight, "strikes", variant="karma-4", settings={"strikes": 2})
    begun = progress_of(cup)
    assert begun.games > 3 * 8
    done = progress_of(cast.play_all(cup))
    assert done.games == done.games_done
