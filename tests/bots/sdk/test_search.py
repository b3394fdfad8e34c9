"""The search helper: sound, repeatable, and better than chance."""

from collections.abc import Iterator
from itertools import count, takewhile
from random import Random
from typing import Any

import pytest

from bots.sdk.messages import Request
from bots.sdk.search import Search, _Stopwatch, points
from engines import Deal, State, new_game
from referee.clock import SeatClock, TimeControl
from referee.messages import request as build_request
from tests.referee.cast import AnyLegal, play
from tests.slugs import SHAPES, SMALLEST

Json = dict[str, Any]


class Searching:
    def __init__(self, simulations: int) -> None:
        self._search = Search(Random(1))
        self._simulations = simulations

    def choose(self, request: Json) -> int:
        return self._search.best(Request.read(request), simulations=self._simulations).id


def _first_request(slug: str) -> Request:
    state = new_game(slug, Deal.from_text("search"), 0, record=True)
    return Request.read(build_request(state, state.actor(), 1, 0, SeatClock(TimeControl())))


@pytest.mark.parametrize("slug", SHAPES)
def test_it_finds_a_legal_action_in_every_game(slug: str) -> None:
    request = _first_request(slug)
    assert Search(Random(1)).best(request, simulations=30) in request.legal


def test_the_same_seed_gives_the_same_choice() -> None:
    request = _first_request("karma-2")
    assert len({Search(Random(7)).best(request, simulations=40).id for _ in range(3)}) == 1


def test_it_keeps_to_the_number_of_simulations_and_makes_at_least_one_in_no_time() -> None:
    request = _first_request("karma-2")
    search = Search(Random(1))
    search.best(request, simulations=25)
    assert search.simulations == 25
    assert search.best(request, milliseconds=0.000001) in request.legal
    assert search.simulations >= 1


def test_it_plays_whole_games_legally() -> None:
    record = play("diamoniak-2", Searching(5), AnyLegal())
    assert not record.faults


def _chances_to_win(slug: str, wanted: int) -> Iterator[tuple[State, set[int]]]:
    """Positions of random games in which some actions of the actor win at once and others do not."""
    found = 0
    for game in range(200):
        rng = Random(game)
        state = new_game(slug, Deal.from_text(f"win {game}"), 0, record=True)
        while not state.is_over():
            winning = {action for action in state.legal_actions() if _wins(state, action)}
            if winning and len(winning) < len(state.legal_actions()):
                yield state, winning
                found += 1
                if found == wanted:
                    return
                break
            state.apply(rng.choice(state.legal_actions()))
    pytest.fail(f"{slug}: only {found} such positions in 200 games.")


def _wins(state: State, action: int) -> bool:
    side = state.variant.side_of(state.actor())
    after = state.clone()
    after.apply(action)
    return after.is_over() and after.ranks()[side] == 1


@pytest.mark.parametrize("slug", SMALLEST)
def test_it_sees_a_win_that_is_one_action_away(slug: str) -> None:
    missed, by_chance = 0, 0.0
    for state, winning in _chances_to_win(slug, wanted=60):
        request = Request.read(build_request(state, state.actor(), 1, 0, SeatClock(TimeControl())))
        missed += Search(Random(1), depth=30).best(request, simulations=120).id not in winning
        by_chance += 1 - len(winning) / len(request.legal)
    # Not none: some of these games are won anyway, a little later. Chance alone gets below this one time in fifteen.
    assert missed < 0.8 * by_chance


def test_points_before_the_end_come_from_progress_and_after_it_from_ranks() -> None:
    state = new_game("diamoniak-2", Deal.from_text("points"), 0)
    rng = Random(3)
    while not state.is_over():
        mine, other = state.progress()
        assert points(state)[0] == (1.0 if mine > other else 0.0 if mine < other else 0.5)
        state.apply(rng.choice(state.legal_actions()))
    mine_rank, other_rank = state.ranks()
    assert points(state)[0] == (1.0 if mine_rank < other_rank else 0.0 if mine_rank > other_rank else 0.5)


def test_time_in_which_others_had_the_core_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wall moves a tenth of the limit with every look, the process hardly."""
    wall, own = count(0, 0.002), count(0, 0.0005)
    monkeypatch.setattr("bots.sdk.search.time.perf_counter", lambda: next(wall))
    monkeypatch.setattr("bots.sdk.search.time.process_time", lambda: next(own))
    watch = _Stopwatch(0.02)
    looks = sum(1 for _ in takewhile(lambda _: watch.is_running(), range(1000)))
    assert 25 < looks < 35  # by the wall's three-fold limit; by the wall itself it would have been ten


def test_the_processor_time_ends_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    own = count(0, 0.01)
    monkeypatch.setattr("bots.sdk.search.time.process_time", lambda: next(own))
    monkeypatch.setattr("bots.sdk.search.time.perf_counter", lambda: 0.0)
    watch = _Stopwatch(0.05)
    assert [watch.is_running() for _ in range(6)] == [True, True, True, True, False, False]
