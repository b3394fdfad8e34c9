from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tournaments.planning.errors import SettingsError, StateError
from arena.tournaments.planning.series import Reason, SeriesGame, SeriesRules, series_scores, stand
from arena.tournaments.planning.values import NodeKey
from tests.tournaments.series_odds import best_of, games_for, games_to_tell_apart

A_WINS, B_WINS, DRAWN = SeriesGame((1, 2)), SeriesGame((2, 1)), SeriesGame((1, 1))


@pytest.mark.parametrize(
    ("p", "row"),
    [
        (0.52, [0.520, 0.530, 0.5375, 0.5437, 0.5736, 0.6130, 0.6566, 0.7150]),
        (0.55, [0.550, 0.5748, 0.5931, 0.6083, 0.6790, 0.7641, 0.8438, 0.9226]),
        (0.60, [0.600, 0.6480, 0.6826, 0.7102, 0.8256, 0.9265, 0.9791, 0.9979]),
    ],
)
def test_section_4_chance_of_the_better_in_best_of_n(p: float, row: list[float]) -> None:
    assert [round(best_of(p, n), 4) for n in (1, 3, 5, 7, 21, 51, 101, 201)] == row


def test_section_4_length_for_ninety_percent() -> None:
    assert [games_for(p, 0.9) for p in (0.52, 0.55, 0.60)] == [1027, 163, 41]


@pytest.mark.parametrize(
    ("players", "row"),
    [(2, [741, 185, 46, 11]), (3, [834, 208, 51, 12]), (4, [988, 246, 61, 14]), (6, [1334, 332, 82, 19])],
)
def test_section_4_games_until_an_interval_excludes_equality(players: int, row: list[int]) -> None:
    assert [games_to_tell_apart(players, d) for d in (25, 50, 100, 200)] == row


def test_impossible_odds_are_refused() -> None:
    for call in (
        lambda: best_of(1.5, 3),
        lambda: best_of(0.5, 4),
        lambda: games_for(0.5, 0.9),
        lambda: games_to_tell_apart(1, 50),
    ):
        with pytest.raises(SettingsError):
            call()


def test_the_score_is_the_sum_of_points_over_all_games() -> None:
    pod = [SeriesGame((1, 2, 2, 2)), SeriesGame((4, 1, 1, 1))]
    assert list(series_scores([pod], 4)) == [1, 1, 1, 1]


def test_a_tied_series_without_a_cut_is_a_draw() -> None:
    standing = stand(SeriesRules(blocks=1), [[A_WINS, B_WINS]], seeds=(1, 2))
    assert (standing.ranks, standing.reason) == ((1, 1), Reason.SCORE)


def test_a_tie_at_the_cut_gets_up_to_three_extra_blocks_one_at_a_time() -> None:
    rules = SeriesRules(blocks=1, advancing=1)
    tied = [A_WINS, B_WINS]
    for extra in range(3):
        standing = stand(rules, [tied] * (1 + extra), seeds=(1, 2))
        assert (standing.blocks_to_play, standing.is_decided) == (1, False)
    assert stand(rules, [tied] * 4, seeds=(2, 1)).reason is Reason.SEED
    won = stand(rules, [tied, [A_WINS, DRAWN]], seeds=(2, 1))
    assert (won.ranks, won.reason) == ((1, 2), Reason.EXTRA_BLOCKS)


def tied_block(faults: tuple[bool, bool] = (False, False), progress: tuple[int, int] = (1, 1)) -> list[SeriesGame]:
    return [SeriesGame((1, 2), faults, progress), SeriesGame((2, 1), (False, False), (1, 1))]


@pytest.mark.parametrize(
    ("block", "seeds", "ranks", "reason"),
    [
        (tied_block(faults=(True, False), progress=(1, 2)), (1, 2), (2, 1), Reason.FEWER_FAULTS),
        (tied_block(progress=(2, 1)), (1, 2), (2, 1), Reason.PROGRESS),
        (tied_block(), (9, 4), (2, 1), Reason.SEED),
    ],
)
def test_section_4_a_tie_is_broken_by_faults_then_progress_then_seed(
    block: list[SeriesGame], seeds: tuple[int, int], ranks: tuple[int, int], reason: Reason
) -> None:
    standing = stand(SeriesRules(blocks=1, advancing=1, extra_blocks=0), [block], seeds)
    assert (standing.ranks, standing.reason) == (ranks, reason)


