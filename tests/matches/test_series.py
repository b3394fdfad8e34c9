from fractions import Fraction

from arena.matches.series import PlayedGame, forfeited_games, score

SIDES = ((0,), (1,))


def _games(*rows: tuple[int, int, tuple[int, ...] | None, set[int]]) -> list[PlayedGame]:
    return [PlayedGame(block, number, SIDES, ranks, frozenset(faulted)) for block, number, ranks, faulted in rows]


def test_only_complete_blocks_count() -> None:
    games = _games((0, 0, (1, 2), set()), (0, 1, (2, 1), set()), (1, 0, (1, 2), set()), (1, 1, None, set()))
    found = score(games, 2, 3)
    assert (found.blocks, found.games, found.points) == (1, 2, (Fraction(1), Fraction(1)))


def test_after_the_last_allowed_fault_in_schedule_order_games_are_forfeited() -> None:
    games = _games(
        (0, 0, (2, 1), {0}), (0, 1, (2, 1), {0}), (1, 0, (1, 2), set()), (1, 1, None, set()), (2, 0, None, set())
    )
    assert forfeited_games(games, 2) == {(1, 0): frozenset({0}), (1, 1): frozenset({0}), (2, 0): frozenset({0})}


def test_a_game_won_after_the_last_fault_counts_as_forfeited_whoever_was_faster() -> None:
    games = _games((0, 0, (2, 1), {0}), (0, 1, (1, 2), set()))
    assert score(games, 2, 1).points == (Fraction(0), Fraction(2))


def test_an_open_game_before_it_leaves_the_question_open() -> None:
    games = _games((0, 0, None, set()), (0, 1, (2, 1), {0}), (1, 0, (2, 1), {0}), (1, 1, None, set()))
    assert forfeited_games(games, 2) == {}


def test_arrival_order_does_not_matter() -> None:
    games = _games((0, 0, (2, 1), {0}), (0, 1, (1, 2), set()), (1, 0, (2, 1), {0}), (1, 1, (1, 2), set()))
    assert score(games, 2, 1) == score(games[::-1], 2, 1)


def test_both_faulting_share_the_last_place() -> None:
    games = _games((0, 0, (1, 1), {0, 1}), (0, 1, None, set()))
    assert score(games, 2, 1).points == (Fraction(1), Fraction(1))


def test_a_pair_of_one_entrant_scores_once_a_game() -> None:
    games = [PlayedGame(0, 0, ((0, 0), (1, 1)), (1, 2))]
    assert score(games, 2, 3).points == (Fraction(1), Fraction(0))
