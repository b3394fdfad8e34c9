"""``advance`` may run twice, late, at the same time or after a crash: the tournament is the same."""

import random
import threading
from typing import Any

import pytest
from django.db import connection, connections, transaction

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.matches import signals
from arena.matches.models import Game
from arena.tournaments import tasks
from arena.tournaments.models import Node, NodeState, Play, Round, Tournament, TournamentState
from arena.tournaments.running.advance import advance
from arena.tournaments.running.log_hash import log_hash
from tests.matches.cast import Held, next_game
from tests.patience import PATIENCE_S
from tests.tournament_engine import cast


def play_in_random_order(cup: Tournament, order: random.Random) -> Tournament:
    """Several workers: games are taken in order and end in any; ``advance`` after every single result."""
    held: list[Held] = []
    while True:
        while len(held) < 5 and (lease := next_game("test")) is not None:
            held.append(lease)
        if not held:
            cup.refresh_from_db()
            return cup
        cast.play_one(cast.by_lot, held.pop(order.randrange(len(held))))
        for _ in range(order.choice((1, 1, 2))):
            advance(cup.pk)


@pytest.mark.parametrize(
    ("name", "variant", "settings", "blocks"),
    [("double_elimination", "diamoniak-2", {}, 3), ("pod_swiss", "diamoniak-3", {"rounds": 2}, 1)],
)
def test_the_order_of_results_does_not_matter(
    olga: User, name: str, variant: str, settings: dict[str, object], blocks: int
) -> None:
    cup = cast.started(olga, cast.field(6), name, variant=variant, settings=settings, blocks=blocks)
    quiet = cast.play_all(cup, cast.by_lot)
    assert quiet.state == TournamentState.FINISHED
    first = (cast.structure(quiet), quiet.places, quiet.log_hash)
    again = play_in_random_order(cast.from_the_start(cup), random.Random(7))
    assert (cast.structure(again), again.places, again.log_hash) == first


def test_running_it_again_changes_nothing(olga: User, four: list[BotVersion]) -> None:
    cup = cast.started(olga, four, "double_elimination")
    while cast.play_one():
        advance(cup.pk)
        rows = cast.structure(cup)
        assert not advance(cup.pk)
        assert cast.structure(cup) == rows


def test_a_finished_tournament_keeps_its_hash(olga: User, four: list[BotVersion]) -> None:
    cup = cast.play_all(cast.started(olga, four, "swiss"))
    tasks.advance_all()
    tasks.advance(cup.pk)
    cup.refresh_from_db()
    assert cup.log_hash == log_hash(cup)


def test_a_lost_message_costs_time_and_nothing_else(olga: User, four: list[BotVersion]) -> None:
    cup = cast.started(olga, four, "single_elimination")
    while cast.play_one():
        pass
    assert Play.objects.count() == 2, "nobody told the tournament"
    tasks.advance_all()
    assert Play.objects.count() == 3
    assert Node.objects.filter(round__stage__tournament=cup, state="running").count() == 1


def test_each_complete_round_is_announced_to_ratings(
    olga: User, four: list[BotVersion], django_capture_on_commit_callbacks: Any
) -> None:
    heard: list[str] = []

    def hear(sender: object, period: str, **_given: object) -> None:
        heard.append(period)

    signals.period_complete.connect(hear)
    try:
        cup = cast.started(olga, four, "single_elimination")
        while cast.play_one():
            with django_capture_on_commit_callbacks(execute=True):
                advance(cup.pk)
    finally:
        signals.period_complete.disconnect(hear)
    assert heard == [f"tournament/{cup.slug}/1.1/diamoniak-2", f"tournament/{cup.slug}/1.2/diamoniak-2"]


