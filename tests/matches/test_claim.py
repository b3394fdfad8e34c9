import pytest

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.leases.limits import LEASE
from arena.leases.models import Lease
from arena.matches import limits
from arena.matches.actions.claim import claim
from arena.matches.idle import clear_idle_sources
from arena.matches.models import Game, GameState, MatchKind, QueueGroup, QueueSource, QueueSwitch, Slot
from arena.matches.sql import claiming
from tests.matches import cast

pytestmark = pytest.mark.django_db


def _sources(count: int) -> list[str]:
    held = [cast.next_game("w") for _ in range(count)]
    return [each.batch.source for each in held if each]


@pytest.fixture
def house(db: None) -> list[BotVersion]:
    return [cast.ready_version(None, "Greedy", "greedy"), cast.ready_version(None, "Random", "random")]


def test_a_claimed_game_is_leased_with_a_deadline_and_a_reason(versions: list[BotVersion]) -> None:
    cast.match(versions)
    held = cast.take("worker-7")
    game = Game.objects.get(pk=held.game_id)
    assert (game.state, game.lease_token) == (GameState.LEASED, held.token)
    assert game.reason == "Being played by worker-7."
    lease = Lease.objects.get(token=held.token)
    assert (lease.worker, lease.size, lease.current) == ("worker-7", 1, game.pk)
    assert lease.deadline == held.batch.taken_at + LEASE


def test_a_batch_holds_all_that_its_games_need(versions: list[BotVersion]) -> None:
    match = cast.match(versions, blocks=2)
    batch = claim("w")
    assert batch is not None
    games = cast.games_of(match)
    assert [held.id for held in batch.games] == [game.pk for game in games]
    for held, game in zip(batch.games, games, strict=True):
        assert (held.seed, held.salt) == (bytes(game.block.seed), bytes(game.salt))
        assert (held.match_id, held.block_id, held.variant) == (match.pk, game.block_id, game.variant)
        assert list(held.versions) == list(game.seats.order_by("seat").values_list("version", flat=True))


def test_a_batch_is_about_a_second_of_expected_work(house: list[BotVersion]) -> None:
    cast.match(house, "a", "ladder:x", blocks=20, kind=MatchKind.LADDER)
    Game.objects.update(expected_ms=300)
    batch = claim("w")
    assert batch is not None
    assert len(batch.games) == 3


