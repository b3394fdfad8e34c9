from datetime import timedelta

from celery import current_app
from django.db import connection, transaction
from django.utils import timezone

from arena.bots.models import BotVersion
from arena.matches.actions.schedule import Plan, schedule
from arena.matches.models import Attempt, AttemptOutcome, Game, GameState, Match, MatchKind
from arena.matches.worker import work
from arena.ratings.actions.close_period import close_period
from arena.ratings.models import RatingEvent, Snapshot
from tests.chaos import asking
from tests.chaos.harness import Arena
from tests.matches import cast

PERIOD = "ladder/diamoniak-2/s1/c1"
BLOCKS = 3


def test_two_workers_race_for_one_game_and_one_wins(arena: Arena, house: list[BotVersion]) -> None:
    match = cast.match(house)
    prize, other = cast.games_of(match)
    Game.objects.filter(pk=other.pk).update(state=GameState.CANCELLED, deadline=None)
    with transaction.atomic(), connection.cursor() as cursor:
        # Both are held at the door until both stand there: without that, one is usually gone before the other comes.
        cursor.execute("LOCK TABLE matches_queuesource IN ACCESS EXCLUSIVE MODE")
        arena.start_worker("left", ("play",))
        arena.start_worker("right", ("play",))
        arena.wait(lambda: len(asking.waiting_backends("relation")) == 2, "both workers want the game")
    arena.wait(lambda: asking.done() == 1 and arena.redis.hlen("unacked") == 0, "the game is played")
    attempt = Attempt.objects.get()
    assert (attempt.game_id, attempt.outcome) == (prize.pk, AttemptOutcome.RESULT)


def rated_match(house: list[BotVersion]) -> Match:
    key, deadline = f"{PERIOD}/p0", timezone.now() + timedelta(hours=1)
    return schedule(
        Plan(MatchKind.LADDER, key, "ladder:diamoniak-2", "diamoniak-2", house, cast.SECRET, key, BLOCKS, deadline,
             is_rated=True, period=PERIOD)
    )  # fmt: skip


def ratings() -> list[object]:
    """The log of the period, and live Elo after it."""
    close_period(PERIOD)
    log = RatingEvent.objects.order_by("seq").values_list("payload__sides", "payload__ranks")
    return [*log, *Snapshot.objects.order_by("version").values_list("version", "live")]


def undisturbed(house: list[BotVersion]) -> list[object]:
    """What one worker makes of the match, one game after the other; then all of it is undone."""
    with transaction.atomic():
        rated_match(house)
        while work() is not None:
            pass
        found = ratings()
        transaction.set_rollback(True)
    return found


def thrice(arena: Arena, queue: str) -> None:
    """Two more copies of every message that waits, byte for byte."""
    for message in arena.redis.lrange(queue, 0, -1):
        arena.redis.lpush(queue, message, message)


def test_the_same_message_delivered_three_times_changes_nothing(arena: Arena, house: list[BotVersion]) -> None:
    expected = undisturbed(house)
    match = rated_match(house)
    waiting = arena.redis.llen("play")
    thrice(arena, "play")
    assert arena.redis.llen("play") == 3 * waiting > 0
    arena.start_worker("one", ("play",))
    arena.start_worker("two", ("play",))
    arena.wait(lambda: asking.done() == 2 * BLOCKS, "all games are played")
    arena.start_worker("three", ("control",))
    arena.wait(lambda: asking.is_over(match) and arena.quiet(), "the match is over")
    assert asking.results(match) == Attempt.objects.count() == 2 * BLOCKS, "no game was played twice"
    assert ratings() == expected, "many workers rate as one does"
    before = asking.everything()
    for name in ("matches.tasks.play", "matches.tasks.reap"):
        for _ in range(3):
            current_app.send_task(f"arena.{name}", task_id=f"one-and-the-same-{name}")
    for _ in range(3):
        current_app.send_task("arena.ratings.tasks.close_period", [PERIOD], task_id="one-and-the-same-period")
    arena.wait(lambda: arena.logs().count("one-and-the-same") >= 9, "all were worked on")
    arena.wait(arena.quiet, "nothing is left")
    assert asking.everything() == before
    assert ratings() == expected