class TestSeries:
    def test_a_series_that_is_settled_stops_at_a_block(self, olga: User, four: list[BotVersion]) -> None:
        cast.play_all(cast.started(olga, four[:2], "single_elimination", blocks=5))
        play = Play.objects.get()
        assert (play.games, play.settled_by) == (6, "early_stop")
        assert Game.objects.count() == 6, "what is not needed is not even scheduled"

    def test_without_a_cut_all_blocks_are_played(self, olga: User, four: list[BotVersion]) -> None:
        cast.play_all(cast.started(olga, four[:2], "round_robin", blocks=5))
        assert Play.objects.get().games == 10

    def test_a_tie_at_the_cut_gets_extra_blocks_and_then_the_better_seed(
        self, olga: User, four: list[BotVersion]
    ) -> None:
        def first_seat_wins(game: Game, seats: object) -> list[int]:
            return [1, 2]

        cup = cast.play_all(
            cast.started(olga, four[:2], "single_elimination", blocks=2, extra_blocks=2), first_seat_wins
        )
        play = Play.objects.get()
        assert (play.games, play.settled_by, play.ranks) == (8, "seed", [1, 2])
        assert cup.places == [[1, 1], [2, 2]]

    def test_an_extra_block_can_settle_it(self, olga: User, four: list[BotVersion]) -> None:
        def second_bot_wins_late(game: Game, seats: Any) -> list[int]:
            if game.block.number < 2:
                return [1, 2]
            return [2 if seat.version.bot.name == "Bot01" else 1 for seat in seats]

        cup = cast.play_all(cast.started(olga, four[:2], "single_elimination", blocks=2), second_bot_wins_late)
        assert Play.objects.get().settled_by == "extra_blocks"
        assert cup.places == [[1, 2], [2, 1]]

    def test_the_final_may_be_longer(self, olga: User, four: list[BotVersion]) -> None:
        cast.play_all(cast.started(olga, four, "single_elimination", final_blocks=3, early_stop=False))
        assert list(Play.objects.order_by("node__round__number").values_list("games", flat=True)) == [2, 2, 6]


@pytest.mark.parametrize("name", ["single_elimination", "double_elimination"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_match_of_a_bracket_begins_when_its_two_are_known(
    olga: User, eight: list[BotVersion], name: str, seed: int
) -> None:
    """Whatever else of its round or of those before it is still being played."""
    cup = cast.started(olga, eight, name)
    order, early = random.Random(seed), 0
    held: list[Held] = []
    while True:
        while len(held) < 8 and (lease := next_game("test")) is not None:
            held.append(lease)
        if not held:
            break
        cast.play_one(cast.by_lot, held.pop(order.randrange(len(held))))
        advance(cup.pk)
        nodes = Node.objects.filter(round__stage__tournament=cup).select_related("round__stage")
        known = [node for node in nodes if len(node.entrants) == 2]
        assert not [node.key for node in known if node.state in (NodeState.WAITING, NodeState.READY)]
        running = {node.round.number for node in known if node.state == NodeState.RUNNING}
        early += len(running) > 1
    assert early, "rounds overlap"


def test_all_rounds_of_a_round_robin_begin_at_once(olga: User, four: list[BotVersion]) -> None:
    cast.started(olga, four, "round_robin")
    assert [node.state for node in Node.objects.all()] == [NodeState.RUNNING] * 6


@pytest.mark.django_db(transaction=True)
def test_two_connections_at_once_make_the_same_rows_once() -> None:
    olga = cast.organiser()
    cup = cast.started(olga, cast.field(4), "single_elimination")
    while cast.play_one():
        pass
    errors: list[Exception] = []

    def run() -> None:
        try:
            advance(cup.pk)
        except Exception as error:
            errors.append(error)
        finally:
            connections["default"].close()

    # Both begin while the row is held: they meet at the lock for certain.
    threads = [threading.Thread(target=run) for _ in range(2)]
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=cup.pk)
        for thread in threads:
            thread.start()
        _wait_for_waiters(2)
    for thread in threads:
        thread.join(PATIENCE_S)
    assert errors == []
    assert Play.objects.count() == 3
    assert Round.objects.count() == 2


def _wait_for_waiters(count: int) -> None:
    for _ in range(600):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
            )
            if cursor.fetchone()[0] >= count:
                return
            cursor.execute("SELECT pg_sleep(0.05)")
    raise AssertionError("the threads never came to the lock")