def test_only_the_tie_across_the_cut_is_broken() -> None:
    block = [SeriesGame((1, 1, 3, 3))]
    rules = SeriesRules(blocks=1, advancing=2, extra_blocks=0)
    assert stand(rules, [block], seeds=(1, 2, 3, 4)).ranks == (1, 1, 3, 3)
    cut_inside = SeriesRules(blocks=1, advancing=3, extra_blocks=0)
    assert stand(cut_inside, [block], seeds=(1, 2, 4, 3)).ranks == (1, 1, 4, 3)


def test_a_series_stops_early_only_when_nothing_can_change() -> None:
    rules = SeriesRules(blocks=3, advancing=1)
    assert stand(rules, [[A_WINS, A_WINS]], seeds=(1, 2)).blocks_to_play == 2
    # Two points ahead with two games left could still become a tie: play on.
    assert stand(rules, [[A_WINS, A_WINS], [A_WINS, B_WINS]], seeds=(1, 2)).blocks_to_play == 1
    assert stand(rules, [[A_WINS, A_WINS], [A_WINS, DRAWN]], seeds=(1, 2)).reason is Reason.EARLY_STOP
    no_stop = SeriesRules(blocks=3, advancing=1, early_stop=False)
    assert stand(no_stop, [[A_WINS, A_WINS]] * 2, seeds=(1, 2)).blocks_to_play == 1


def test_a_series_without_a_cut_is_always_played_out() -> None:
    assert stand(SeriesRules(blocks=9), [[A_WINS, A_WINS]] * 8, seeds=(1, 2)).blocks_to_play == 1


GAMES = [A_WINS, B_WINS, DRAWN]
blocks_of_two = st.lists(st.sampled_from(GAMES), min_size=2, max_size=2)


@given(st.lists(blocks_of_two, min_size=1, max_size=3), st.integers(1, 2))
def test_early_stop_agrees_with_playing_out_every_completion(blocks: list[list[SeriesGame]], left: int) -> None:
    rules = SeriesRules(blocks=len(blocks) + left, advancing=1, extra_blocks=0)
    now = stand(rules, blocks, seeds=(1, 2))
    outcomes = set()
    for games in product(GAMES, repeat=2 * left):
        rest = [list(games[i : i + 2]) for i in range(0, len(games), 2)]
        for seeds in ((1, 2), (2, 1)):
            outcomes.add(stand(rules, [*blocks, *rest], seeds).ranks)
    assert now.is_decided == (len(outcomes) == 1)
    if now.is_decided:
        assert outcomes == {now.ranks}


@given(st.lists(st.permutations(range(1, 5)), min_size=4, max_size=8), st.integers(1, 3))
def test_a_decided_series_with_a_cut_always_separates_at_the_cut(orders: list[list[int]], cut: int) -> None:
    block = [SeriesGame(tuple(order)) for order in orders]
    standing = stand(SeriesRules(blocks=1, advancing=cut, extra_blocks=0), [block], seeds=(4, 3, 2, 1))
    assert standing.is_decided
    assert sum(rank <= cut for rank in standing.ranks) == cut


def test_a_decided_series_becomes_a_result_and_an_open_one_does_not() -> None:
    decided = stand(SeriesRules(blocks=1, advancing=1), [[A_WINS, DRAWN]], seeds=(1, 2))
    result = decided.result(NodeKey(1, 1, 1), ("x", "y"))
    assert (result.ranks, result.scores, result.games) == ((1, 2), (Fraction(3, 2), Fraction(1, 2)), 2)
    with pytest.raises(StateError, match="2 blocks are still to be played"):
        stand(SeriesRules(blocks=2), [], seeds=(1, 2)).result(NodeKey(1, 1, 1), ("x", "y"))


def test_incomplete_blocks_and_wrong_numbers_are_refused() -> None:
    with pytest.raises(StateError, match="complete blocks only"):
        stand(SeriesRules(blocks=2), [[A_WINS, A_WINS], [A_WINS]], seeds=(1, 2))
    with pytest.raises(StateError, match="ranks 2 entrants, the match has 3"):
        stand(SeriesRules(blocks=1), [[A_WINS]], seeds=(1, 2, 3))
    with pytest.raises(SettingsError, match="somebody must stay behind"):
        stand(SeriesRules(blocks=1, advancing=2), [[A_WINS]], seeds=(1, 2))
    with pytest.raises(SettingsError, match="at least 1 block"):
        SeriesRules(blocks=0)
