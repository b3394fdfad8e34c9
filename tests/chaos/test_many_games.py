from arena.bots.models import BotVersion
from arena.matches import replay_store
from arena.matches.models import Attempt, Game
from arena.matches.verify_replays import verify_stored
from tests.chaos import asking
from tests.chaos.harness import Arena
from tests.matches import cast


def test_200_games_through_2_workers_give_200_results_with_200_transcripts_that_verify(
    arena: Arena, house: list[BotVersion]
) -> None:
    matches = [cast.match(house, f"practice/{number}", f"practice:{number}", blocks=25) for number in range(4)]
    arena.start_worker("one")
    arena.start_worker("two")
    arena.wait(lambda: all(asking.is_over(match) for match in matches), "all matches are over")
    games = list(Game.objects.select_related("replay"))
    assert len(games) == asking.done() == sum(asking.results(match) for match in matches) == 200
    assert len({game.replay_id for game in games}) == 200
    for game in games:
        assert game.replay is not None
        assert verify_stored(game.replay), game.replay.mismatch
        assert replay_store.load(game.replay).transcript_hash == game.transcript_hash
    assert len(set(Attempt.objects.values_list("worker", flat=True))) == 2, "both workers played"
