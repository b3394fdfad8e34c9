"""Games that are analysed while the arena has nothing else to do: decided tournament matches, the day's best tables."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from arena.accounts.models import User
from arena.matches.models import Block, Game, Match, MatchKind, MatchState
from arena.ratings.models import Pool, Standing
from arena.replays import analysing, picking
from arena.replays.analysing import ask, work_on_one
from arena.replays.models import Analysis, AnalysisState
from arena.replays.picking import pick
from tests.matches import cast as entrants
from tests.replays import cast

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
SLUG = "karmaka-2"


@pytest.fixture(autouse=True)
def _quick_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def lines(_replay: bytes) -> Any:
        return iter([{"mistakes": []}])

    monkeypatch.setattr(analysing, "_lines", lines)


@pytest.fixture
def game() -> Game:
    """Of a practice match until a test says otherwise."""
    return cast.first_game(cast.played_match(SLUG))


def of_kind(game: Game, kind: MatchKind) -> None:
    Match.objects.filter(pk=game.block.match_id).update(
        kind=kind, state=MatchState.DONE, finished_at=timezone.now(), is_sealed=False
    )


def rate(game: Game) -> None:
    pool = Pool.objects.filter(variant=SLUG, is_open=True).first() or Pool.objects.create(variant=SLUG)
    for place, seat in enumerate(game.seats.all()):
        Standing.objects.create(pool=pool, version=seat.version, rating=1500.0, position=place)


def test_games_of_a_decided_tournament_match_are_analysed_one_after_the_other(game: Game) -> None:
    of_kind(game, MatchKind.TOURNAMENT)
    assert work_on_one(timezone.now())
    assert work_on_one(timezone.now())
    assert Analysis.objects.filter(asked_by=None, state=AnalysisState.DONE).count() == 2
    assert not work_on_one(timezone.now()), "both games of the block are known"


def test_practice_is_analysed_only_when_asked_for(game: Game) -> None:
    assert not work_on_one(timezone.now())
    assert not Analysis.objects.exists()


@pytest.mark.parametrize(
    "change", [{"is_sealed": True}, {"state": MatchState.RUNNING}, {"finished_at": timezone.now() - 2 * picking.RECENT}]
)
def test_what_is_sealed_not_decided_or_long_ago_is_left_alone(game: Game, change: dict[str, Any]) -> None:
    of_kind(game, MatchKind.TOURNAMENT)
    Match.objects.update(**change)
    assert pick([SLUG], timezone.now()) is None


def test_a_block_that_is_still_open_is_left_alone(game: Game) -> None:
    of_kind(game, MatchKind.TOURNAMENT)
    Block.objects.update(is_finished=False)
    assert pick([SLUG], timezone.now()) is None


def test_of_a_ladder_the_strongest_rated_tables_of_the_day_are_taken(game: Game) -> None:
    of_kind(game, MatchKind.LADDER)
    assert pick([SLUG], timezone.now()) is None, "nobody is rated yet"
    rate(game)
    assert pick([SLUG], timezone.now()) is not None
    assert pick([SLUG], timezone.now() + timedelta(days=2)) is None
    assert pick([], timezone.now()) is None


def test_games_and_people_go_first_and_a_day_has_an_end(
    alice: User, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_kind(game, MatchKind.TOURNAMENT)
    entrants.match([seat.version for seat in game.seats.all()], "ladder/1", "ladder:1", variant=SLUG)
    assert not work_on_one(timezone.now())
    assert not Analysis.objects.exists()
    Game.objects.filter(source="ladder:1").delete()
    ask(game, alice)
    assert work_on_one(timezone.now())
    assert Analysis.objects.get().asked_by == alice
    monkeypatch.setattr(picking, "MOST_A_DAY", 0)
    assert not work_on_one(timezone.now())
