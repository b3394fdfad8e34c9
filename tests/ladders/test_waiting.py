"""Nobody starves: simulated hours of a ladder with bots of mixed speed, some of which crash."""

from dataclasses import replace
from statistics import median

import pytest

from arena.matches import limits
from arena.ratings.ladder.rules import CYCLE_LIMIT, MAX_FAULT_RUN
from benchmarks.ladder import simulation
from benchmarks.ladder.simulation import Ladder, Record, Setting, mixed_field

COUNT = 60


@pytest.fixture(scope="module", params=[2, 4])
def played(request: pytest.FixtureRequest) -> dict[int, Record]:
    return Ladder(mixed_field(COUNT), Setting(workers=4, pod_size=request.param, hours=2)).run()


def _on_ladder(records: dict[int, Record]) -> list[Record]:
    return [records[version] for version in range(COUNT) if not records[version].is_suspended]


def test_a_slow_bot_plays_less_often_than_a_quick_one_but_not_in_proportion_to_its_cost(
    played: dict[int, Record],
) -> None:
    """A game of the slowest costs some hundred times as much as one of the quickest."""
    games = sorted(record.games for record in _on_ladder(played))
    assert games[0] > games[-1] / 12


def test_nobody_waits_out_of_all_proportion(played: dict[int, Record]) -> None:
    waits = [wait for record in _on_ladder(played) for wait in record.waits]
    assert max(waits) < 10 * median(waits)


def test_bots_that_always_crash_are_off_the_ladder_after_a_few_games(played: dict[int, Record]) -> None:
    always = [played[version] for version in range(COUNT) if version % 40 == 7]
    assert all(record.is_suspended for record in always)
    assert all(record.games <= 2 * MAX_FAULT_RUN for record in always)


def test_a_bot_that_never_answers_holds_up_nobody() -> None:
    bots = mixed_field(COUNT)
    setting = Setting(workers=4, pod_size=2, hours=2)
    usual = Ladder(bots, setting).run()
    bots[0] = replace(bots[0], thinks_s=10_000.0)
    # Its pod keeps at most as many workers as it has games: two of four.
    held = Ladder(bots, setting).run()
    others = [version for version in range(1, COUNT) if not usual[version].is_suspended]
    assert min(held[version].games for version in others) > 0.3 * min(usual[version].games for version in others)
    assert held[0].games == 0


def test_a_cycle_ends_at_its_deadline_with_a_hanging_bot_in_it() -> None:
    bots = mixed_field(4)
    bots[0] = replace(bots[0], thinks_s=10_000.0)
    ladder = Ladder(bots, Setting(workers=4, hours=1))
    ladder.run()
    assert ladder.cycles > 3600 / (CYCLE_LIMIT.total_seconds() + 5)


def test_the_same_seed_gives_the_same_hours() -> None:
    one, other = (Ladder(mixed_field(20), Setting(hours=0.2)).run() for _ in range(2))
    assert one == other


def test_the_simulation_has_the_arenas_cap() -> None:
    assert simulation.MAX_RUNNING_PER_BOT == limits.MAX_RUNNING_PER_BOT
