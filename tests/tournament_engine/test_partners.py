"""Two against two among four single bots: all three partnerships, so that everybody can win."""

import pytest

from arena.accounts.models import User
from arena.matches.models import Game, GameState
from arena.tournaments.models import Play, Tournament, TournamentState
from tests.tournament_engine import cast


def partnerships(play: Play) -> list[frozenset[frozenset[int]]]:
    """The partnership of each block of a play, by seeds."""
    games = Game.objects.filter(block__match=play.match_id, number=0).order_by("block__number")
    found = []
    for game in games:
        sides: dict[int, set[int]] = {}
        for seat in game.seats.select_related("entrant"):
            sides.setdefault(seat.side, set()).add(play.entrants[seat.entrant.position])
        found.append(frozenset(frozenset(side) for side in sides.values()))
    return found


def cup(olga: User, blocks: int) -> Tournament:
    return cast.started(olga, cast.field(4), "pod_swiss", variant="karmaka-2v2", settings={"rounds": 3}, blocks=blocks)


@pytest.mark.parametrize("blocks", [1, 2])
def test_a_table_goes_on_with_the_partnership_after_the_last_one_it_played(olga: User, blocks: int) -> None:
    done = cast.play_all(cup(olga, blocks), cast.by_lot)
    assert done.state == TournamentState.FINISHED
    plays = Play.objects.filter(node__round__stage__tournament=done).order_by("node__round__number")
    played = [partnership for play in plays for partnership in partnerships(play)]
    assert len(played) == 3 * blocks
    assert all(len(set(played[i : i + 3])) == 3 for i in range(0, len(played), 3))


def test_the_best_bot_wins_whoever_its_partner_is_and_shares_no_place(olga: User) -> None:
    """The side with the best bot wins every game. With fixed partners the best one's partner would always be level."""
    done = cast.play_all(cup(olga, 3))
    assert done.places == [[1, 1], [2, 2], [3, 3], [4, 4]]
    plays = Play.objects.filter(node__round__stage__tournament=done)
    assert all(len({play.scores[play.entrants.index(1)], play.scores[play.entrants.index(2)]}) == 2 for play in plays)
    assert not Game.objects.exclude(state=GameState.DONE).exists()
