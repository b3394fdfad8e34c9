from celery import current_app
from django.db import connection

from arena.bots.models import BotVersion
from arena.matches.actions.claim import _CLAIM_LOCK
from arena.matches.models import Attempt, AttemptOutcome, Game, GameState
from tests.chaos import asking
from tests.chaos.harness import Arena
from tests.matches import cast


def test_two_workers_race_for_one_game_and_one_wins(arena: Arena, house: list[BotVersion]) -> None:
    match = cast.match(house)
    prize, other = cast.games_of(match)
    Game.objects.filter(pk=other.pk).update(state=GameState.CANCELLED, deadline=None)
    with connection.cursor() as cursor:
        # Both are held at the door until both stand there: without that, one is usually gone before the other comes.
        cursor.execute("SELECT pg_advisory_lock(%s)", [_CLAIM_LOCK])
        arena.start_worker("left", ("play",))
        arena.start_worker("right", ("play",))
        arena.wait(lambda: len(asking.waiting_backends("advisory")) == 2, "both workers want the game")
        cursor.execute("SELECT pg_advisory_unlock(%s)", [_CLAIM_LOCK])
    arena.wait(lambda: asking.done() == 1 and arena.redis.hlen("unacked") == 0, "the game is played")
    attempt = Attempt.objects.get()
    assert (attempt.game_id, attempt.outcome) == (prize.pk, AttemptOutcome.RESULT)


def test_the_same_message_delivered_three_times_changes_nothing(arena: Arena, house: list[BotVersion]) -> None:
    match = cast.match(house, blocks=3)
    arena.start_worker("one")
    arena.start_worker("two")
    arena.wait(lambda: asking.is_over(match) and arena.quiet(), "the match is over")
    before = asking.everything()
    tasks = {"play": [], "settle": [match.pk], "reap": []}
    for name, arguments in tasks.items():
        for _ in range(3):
            current_app.send_task(f"arena.matches.tasks.{name}", arguments, task_id=f"one-and-the-same-{name}")
    for version in house:
        for _ in range(3):
            current_app.send_task("arena.bots.tasks.check", [version.pk], task_id=f"check-{version.pk}")
    logs = [arena.folder / "one.log", arena.folder / "two.log"]
    arena.wait(lambda: sum(log.read_text().count("one-and-the-same") for log in logs) >= 9, "all were worked on")
    arena.wait(arena.quiet, "nothing is left")
    assert asking.everything() == before
    assert asking.results(match) == Attempt.objects.count() == 6
