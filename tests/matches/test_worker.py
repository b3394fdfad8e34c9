import pytest

from arena.bots.models import BotVersion
from arena.matches import replay_store, worker
from arena.matches.actions.accept_result import Verdict
from arena.matches.actions.claim import claim
from arena.matches.actions.settle import settle
from arena.matches.models import Attempt, AttemptOutcome, Game, GameState, MatchState
from arena.matches.verify_replays import verify_stored
from tests.matches import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def house(db: None) -> list[BotVersion]:
    return [cast.ready_version(None, "Random", "random"), cast.ready_version(None, "Chance", "random")]


def test_a_claimed_game_is_played_and_its_replay_verifies(house: list[BotVersion]) -> None:
    match = cast.match(house)
    while (lease := claim("w")) is not None:
        assert worker.play_claimed(lease) is Verdict.ACCEPTED
    assert settle(match.pk).state == MatchState.DONE
    for game in cast.games_of(match):
        assert game.replay is not None
        assert verify_stored(game.replay)
        assert replay_store.load(game.replay).commitment == game.commitment


def test_our_own_failure_is_void_and_keeps_the_traceback(
    house: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    cast.match(house)
    monkeypatch.setattr(worker, "play_game", lambda *args, **kwargs: 1 / 0)
    lease = cast.take()
    assert worker.play_claimed(lease) is None
    attempt = Attempt.objects.get()
    assert attempt.outcome == AttemptOutcome.VOID
    assert "ZeroDivisionError" in attempt.cause
    game = Game.objects.get(pk=lease.game_id)
    assert (game.state, game.ranks) == (GameState.QUEUED, None)


def test_a_tampered_replay_raises_the_alarm(house: list[BotVersion]) -> None:
    cast.match(house)
    lease = cast.take()
    worker.play_claimed(lease)
    game = Game.objects.get(pk=lease.game_id)
    assert game.replay is not None
    Game.objects.filter(pk=game.pk).update(transcript_hash="0" * 64)
    assert not verify_stored(game.replay)
    game.replay.refresh_from_db()
    assert "recorded with another result" in game.replay.mismatch
