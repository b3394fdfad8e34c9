import random
import struct
from typing import Any

import pytest

from engines.variants import RankPolicy
from referee.ratings.elo.fold import LiveFold, LiveSettings, LiveTable, fold
from referee.ratings.elo.k import k_factor
from referee.ratings.errors import RatingInputError
from referee.ratings.games import RatedGame
from tests.ratings.tools import FIRST, FULL, LAST, simulated

A_BEATS_B, B_BEATS_C, C_BEATS_A = (
    RatedGame.solo(FIRST, [winner, loser], [1, 2]) for winner, loser in ("ab", "bc", "ca")
)


def rounded(table: LiveTable) -> list[float]:
    return [round(table.ratings[name], 4) for name in "abc"]


def test_the_order_of_games_matters() -> None:
    assert rounded(fold([A_BEATS_B, B_BEATS_C, C_BEATS_A])) == [1498.4969, 1500.7363, 1500.7668]
    assert rounded(fold([C_BEATS_A, B_BEATS_C, A_BEATS_B])) == [1501.5031, 1499.2332, 1499.2637]


def test_k_falls_with_the_version_s_own_games() -> None:
    assert [k_factor(games) for games in (0, 99, 100, 499, 500, 10**6)] == [32, 32, 16, 16, 8, 8]
    table = fold([A_BEATS_B] * 100)
    changes = LiveFold(start=table).rate(RatedGame.solo(FIRST, ["a", "new"], [1, 2]))
    assert changes["new"] == pytest.approx(-2 * changes["a"])


def test_a_fold_can_be_continued_to_the_same_doubles() -> None:
    games = simulated([0.5, 0.2, 0.0, -0.3, -0.4], 60, 4, LAST, seed=3)
    whole, halves = fold(games), fold(games[100:], start=fold(games[:100]))
    assert [struct.pack("d", whole.ratings[bot]) for bot in range(5)] == [
        struct.pack("d", halves.ratings[bot]) for bot in range(5)
    ]
    assert whole.games == halves.games


def test_the_starting_table_is_left_alone() -> None:
    start = fold([A_BEATS_B])
    before = dict(start.ratings)
    fold([B_BEATS_C] * 5, start=start)
    assert start.ratings == before


def test_anchors_never_move_but_others_do() -> None:
    settings = LiveSettings(anchors={"a": 1620.0})
    running = LiveFold(settings)
    changes = running.rate(A_BEATS_B)
    assert changes["a"] == 0.0
    assert changes["b"] < 0.0
    assert running.table().ratings["a"] == 1620.0
    assert running.table().games["a"] == 1


def test_a_new_version_starts_at_its_parent_with_a_fresh_k() -> None:
    settings = LiveSettings(parents={"a2": "a", "a3": "a2"})
    table = fold([A_BEATS_B] * 120, settings)
    running = LiveFold(settings, table)
    changes = running.rate(RatedGame.solo(FIRST, ["a3", "c"], [1, 2]))
    assert running.table().ratings["a3"] == table.ratings["a"] + changes["a3"]
    assert changes["a3"] == -changes["c"]


def test_it_refuses_a_version_that_descends_from_itself() -> None:
    settings = LiveSettings(parents={"a": "b", "b": "a"})
    with pytest.raises(RatingInputError, match="descends from itself"):
        fold([A_BEATS_B], settings)


def test_one_bot_in_both_seats_of_a_pair_gets_both_halves_and_one_game() -> None:
    table = fold([RatedGame(FIRST, (("x",), ("y", "y")), (1, 2), roles=("single", ""))])
    assert table.ratings == {"x": 1516.0, "y": 1484.0}
    assert table.games == {"x": 1, "y": 1}


def test_the_role_offset_belongs_to_the_side_with_the_role() -> None:
    game = RatedGame(FIRST, (("y", "z"), ("x",)), (1, 2), roles=("", "single"))
    changes = LiveFold(LiveSettings(role_offsets={"single": 200.0})).rate(game)
    assert round(changes["x"], 4) == -24.3119
    assert changes["y"] == changes["z"] == pytest.approx(-changes["x"] / 2)


def test_a_fault_under_first_wins_moves_the_bystanders_alike() -> None:
    changes = LiveFold().rate(RatedGame.solo(FIRST, "abcd", [1, 2, 2, 4], fault=True))
    assert changes["a"] == changes["b"] == changes["c"] > 0 > changes["d"]


@pytest.mark.parametrize("policy", [FIRST, LAST, FULL])
def test_it_recovers_the_truth_at_four_sides(policy: RankPolicy) -> None:
    truth = [1700, 1600, 1400, 1300]
    games = simulated([(rating - 1500) / 173.7178 for rating in truth], 6_000, 4, policy, seed=11)
    running, sums = LiveFold(), [0.0] * 4
    for number, game in enumerate(games):
        running.rate(game)
        if number >= 4_000 and number % 10 == 0:
            for bot, rating in running.table().ratings.items():
                sums[int(bot)] += rating
    means = [total / ((len(games) - 4_000) / 10) for total in sums]
    assert means == pytest.approx(truth, abs=15)


def test_pairs_with_ties_as_halves_would_have_squeezed_the_scale() -> None:
    """The form we do not use, to show that the test above can fail."""
    truth = [1700, 1600, 1400, 1300]
    games = simulated([(rating - 1500) / 173.7178 for rating in truth], 6_000, 4, FIRST, seed=11)
    table = fold([game._replace(policy=FULL) for game in games])
    assert table.ratings[0] < 1650


def test_shuffled_games_give_other_doubles_so_the_caller_must_order_them() -> None:
    games = simulated([0.5, 0.2, 0.0, -0.3], 30, 4, FIRST, seed=5)
    assert fold(random.Random(1).sample(games, len(games))).ratings != fold(games).ratings


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (RatedGame(FIRST, (("a",), ("b",)), (1, 2, 2)), "one rank per side"),
        (RatedGame(FIRST, (("a",), ()), (1, 2)), "at least one member"),
        (RatedGame(FIRST, (("a",), ("b",)), (1, 2), roles=("single",)), "Give a role to each"),
        (RatedGame(FIRST, (("a",), ("a",)), (1, 2)), "against itself"),
        (RatedGame(FIRST, (("a", "b"), ("c", "a")), (1, 2)), "against itself"),
        (RatedGame(FIRST, (("a",), ("b",)), (1, 3)), "no competition ranking"),
        (RatedGame(FIRST, (("a",),), (1,)), "2 to 12 sides"),
    ],
)
def test_it_refuses_impossible_games_and_keeps_its_table(game: RatedGame, sentence: str) -> None:
    running = LiveFold()
    with pytest.raises(RatingInputError, match=sentence):
        running.rate(game)
    assert running.table() == LiveTable()


@pytest.mark.parametrize("field", ["ranks", "roles"])
def test_it_refuses_lists_where_tuples_belong(field: str) -> None:
    wrong: Any = {field: [1, 2]}
    game = RatedGame(FIRST, (("A",), ("B",)), (1, 2))._replace(**wrong)
    with pytest.raises(RatingInputError, match="are tuples"):
        fold([game])
