"""The sentence about a checked upload says no more than was found out."""

import pytest

from referee.doctor import Check, Status
from referee.doctor.telling import verdict


def reported(*statuses: Status) -> list[Check]:
    return [
        Check(f"c{number}", f"check {number}", status, "Told.", "Mend it.") for number, status in enumerate(statuses)
    ]


def test_who_passed_everything_is_told_so() -> None:
    assert verdict(reported(Status.PASS, Status.HINT)) == "Passed every check."


@pytest.mark.parametrize(
    ("skips", "told"),
    [
        (1, "1 skipped: check 1."),
        (3, "3 skipped: check 1, check 2, check 3."),
        (5, "5 skipped: check 1, check 2, check 3 and 2 more."),
    ],
)
def test_skipped_checks_are_not_passed_ones(skips: int, told: str) -> None:
    found = verdict(reported(Status.PASS, *[Status.SKIP] * skips))
    assert found == f"Passed every check that could be made; {told}"


def test_a_failure_is_told_before_any_skip() -> None:
    assert verdict(reported(Status.SKIP, Status.FAIL, Status.FAIL)) == "check 1: Told. Mend it. (1 more below.)"
