from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from arena.matches import budget, limits
from arena.matches.budget import Failure

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def at(seconds: float, cause: str = "OSError: [Errno 28] No space left on device") -> Failure:
    return Failure(cause, NOON + timedelta(seconds=seconds))


def test_half_a_minute_of_one_cause_counts_once_however_often_it_is_tried() -> None:
    tries = [at(each / 10) for each in range(300)]
    assert sum(budget.counts(each, tries[:number]) for number, each in enumerate(tries)) == 1


def test_another_cause_counts_at_once_and_the_same_one_later() -> None:
    assert budget.counts(at(1, "the database went away"), [at(0)])
    assert not budget.counts(at(59), [at(0)])
    assert budget.counts(at(61), [at(0)])


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("OSError: [Errno 28] /a/b", "Traceback\n  File x\nOSError: [Errno 28] /c", True),
        ("It held 6 games.", "It held 7 games.", True),
        ("Worker a gave no sign of life.", "Worker b gave no sign of life.", False),
        ("ValueError: 3", "KeyError: 3", False),
        ("", "\n\n", True),
    ],
)
def test_kinds_of_causes(one: str, other: str, same: bool) -> None:
    assert (budget.kind_of(one) == budget.kind_of(other)) is same


def test_pauses_double_up_to_the_longest() -> None:
    pauses = [budget.pause_after([at(0)] * count) for count in range(40)]
    assert pauses[0] == limits.FIRST_PAUSE
    assert all(later == min(2 * sooner, limits.LONGEST_PAUSE) for sooner, later in pairwise(pauses))


def test_a_game_that_always_fails_is_stuck_within_half_an_hour() -> None:
    failures: list[Failure] = []
    moment, strikes = NOON, 0
    while strikes < limits.MAX_VOIDS:
        failure = Failure("ValueError: always", moment)
        strikes += budget.counts(failure, failures)
        moment += budget.pause_after(failures)
        failures.append(failure)
    assert failures[-1].at - NOON < timedelta(minutes=30)
    assert len(failures) < 12
