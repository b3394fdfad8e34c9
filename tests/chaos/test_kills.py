"""Workers die again and again on a machine that is busy otherwise: every game gets one result.

On one that is not, ``test_command`` has them die among other faults.
"""

from arena.bots.models import BotVersion
from arena.leases.models import Lease
from arena.matches.models import GameState, Slot
from tests.chaos import asking
from tests.chaos.busy import busy_loops
from tests.chaos.harness import Arena
from tests.matches import cast

BLOCKS = 150
KILLS = 3


def test_killed_workers_lose_and_double_nothing(arena: Arena, house: list[BotVersion]) -> None:
    matches = [cast.match(house, f"m/{n}", f"ladder:{n}", blocks=BLOCKS) for n in range(2)]
    games = 4 * BLOCKS
    with busy_loops(4):
        workers = [arena.start_worker("one"), arena.start_worker("two")]
        arena.start_beat()
        for kill in range(KILLS):
            moment = (kill + 1) * games // 8
            arena.wait(lambda moment=moment: asking.done() >= moment, "games go on")  # type: ignore[misc]  # bound now
            arena.kill(workers.pop(0))
            workers.append(arena.start_worker(f"heir{kill}"))
        arena.wait(lambda: all(asking.is_over(match) for match in matches), "both matches are over")
    played = [game for match in matches for game in cast.games_of(match)]
    assert [game.state for game in played] == [GameState.DONE] * games
    assert sum(asking.results(match) for match in matches) == games, "one result for each"
    arena.wait(lambda: not Lease.objects.exists(), "no lease is left")
    assert not Slot.objects.exists()
