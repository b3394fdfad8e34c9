"""What the chances tell of a tournament: of all its matches, of one, and of the final, and nothing under seal."""

import pytest
from django.test import Client

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.matches.models import Game, Match
from arena.replays.models import GameCourse
from arena.tournaments.models import Node
from tests.tournament_engine import cast
from tests.web.test_tournaments import four, olga, page

__all__ = ["four", "olga"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]


def test_a_finished_tournament_tells_the_luck_of_its_final_and_what_is_sealed_stays_so(
    client: Client, olga: User, four: list[BotVersion]
) -> None:
    cup = cast.play_all(cast.started(olga, four, "single_elimination"))
    assert "Known for 0 of 6 games" in page(client, cup, "home")
    told = {
        "luck": [0.25, -0.25], "gain": [0.5, -0.5], "lead": 0.1, "thrown": [0.0, 0.95],
        "turn": {"step": 3, "seat": 1, "cause": "decision", "side": 0, "change": 0.4},
    }  # fmt: skip
    games = Game.objects.filter(block__match__play__node__round__stage__tournament=cup)
    GameCourse.objects.bulk_create(GameCourse(game=game, estimator="e", told=told) for game in games)
    last = max(str(node.key) for node in Node.objects.filter(round__stage__tournament=cup))
    home, final = page(client, cup, "home"), page(client, cup, "match", last)
    assert "Luck of the final" in home
    assert "Luck of this match" in final
    for text in (home, final):
        assert "Known for" not in text
        assert "had a chance of 95 % and lost" in text
        assert "moved the chances of" in text
        assert "On average the chances were 10 % away from even" in text
    Match.objects.update(is_sealed=True)
    for text in (page(client, cup, "home"), page(client, cup, "match", last)):
        assert "How it went" not in text
