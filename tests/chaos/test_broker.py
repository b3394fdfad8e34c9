from django.db import transaction

from arena.bots.models import BotVersion
from arena.matches.models import Block, GameState
from tests.chaos import asking
from tests.chaos.harness import Arena
from tests.matches import cast

BLOCKS = 60


def test_a_broker_that_forgets_everything_in_the_middle_leads_to_all_games_finished(
    arena: Arena, house: list[BotVersion]
) -> None:
    match = cast.match(house, blocks=BLOCKS)
    with transaction.atomic():
        # Handing in begins with these locks: the broker goes away while results are under way, however fast they are.
        list(Block.objects.select_for_update().filter(match=match))
        arena.start_worker("one")
        arena.start_worker("two")
        arena.start_beat()
        arena.wait(lambda: asking.waiting_backends("transactionid"), "a worker hands in results")
        arena.restart_broker()
    late = cast.match(house, "late", blocks=2)
    arena.redis.flushall()
    arena.wait(lambda: asking.is_over(match) and asking.is_over(late), "both matches are over")
    games = [*cast.games_of(match), *cast.games_of(late)]
    assert {game.state for game in games} == {GameState.DONE}
    assert asking.results(match) == 2 * BLOCKS


def test_a_match_asked_for_while_the_broker_is_away_is_played_when_it_is_back(
    arena: Arena, house: list[BotVersion]
) -> None:
    arena.stop_broker()
    match = cast.match(house)
    arena.start_broker()
    arena.start_worker("one")
    arena.start_beat()
    arena.wait(lambda: asking.is_over(match), "the match is over")
    assert {game.state for game in cast.games_of(match)} == {GameState.DONE}
    assert asking.results(match) == 2
