import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from arena.tournaments.planning.errors import StateError
from arena.tournaments.planning.formats.double_elimination.drops import (
    drop_order,
    half_shift,
    halves_reversed,
    pair_flip,
    reverse,
)
from arena.tournaments.planning.formats.double_elimination.format import losers_round_number
from arena.tournaments.planning.plans import NodeStatus, StagePlan
from arena.tournaments.planning.registry import plan_stage
from arena.tournaments.planning.values import Departure, StageFacts
from tests.tournaments.simulate import by_seed, field, play

NAME = "double_elimination"


def reset_was_played(plan: StagePlan) -> bool:
    return any(match.bracket == "reset" for match in plan.nodes())


@pytest.mark.parametrize("size", [*range(3, 18), 24, 33, 63, 64, 65, 127, 128])
def test_section_5_2_number_of_matches_and_losses(size: int) -> None:
    plan, state = play(NAME, {}, StageFacts(field(size)), random.Random(size)) if size < 30 else favourites(size)
    assert sum(match.is_match for match in plan.nodes()) == 2 * size - 2 + reset_was_played(plan)
    losses = {entrant.id: 0 for entrant in state.entrants}
    for match in plan.nodes():
        if match.result is not None:
            losses[match.result.in_order()[1]] += 1
    champion = plan.places[0].entrant
    assert all(lost == 2 for entrant, lost in losses.items() if entrant != champion)
    assert losses[champion] == int(reset_was_played(plan))


def favourites(size: int) -> tuple[StagePlan, StageFacts]:
    """The better seed always wins; all ready matches at once, to keep large fields quick."""
    state = StageFacts(field(size))
    plan = plan_stage(NAME, {}, state)
    while not plan.is_complete:
        state = replace(state, results=(*state.results, *(by_seed(match) for match in plan.ready())))
        plan = plan_stage(NAME, {}, state)
    return plan, state


@pytest.mark.parametrize("size", [8, 16])
def test_section_5_2_places(size: int) -> None:
    plan, _ = play(NAME, {}, StageFacts(field(size)), random.Random(3))
    expected = [1, 2, 3, 4, 5, 5, 7, 7, *[9] * 4, *[13] * 4]
    assert [place.place for place in plan.places] == expected[:size]


def test_section_5_2_the_drop_orders() -> None:
    line = [1, 2, 3, 4]
    assert (reverse(line), half_shift(line), halves_reversed(line)) == ([4, 3, 2, 1], [3, 4, 1, 2], [2, 1, 4, 3])
    assert pair_flip([1, 2, 3, 4, 5, 6]) == [2, 1, 4, 3, 6, 5]
    assert halves_reversed(list(range(8))) == [3, 2, 1, 0, 7, 6, 5, 4]


@pytest.mark.parametrize(
    ("size", "orders"),
    [
        (4, ["same"]),
        (8, ["reverse", "same"]),
        (16, ["halves", "reverse", "same"]),
        (32, ["reverse", "shift", "same", "same"]),
        (64, ["reverse", "shift", "reverse", "same", "same"]),
        (128, ["reverse", "shift", "flip", "flip", "flip", "same"]),
    ],
)
def test_section_5_2_drop_order_of_each_size(size: int, orders: list[str]) -> None:
    spelled: dict[str, Callable[[list[int]], list[int]]] = {
        "same": lambda x: x,
        "reverse": lambda x: x[::-1],
        "shift": lambda x: x[len(x) // 2 :] + x[: len(x) // 2],
        "halves": lambda x: x[: len(x) // 2][::-1] + x[len(x) // 2 :][::-1],
        "flip": lambda x: [x[i ^ 1] for i in range(len(x))],
    }
    for winners_round, order in enumerate(orders, start=2):
        line = list(range(size >> winners_round))
        assert drop_order(size, winners_round, line) == spelled[order](line)


def test_the_bracket_of_eight_is_wired_as_drawn() -> None:
    plan = plan_stage(NAME, {}, StageFacts(field(8)))

    def sources(bracket: str, number: int) -> list[list[tuple[int, int, int]]]:
        wanted = [m for m in plan.nodes() if (m.bracket, m.number_in_bracket) == (bracket, number)]
        return [
            [(s.source.node.round, s.source.node.number, s.source.place) for s in m.slots if s.source] for m in wanted
        ]

    assert sources("losers", 1) == [[(1, 1, 2), (1, 2, 2)], [(1, 3, 2), (1, 4, 2)]]
    first = losers_round_number(1)
    # Losers of winners round 2 drop in reverse order, each against a survivor of losers round 1.
    assert sources("losers", 2) == [[(2, 2, 2), (first, 1, 1)], [(2, 1, 2), (first, 2, 1)]]
    second = losers_round_number(2)
    assert sources("losers", 3) == [[(second, 1, 1), (second, 2, 1)]]
    assert sources("losers", 4) == [[(5, 1, 2), (losers_round_number(3), 1, 1)]]
    assert sources("final", 1) == [[(5, 1, 1), (losers_round_number(4), 1, 1)]]


def test_round_numbers_are_in_an_order_of_play() -> None:
    for match in plan_stage(NAME, {}, StageFacts(field(128))).nodes():
        assert all(slot.source.node.round < match.key.round for slot in match.slots if slot.source)


def test_without_upsets_nobody_meets_twice_before_the_losers_final() -> None:
    """The point of the drop orders: with favourites winning, early rematches do not happen."""
    for size in (8, 16, 32, 64, 128):
        plan, _ = favourites(size)
        last = max(m.number_in_bracket for m in plan.nodes() if m.bracket == "losers")
        met = [frozenset(m.entrants) for m in plan.nodes() if m.bracket in ("winners", "losers") and m.is_match]
        early = [
            frozenset(m.entrants)
            for m in plan.nodes()
            if m.bracket == "winners" or (m.bracket == "losers" and m.number_in_bracket < last)
        ]
        assert len(set(early)) == len(early)
        assert len(met) - len(set(met)) <= 1


def test_the_reset_is_created_only_when_the_losers_side_wins_the_final() -> None:
    seen = set()
    for seed in range(12):
        plan, _ = play(NAME, {}, StageFacts(field(4)), random.Random(seed))
        final = next(match for match in plan.nodes() if match.bracket == "final")
        assert final.result is not None
        losers_side_won = final.result.in_order()[0] == final.slots[1].entrant
        assert reset_was_played(plan) == losers_side_won
        seen.add(losers_side_won)
    assert seen == {True, False}


def test_byes_propagate_into_the_losers_bracket() -> None:
    plan = plan_stage(NAME, {}, StageFacts(field(5)))
    first, second = (m for m in plan.nodes() if m.bracket == "losers" and m.number_in_bracket == 1)
    assert first.status is NodeStatus.BYE
    assert [slot.is_bye for slot in first.slots] == [True, False]
    assert [slot.is_bye for slot in second.slots] == [True, True]


def test_withdrawal_means_walkovers_in_both_brackets() -> None:
    plan, _ = play(NAME, {}, StageFacts(field(8), departures=(Departure(1),)), random.Random(1))
    lost = [m for m in plan.nodes() if m.result is not None and m.result.in_order()[1] == 1]
    assert [m.status for m in lost] == [NodeStatus.WALKOVER, NodeStatus.WALKOVER]
    assert [m.bracket for m in lost] == ["winners", "losers"]


@pytest.mark.parametrize("size", [2, 129])
def test_fields_that_do_not_fit_are_refused(size: int) -> None:
    with pytest.raises(StateError, match=r"at least 3|at most 128"):
        plan_stage(NAME, {}, StageFacts(field(size)))
