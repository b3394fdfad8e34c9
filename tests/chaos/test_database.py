from django.db import connection, transaction

from arena.bots.models import BotVersion
from arena.matches.models import Attempt, AttemptOutcome, Block
from tests.chaos import asking
from tests.chaos.harness import Arena
from tests.matches import cast


def test_a_database_connection_dropped_during_accept_loses_nothing(arena: Arena, house: list[BotVersion]) -> None:
    match = cast.match(house)
    with transaction.atomic():
        # Accepting begins with this lock, so the worker stands in the middle of it with a finished game in its hands.
        Block.objects.select_for_update().get(match=match)
        arena.start_worker("one")
        arena.wait(lambda: asking.waiting_backends("transactionid"), "the worker hands in a result")
        with connection.cursor() as cursor:
            for pid in asking.waiting_backends("transactionid"):
                cursor.execute("SELECT pg_terminate_backend(%s)", [pid])
    arena.wait(lambda: asking.is_over(match), "the match is over")
    assert "terminating connection" in (arena.folder / "one.log").read_text()
    assert list(Attempt.objects.values_list("outcome", flat=True)) == [AttemptOutcome.RESULT] * 2, "no game was lost"
