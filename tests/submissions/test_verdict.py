"""The sentence about a checked upload says no more than was found out."""

import pytest

from arena.bots.checking import _verdict
from referee.doctor import Check, Report, Status
from referee.doctor.report import Measured


def reported(*statuses: Status) -> Report:
    checks = (
        Check(f"c{number}", f"check {number}", status, "Told.", "Mend it.") for number, status in enumerate(statuses)
    )
    return Report(tuple(checks), Measured())


def test_who_passed_everything_is_told_so() -> None:
    assert _verdict(reported(Status.PASS, Status.HINT)) == "Passed every check."


@pytest.mark.parametrize(
    ("skips", "told"),
    [
        (1, "1 skipped: check 1."),
        (3, "3 skipped: check 1, check 2, check 3."),
        (5, "5 skipped: check 1, check 2, check 3 and 2 more."),
    ],
)
def test_skipped_checks_are_not_passed_ones(skips: int, told: str) -> None:
    found = _verdict(reported(Status.PASS, *[Status.SKIP] * skips))
    assert found == f"Passed every check that could be made; {told}"


def test_a_failure_is_told_before_any_skip() -> None:
    assert _verdict(reported(Status.SKIP, Status.FAIL, Status.FAIL)) == "check 1: Told. Mend it. (1 more below.)"
