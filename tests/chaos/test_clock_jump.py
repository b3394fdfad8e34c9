"""The clock of a worker's machine jumps by an hour in the middle of games: nobody else notices."""

from datetime import timedelta

import pytest
from django.utils import timezone

from arena.bots.models import BotVersion
from arena.chaos.wrong_clock import NoClockError, WrongClock
from arena.matches.models import Attempt, AttemptOutcome, Game, GameState
from tests.chaos import asking
from tests.chaos.harness import Arena
from tests.matches import cast


@pytest.mark.parametrize("seconds", [3600, -3600])
def test_a_clock_that_jumps_in_the_middle_of_games_costs_nothing(
    arena: Arena, house: list[BotVersion], seconds: int
) -> None:
    try:
        clock = WrongClock(arena.folder)
    except NoClockError as reason:
        pytest.skip(str(reason))
    match = cast.match(house, blocks=150)
    arena.start_worker("one", ("play",), environment=clock.environment)
    arena.start_worker("control", ("control",))
    arena.start_beat()
    arena.wait(asking.done, "it plays")
    clock.jump(seconds)
    assert not asking.is_over(match), "it jumps while games are open"
    arena.wait(lambda: asking.is_over(match), "the match is over")
    again = cast.match(house, "practice/2")
    arena.wait(lambda: asking.is_over(again), "it plays what came after the jump")
    assert (asking.results(match), asking.results(again)) == (300, 2)
    assert set(Game.objects.values_list("state", flat=True)) == {GameState.DONE}
    assert set(Attempt.objects.values_list("outcome", flat=True)) == {AttemptOutcome.RESULT}
    limit = timezone.now() + timedelta(minutes=1)
    assert not Game.objects.filter(finished_at__gt=limit).exists(), "times go by the clock of the database"