def test_a_tournament_that_is_alone_is_shared_by_halves(house: list[BotVersion]) -> None:
    """The last match of a bracket would be played by one process while all others wait for it."""
    cast.match(house, "b", "ladder:x", kind=MatchKind.LADDER)
    claim("w")  # that is all of it, though nobody has looked yet whether the ladder has more
    cast.match(house, "a", "tournament:1", blocks=8, kind=MatchKind.TOURNAMENT)
    Game.objects.update(expected_ms=limits.SHARED_MS // 2)
    batches = [claim("w") for _ in range(4)]
    assert [len(batch.games) for batch in batches if batch] == [8, 4, 2, 2]


def test_a_tournament_beside_others_is_claimed_by_the_second(house: list[BotVersion]) -> None:
    cast.match(house, "a", "tournament:1", blocks=8, kind=MatchKind.TOURNAMENT)
    cast.match(house, "b", "ladder:x", blocks=8, kind=MatchKind.LADDER)
    batches = {batch.source: len(batch.games) for batch in (claim("w"), claim("v")) if batch}
    assert batches == {"tournament:1": 16, "ladder:x": 16}


def test_a_game_that_is_expected_to_take_longer_is_a_batch_of_its_own(house: list[BotVersion]) -> None:
    match = cast.match(house, "a", "ladder:x", blocks=2, kind=MatchKind.LADDER)
    slow = cast.games_of(match)[1]
    Game.objects.filter(pk=slow.pk).update(expected_ms=5000)
    batches = [claim("w") for _ in range(3)]
    assert [len(batch.games) for batch in batches if batch] == [1, 1, 2]


def test_quick_games_of_a_batch_come_before_slow_ones(house: list[BotVersion]) -> None:
    match = cast.match(house, "a", "ladder:x", blocks=1, kind=MatchKind.LADDER)
    first, second = cast.games_of(match)
    Game.objects.filter(pk=first.pk).update(expected_ms=400)
    batch = claim("w")
    assert batch is not None
    assert [game.id for game in batch.games] == [second.pk, first.pk]


def test_no_batch_is_larger_than_the_most_games(house: list[BotVersion]) -> None:
    cast.match(house, "a", "ladder:x", blocks=limits.BATCH_GAMES, kind=MatchKind.LADDER)
    Game.objects.update(expected_ms=1)
    batch = claim("w")
    assert batch is not None
    assert len(batch.games) == limits.BATCH_GAMES


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


def test_turns_are_counted_in_time_and_not_in_games(house: list[BotVersion]) -> None:
    cast.match(house, "l/1", "ladder:slow", blocks=4, kind=MatchKind.LADDER)
    Game.objects.update(expected_ms=150)
    cast.match(house, "t/1", "tournament:1", blocks=4, kind=MatchKind.TOURNAMENT)
    turns = _sources(8)
    assert turns.count("tournament:1") == 6, "three of 50 ms for each of 150 ms"


def test_a_source_that_comes_back_does_not_claim_the_turns_it_never_asked_for(house: list[BotVersion]) -> None:
    cast.match(house, "l/1", "ladder:a", blocks=5, kind=MatchKind.LADDER)
    _sources(6)
    cast.match(house, "l/2", "ladder:b", blocks=5, kind=MatchKind.LADDER)
    assert sorted(_sources(6)) == ["ladder:a"] * 3 + ["ladder:b"] * 3


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
    held = [cast.take() for _ in range(limits.MAX_RUNNING_PER_BOT)]
    assert claim("w") is None
    others = [cast.ready_version(alice, "Castle"), cast.ready_version(bob, "Duke")]
    cast.match(others, "b", "practice:2")
    assert _sources(2) == ["practice:2", "practice:2"]
    cast.finish(held[0])
    assert cast.next_game() is not None, "a place is free again"


def test_games_behind_any_number_of_capped_ones_are_found(
    versions: list[BotVersion], alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claiming, "HORIZON", 4)
    monkeypatch.setattr(limits, "MAX_RUNNING_PER_BOT", 1)
    cast.match(versions, "a", "ladder:x", blocks=10, kind=MatchKind.LADDER)
    assert cast.take().batch.source == "ladder:x"
    others = [cast.ready_version(alice, "Castle"), cast.ready_version(bob, "Duke")]
    behind = cast.match(others, "b", "ladder:x", kind=MatchKind.LADDER)
    assert cast.take().game_id == cast.games_of(behind)[0].pk
    assert claim("w") is None


def test_a_batch_counts_once_for_a_bot_however_many_of_its_games_it_holds(versions: list[BotVersion]) -> None:
    cast.match(versions, "a", "ladder:x", blocks=8, kind=MatchKind.LADDER)
    batch = claim("w")
    assert batch is not None
    assert len(batch.games) == 16
    assert sorted(Slot.objects.values_list("kind", "owner")) == sorted(("bot", each.bot_id) for each in versions)


def test_house_bots_have_no_cap(house: list[BotVersion]) -> None:
    cast.match(house, "a", "ladder:x", blocks=5, kind=MatchKind.LADDER)
    assert len(_sources(10)) == 10
    assert not Slot.objects.exists()


def test_a_user_at_the_practice_cap_waits(versions: list[BotVersion], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_RUNNING_PER_BOT", 100)
    cast.match(versions, blocks=10)
    assert len(_sources(20)) == limits.MAX_RUNNING_PER_USER


def test_a_paused_queue_gives_no_new_games(versions: list[BotVersion]) -> None:
    cast.match(versions)
    QueueSwitch.objects.create(queue=QueueSwitch.Queue.PRACTICE, is_paused=True)
    assert claim("w") is None


def test_an_empty_source_leaves_the_turns_and_comes_back_with_its_next_game(versions: list[BotVersion]) -> None:
    cast.match(versions)
    assert clear_idle_sources() == 0, "it has games"
    assert len(_sources(2)) == 2
    assert clear_idle_sources() == 1
    assert not QueueSource.objects.get().is_waiting
    cast.match(versions, "practice/2")
    assert len(_sources(2)) == 2


def test_a_game_given_back_brings_its_source_back(versions: list[BotVersion]) -> None:
    cast.match(versions)
    held = [cast.take(), cast.take()]
    clear_idle_sources()
    cast.void(held[0], "broken")
    clear_idle_sources()
    cast.end_pauses()
    assert cast.take().game_id == held[0].game_id


def test_a_group_is_charged_what_its_sources_were_given(versions: list[BotVersion]) -> None:
    cast.match(versions)
    cast.take()
    assert QueueGroup.objects.get(name="practice").spent_ms == QueueSource.objects.get().spent_ms == 50
