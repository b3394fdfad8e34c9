"""The costliest habits of a bot: from all its analysed games, for its owner and staff alone."""

import pytest
from django.test import Client
from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.matches.models import Block, Game
from arena.replays import habits as habits_of_bots
from arena.replays.habits import analyse_newest, habits
from arena.replays.models import Analysis, AnalysisState
from tests.matches import cast as entrants
from tests.replays import cast

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
MISTAKE = {
    "step": 3, "seat": 0, "decision": "MAIN", "played": 0, "better": 1,
    "played_name": "this", "better_name": "that", "chance": 0.4, "loss": 0.2, "error": 0.02,
}  # fmt: skip


@pytest.fixture
def mine(alice: User) -> BotVersion:
    return entrants.ready_version(alice, "Mine")


@pytest.fixture
def game(mine: BotVersion) -> Game:
    played = cast.first_game(cast.played_match("karmaka-2", games=1))
    Game.objects.exclude(pk=played.pk).delete()
    Block.objects.filter(pk=played.block_id).update(is_finished=True)
    played.seats.filter(seat=0).update(version=mine)
    return played


def analysed(game: Game) -> Analysis:
    now = timezone.now()
    assert game.replay is not None
    own, others = MISTAKE, {**MISTAKE, "seat": 1}
    return Analysis.objects.create(
        replay=game.replay, estimator="e", state=AnalysisState.DONE, asked_at=now, finished_at=now,
        mistakes=[own, own, others],
    )  # fmt: skip


def test_mistakes_of_the_bots_own_seats_are_told(alice: User, mine: BotVersion, game: Game) -> None:
    analysed(game)
    told = habits(mine.bot, alice)
    assert told.games == 1
    (habit,) = told.costliest
    assert (habit.decision, habit.times, habit.cost, habit.worst.game) == ("MAIN", 2, 0.4, str(game.pk))


def test_the_newest_games_are_analysed_at_the_owners_wish_and_each_once(
    alice: User, mine: BotVersion, game: Game
) -> None:
    assert analyse_newest(mine.bot, alice) == 1
    assert Analysis.objects.get().asked_by == alice
    assert analyse_newest(mine.bot, alice) == 0
    assert habits(mine.bot, alice).waiting == 1


def test_a_game_whose_block_is_open_is_not_analysed(alice: User, mine: BotVersion, game: Game) -> None:
    Block.objects.filter(pk=game.block_id).update(is_finished=False)
    assert analyse_newest(mine.bot, alice) == 0


def test_no_more_are_analysed_at_once_than_is_fair(
    alice: User, mine: BotVersion, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(habits_of_bots, "AT_ONCE", 0)
    assert analyse_newest(mine.bot, alice) == 0
    assert not Analysis.objects.exists()


def test_the_page_is_the_owners(client: Client, alice: User, bob: User, mine: BotVersion, game: Game) -> None:
    analysed(game)
    assert client.get("/bots/mine/habits/").status_code == 302
    client.force_login(bob)
    assert client.get("/bots/mine/habits/").status_code == 403
    client.force_login(alice)
    page = client.get("/bots/mine/habits/").content.decode()
    assert f"/games/{game.pk}/watch/#d=3" in page
    assert "“this” instead of “that”" in page
    page = client.post("/bots/mine/habits/", follow=True).content.decode()
    assert "no other finished game" in page
