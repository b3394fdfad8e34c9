import pytest

from referee.clock import SeatClock, TimeControl


def test_time_within_the_limit_of_a_decision_costs_nothing() -> None:
    clock = SeatClock(TimeControl(decision_ms=100, bank_ms=50))
    assert all(clock.charge(100.0) for _ in range(1000))
    assert clock.shown() == {"decision_ms": 100, "bank_ms": 50}


def test_what_goes_beyond_is_taken_from_the_bank_until_it_is_empty() -> None:
    clock = SeatClock(TimeControl(decision_ms=100, bank_ms=50))
    assert clock.charge(130.0)
    assert clock.shown()["bank_ms"] == 20
    assert clock.allowance_ms == 120
    assert clock.charge(120.0)
    assert not clock.charge(100.5)


@pytest.mark.parametrize("wrong", [{"decision_ms": 0}, {"bank_ms": -1}, {"start_ms": 0}])
def test_a_clock_without_time_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="A clock needs"):
        TimeControl(**wrong)
