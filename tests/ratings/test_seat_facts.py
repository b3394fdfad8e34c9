from random import Random

from arena.ratings.leaderboard.seat_facts import SeatFacts
from arena.ratings.leaderboard.seat_facts import seat_facts as facts_of
from arena.ratings.leaderboard.seats import seat_wins
from engines.variants import RankPolicy
from referee.ratings.games import RatedGame
from tests.ratings.tools import as_tables


def seat_facts(games: list[RatedGame]) -> SeatFacts | None:
    return facts_of(seat_wins(as_tables(games)))


def _blocks(count: int, first_seat: dict[str, float], seed: int = 1) -> list[RatedGame]:
    """Blocks between a and b; ``first_seat``: the chance of each to win from the first seat."""
    rng = Random(seed)
    games = []
    for block in range(count):
        for first, second in (("a", "b"), ("b", "a")):
            ranks = (1, 2) if rng.random() < first_seat[first] else (2, 1)
            games.append(RatedGame.solo(RankPolicy.FIRST_WINS, [first, second], ranks, block=block))
    return games


def test_shares_are_counted_per_seat() -> None:
    facts = seat_facts(_blocks(500, {"a": 0.6, "b": 0.6}))
    assert facts is not None
    assert facts["games"] == sum(facts["counts"]) == 1000
    assert 0.55 < facts["shares"][0] < 0.65
    assert facts["p_seats"] < 0.001


def test_a_seat_that_helps_all_alike_is_no_alarm() -> None:
    facts = seat_facts(_blocks(500, {"a": 0.6, "b": 0.6}))
    assert facts is not None
    assert facts["p_entrants"] is not None
    assert (facts["entrants"], facts["is_alarm"]) == (2, False)


def test_a_seat_that_helps_one_bot_only_is_an_alarm() -> None:
    facts = seat_facts(_blocks(500, {"a": 0.9, "b": 0.5}))
    assert facts is not None
    assert facts["is_alarm"]


def test_few_games_decide_nothing() -> None:
    facts = seat_facts(_blocks(5, {"a": 0.9, "b": 0.1}))
    assert facts is not None
    assert (facts["p_entrants"], facts["is_alarm"]) == (None, False)


def test_faults_ties_and_roles_are_left_out() -> None:
    tie = RatedGame.solo(RankPolicy.FIRST_WINS, ["a", "b"], (1, 1))
    fault = RatedGame.solo(RankPolicy.FIRST_WINS, ["a", "b"], (1, 2), fault=True)
    assert seat_facts([tie, fault]) is None
    assert seat_facts([]) is None
    role = RatedGame(RankPolicy.FIRST_WINS, (("a",), ("b", "b")), (1, 2), roles=("single", ""))
    assert seat_facts([role]) is None


def test_a_pair_of_one_bot_counts_as_a_side() -> None:
    pair = RatedGame(RankPolicy.FIRST_WINS, (("a", "a"), ("b", "b")), (1, 2))
    facts = seat_facts([pair])
    assert facts is not None
    assert facts["counts"] == [1, 0]


def test_under_last_loses_losses_are_counted() -> None:
    game = RatedGame.solo(RankPolicy.LAST_LOSES, ["a", "b", "c"], (1, 3, 1))
    facts = seat_facts([game])
    assert facts is not None
    assert facts["counts"] == [0, 1, 0]
