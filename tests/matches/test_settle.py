"""Matches move on when a block is finished or a bot faulted; otherwise nothing is written."""

import pytest
from django.db import connection, transaction

from arena.bots.models import BotVersion
from arena.matches import signals, tasks
from arena.matches.actions.hand_in import hand_in
from arena.matches.actions.settle import settle, settle_all
from arena.matches.models import Attempt, Entrant, Game, GameState, Match, MatchState
from tests.matches import cast

CRASH = ["crash"]


def play(match: Match, count: int, faulty: int) -> None:
    """So many games, in each of which the bot at this position crashes."""
    for _ in range(count):
        held = cast.take()
        at_table = list(Game.objects.get(pk=held.game_id).seats.values_list("entrant__position", flat=True))
        seat = at_table.index(faulty)
        ranks = (2, 1) if seat == 0 else (1, 2)
        cast.accept(held, cast.result(ranks, [""] * seat + CRASH, mark=str(held.game_id)))
        settle(match.pk)


@pytest.mark.django_db
def test_after_too_many_faults_the_rest_is_forfeited_and_the_match_is_over(versions: list[BotVersion]) -> None:
    match = cast.match(versions, blocks=4)
    play(match, match.max_faults, faulty=1)
    match.refresh_from_db()
    assert match.state == MatchState.DONE
    states = [game.state for game in cast.games_of(match)]
    assert states == [GameState.DONE] * match.max_faults + [GameState.FORFEITED] * (8 - match.max_faults)
    assert cast.next_game() is None, "what is forfeited is not played"
    assert list(Entrant.objects.filter(match=match).values_list("faults", flat=True)) == [0, 8]
    last = cast.games_of(match)[-1]
    assert {seat.version_id: seat.rank for seat in last.seats.all()} == {versions[0].pk: 1, versions[1].pk: 2}
    assert Attempt.objects.count() == match.max_faults, "nobody tried the others"


@pytest.mark.django_db
def test_games_that_another_worker_holds_are_not_forfeited_under_its_hands(versions: list[BotVersion]) -> None:
    match = cast.match(versions, blocks=4)
    first = [cast.take() for _ in range(match.max_faults)]
    elsewhere = cast.take("elsewhere")
    for held in first:
        cast.accept(held, cast.result((2, 1), ["crash", "crash"], mark=str(held.game_id)))
    assert settle(match.pk).state == MatchState.RUNNING
    assert Game.objects.get(pk=elsewhere.game_id).state == GameState.LEASED
    cast.finish(elsewhere)
    assert settle(match.pk).state == MatchState.DONE


@pytest.mark.django_db(transaction=True)
def test_a_match_with_open_games_is_looked_at_and_not_written(versions: list[BotVersion]) -> None:
    match = cast.match(versions, blocks=2)
    cast.finish(cast.take())
    with transaction.atomic(), connection.cursor() as cursor:
        settle_all([match.pk])
        cursor.execute("SELECT pg_current_xact_id_if_assigned() IS NULL")
        assert cursor.fetchone()[0], "a number for the transaction means a wait for the disk"


@pytest.mark.django_db(transaction=True)
def test_what_a_worker_left_unsettled_the_reaper_settles_and_tells_once(versions: list[BotVersion]) -> None:
    match = cast.match(versions)
    heard: list[int] = []

    def hear(sender: object, match_id: int, **_given: object) -> None:
        heard.append(match_id)

    signals.match_finished.connect(hear)
    try:
        for _ in range(2):
            held = cast.take()
            hand_in(held.batch, [cast.played(held.game, cast.result())])
        assert tasks.matches_to_settle() == [match.pk]
        for _ in range(2):
            tasks.reap()
    finally:
        signals.match_finished.disconnect(hear)
    assert heard == [match.pk]
    assert Match.objects.get(pk=match.pk).state == MatchState.DONE
