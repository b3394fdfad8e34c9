import pytest

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.matches import limits
from arena.matches.actions.claim import claim
from arena.matches.models import Attempt, Game, GameState, MatchKind, QueueSwitch
from tests.matches import cast

pytestmark = pytest.mark.django_db


def _sources(count: int) -> list[str]:
    leases = [claim("w") for _ in range(count)]
    return [Game.objects.get(pk=lease.game_id).source for lease in leases if lease]


def test_a_claimed_game_is_leased_with_a_deadline_and_a_reason(versions: list[BotVersion]) -> None:
    cast.match(versions)
    lease = cast.take("worker-7")
    game = Game.objects.get(pk=lease.game_id)
    assert (game.state, game.lease_token) == (GameState.LEASED, lease.token)
    assert game.deadline is not None
    assert game.reason == "Being played by worker-7."
    assert Attempt.objects.get(game=game).worker == "worker-7"


def test_an_empty_queue_gives_nothing(versions: list[BotVersion]) -> None:
    assert claim("w") is None


def test_within_a_source_the_oldest_game_goes_first(versions: list[BotVersion]) -> None:
    match = cast.match(versions, blocks=2)
    claimed = [cast.take().game_id for _ in range(4)]
    assert claimed == [game.pk for game in cast.games_of(match)]


def test_sources_take_turns(versions: list[BotVersion]) -> None:
    cast.match(versions, "l/1", "ladder:karma-2", blocks=4, kind=MatchKind.LADDER)
    cast.match(versions, "t/1", "tournament:1", blocks=1, kind=MatchKind.TOURNAMENT)
    assert _sources(4) == ["ladder:karma-2", "tournament:1", "ladder:karma-2", "tournament:1"]


def test_all_practice_together_has_one_turn(versions: list[BotVersion], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_RUNNING_PER_BOT", 100)
    for user in (1, 2, 3):
        cast.match(versions, f"p/{user}", f"practice:{user}")
    cast.match(versions, "l/1", "ladder:karma-2", blocks=2, kind=MatchKind.LADDER)
    order = _sources(6)
    assert order[1::2] == ["ladder:karma-2"] * 3
    assert sorted(order[0::2]) == ["practice:1", "practice:2", "practice:3"]


def test_a_bot_at_its_cap_waits_and_others_go_on(versions: list[BotVersion], alice: User, bob: User) -> None:
    cast.match(versions, "a", blocks=4)
    for _ in range(limits.MAX_RUNNING_PER_BOT):
        cast.take()
    assert claim("w") is None
    others = [cast.ready_version(alice, "Castle"), cast.ready_version(bob, "Duke")]
    cast.match(others, "b", "practice:2")
    assert _sources(2) == ["practice:2", "practice:2"]


def test_house_bots_have_no_cap(versions: list[BotVersion]) -> None:
    house = [cast.ready_version(None, "Greedy", "greedy"), cast.ready_version(None, "Random", "random")]
    cast.match(house, "a", "ladder:x", blocks=5, kind=MatchKind.LADDER)
    assert len(_sources(10)) == 10


def test_a_user_at_the_practice_cap_waits(versions: list[BotVersion], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_RUNNING_PER_BOT", 100)
    cast.match(versions, blocks=10)
    assert len(_sources(20)) == limits.MAX_RUNNING_PER_USER


def test_a_paused_queue_gives_no_new_games(versions: list[BotVersion]) -> None:
    cast.match(versions)
    QueueSwitch.objects.create(queue=QueueSwitch.Queue.PRACTICE, is_paused=True)
    assert claim("w") is None
