import errno
import os
from pathlib import Path

import pytest

from arena.bots.models import BotVersion
from arena.matches import replay_store, worker
from arena.matches.actions.claim import claim
from arena.matches.actions.hand_in import hand_in as right_hand_in
from arena.matches.actions.settle import cancel
from arena.matches.models import Attempt, AttemptOutcome, Game, GameState, Match, MatchState
from arena.matches.records import result_of as right_result_of
from arena.matches.results import Verdict
from arena.matches.verify_replays import verify_stored
from referee.game import play_game as play_game_of_the_referee
from tests.matches import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def house(db: None) -> list[BotVersion]:
    return [cast.ready_version(None, "Random", "random"), cast.ready_version(None, "Chance", "random")]


def test_a_batch_is_played_its_replays_verify_and_its_match_is_settled(house: list[BotVersion]) -> None:
    match = cast.match(house, blocks=3)
    assert worker.work() == 6
    assert worker.work() is None
    match.refresh_from_db()
    assert match.state == MatchState.DONE
    games = cast.games_of(match)
    assert len({game.replay.file.name for game in games if game.replay}) == 1, "one file for the batch"
    for game in games:
        assert game.replay is not None
        assert verify_stored(game.replay), game.replay.mismatch
        assert replay_store.load(game.replay).commitment == game.commitment


def test_the_replays_of_a_batch_are_on_the_disk_before_its_results_are_taken(
    house: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = cast.match(house, blocks=3)
    synced: list[int] = []
    right = os.fsync

    def fsync(descriptor: int) -> None:
        assert not Game.objects.filter(state=GameState.DONE).exists(), "the loss of power now leaves no result"
        right(descriptor)
        synced.append(os.fstat(descriptor).st_ino)

    monkeypatch.setattr(os, "fsync", fsync)
    assert worker.work() == 6
    files = {game.replay.file.path for game in cast.games_of(match) if game.replay}
    assert [Path(file).stat().st_ino for file in files] == synced, "one wait for all of them"


@pytest.mark.usefixtures("fresh_redis")
def test_a_disk_that_fails_takes_no_result(house: list[BotVersion], monkeypatch: pytest.MonkeyPatch) -> None:
    match = cast.match(house)

    def fail(descriptor: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    monkeypatch.setattr(worker, "_FIRST_PAUSE_S", 0.0)
    assert worker.work() == 0
    assert {(game.state, game.void_count) for game in cast.games_of(match)} == {(GameState.QUEUED, 0)}
    assert worker.fitness().is_at_rest


def test_our_own_failure_is_void_and_keeps_the_traceback(
    house: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    cast.match(house)
    monkeypatch.setattr(worker, "play_game", lambda *args, **kwargs: 1 / 0)
    held = cast.take()
    assert worker.play_batch(held.batch).verdicts == {}
    attempt = Attempt.objects.get()
    assert attempt.outcome == AttemptOutcome.VOID
    assert "ZeroDivisionError" in attempt.cause
    game = Game.objects.get(pk=held.game_id)
    assert (game.state, game.ranks) == (GameState.PAUSED, None)


def test_a_failure_in_a_batch_is_charged_to_the_game_that_was_played(
    house: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = cast.match(house, blocks=3)
    bad = cast.games_of(match)[2]
    right = play_game_of_the_referee

    def play_game(*given: object, **named: object) -> object:
        return 1 / 0 if named["game_id"] == bad.commitment[:16] else right(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(worker, "play_game", play_game)
    assert worker.work() == 5
    voids = {game.pk: game.void_count for game in cast.games_of(match)}
    assert voids == {**dict.fromkeys(voids, 0), bad.pk: 1}
    monkeypatch.setattr(worker, "play_game", right)
    cast.end_pauses()
    assert worker.work() == 1
    assert Match.objects.get(pk=match.pk).state == MatchState.DONE


def test_a_result_the_database_refuses_costs_its_own_game_only(
    house: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = cast.match(house, blocks=2)
    bad = cast.games_of(match)[1]
    right = right_result_of
    names: list[str] = []

    def result_of(record: object, replay_hash: str) -> object:
        names.append(record.game_id)  # type: ignore[attr-defined]
        result = right(record, replay_hash)  # type: ignore[arg-type]
        if record.game_id == bad.commitment[:16]:  # type: ignore[attr-defined]
            result.seats[0].evidence["exit_reason"] = "a zero byte: \x00"
        return result

    monkeypatch.setattr(worker, "result_of", result_of)
    assert worker.work() == 3
    assert len(names) == 4
    states = {game.pk: (game.state, game.void_count) for game in cast.games_of(match)}
    assert states == {**dict.fromkeys(states, (GameState.DONE, 0)), bad.pk: (GameState.PAUSED, 1)}
    assert "could not be stored" in Attempt.objects.get(outcome=AttemptOutcome.VOID).cause


def test_a_batch_that_takes_too_long_gives_back_what_it_has_not_begun(
    house: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = cast.match(house, blocks=2)
    monkeypatch.setattr("arena.matches.limits.BATCH_HOLD_S", -1.0)
    assert worker.work() == 1
    games = cast.games_of(match)
    assert [game.state for game in games] == [GameState.DONE, *[GameState.QUEUED] * 3]
    assert [(game.attempt_count, game.void_count) for game in games[1:]] == [(0, 0)] * 3
    assert [worker.work() for _ in range(4)] == [1, 1, 1, None]


def test_games_cancelled_while_they_are_held_are_not_taken(house: list[BotVersion]) -> None:
    first, second = cast.match(house, "a", "ladder:x"), cast.match(house, "b", "ladder:x")
    batch = claim("w")
    assert batch is not None
    assert len(batch.games) == 4
    cancel(first.pk, "enough")
    verdicts = worker.play_batch(batch).verdicts
    assert sorted(verdict.value for verdict in verdicts.values()) == ["accepted", "accepted", "stale", "stale"]
    assert {game.state for game in cast.games_of(first)} == {GameState.CANCELLED}
    assert {game.state for game in cast.games_of(second)} == {GameState.DONE}


def test_the_same_batch_handed_in_again_changes_nothing(
    house: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = cast.match(house, blocks=2)
    handed_in = []
    once = right_hand_in
    monkeypatch.setattr(worker, "hand_in", lambda *given: (handed_in.append(given), once(*given))[1])  # type: ignore[func-returns-value]
    worker.work()
    before = list(Game.objects.order_by("pk").values())
    assert set(once(*handed_in[0]).verdicts.values()) == {Verdict.REPEATED}
    assert list(Game.objects.order_by("pk").values()) == before
    assert Attempt.objects.count() == len(cast.games_of(match))


def test_a_tampered_replay_raises_the_alarm(house: list[BotVersion]) -> None:
    cast.match(house)
    held = cast.take()
    worker.play_batch(held.batch)
    game = Game.objects.get(pk=held.game_id)
    assert game.replay is not None
    Game.objects.filter(pk=game.pk).update(transcript_hash="0" * 64)
    assert not verify_stored(game.replay)
    game.replay.refresh_from_db()
    assert "recorded with another result" in game.replay.mismatch
