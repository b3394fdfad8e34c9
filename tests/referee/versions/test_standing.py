"""A test of versions as a calculation: what is looked at, when, and what follows."""

import random
from fractions import Fraction

import pytest

from referee.clock import TimeControl
from referee.ratings.sprt import Verdict, VersionTest
from referee.series import SeriesError
from referee.versions.plan import NEW, OLD, Plan, Unit, field_of
from referee.versions.standing import BATCH, Tally, standing

PLAN = Plan("karma-2", b"seed", 0, False, TimeControl())
SHORT = VersionTest(min_blocks=20, max_games=2000)


def unit(number: int, new: float) -> Unit:
    return Unit(number, Fraction(new), 1 - Fraction(new), 2, 0, 0)


def a_good_version(number: int) -> Unit:
    return unit(number, random.Random(number).choice((0.5, 0.5, 0.5, 1.0)))


def test_the_verdict_does_not_depend_on_the_order_in_which_units_end() -> None:
    units = [a_good_version(number) for number in range(200)]
    one = Tally(PLAN, SHORT, units)
    random.Random(1).shuffle(units)
    other = Tally(PLAN, SHORT, units)
    assert one.latest == other.latest
    assert one.latest is not None
    assert one.latest.verdict is Verdict.BETTER
    assert one.latest.units < 200, "it stopped looking when it could tell"
    assert one.latest.units % BATCH == 0


def test_a_missing_unit_holds_up_the_look_and_is_the_next_to_be_played() -> None:
    tally = Tally(PLAN, SHORT, [a_good_version(number) for number in range(1, 40)])
    assert tally.latest is None
    assert tally.is_missing(0)
    assert not tally.is_missing(1)
    assert tally.add(a_good_version(0))
    assert tally.latest is not None
    assert tally.played == 40


def test_equal_versions_are_told_to_be_equal() -> None:
    tally = Tally(PLAN, SHORT, [unit(number, random.Random(number).choice((0.25, 0.75))) for number in range(1000)])
    assert tally.latest is not None
    assert tally.latest.verdict is Verdict.NOT_BETTER


def test_a_test_that_cannot_tell_ends_with_its_games() -> None:
    hard = VersionTest(elo0=0.0, elo1=1.0, max_games=100)
    tally = Tally(PLAN, hard, [unit(number, 0.25 + number % 2 / 2) for number in range(100)])
    assert tally.latest is not None
    assert tally.latest.verdict is Verdict.UNDECIDED
    assert tally.latest.games == 100


def test_time_left_follows_the_evidence_and_never_exceeds_what_may_be_played() -> None:
    units = [a_good_version(number) for number in range(10)]
    early = standing(PLAN, SHORT, units)
    assert early.verdict is Verdict.GO_ON
    assert early.units_left(SHORT, 2) >= SHORT.min_blocks - 10
    nearly_equal = standing(PLAN, VersionTest(), [unit(number, 0.25 + number % 2 / 2) for number in range(100)])
    assert 0 < nearly_equal.units_left(VersionTest(), 2) <= (20_000 - 200) // 2


def test_a_field_that_is_no_match_is_named() -> None:
    weak = [Unit(number, Fraction(1), Fraction(1), 4, 0, 0) for number in range(20)]
    assert standing(Plan("karma-2", b"s", 1, True, TimeControl()), SHORT, weak).is_lopsided


def test_who_sits_where() -> None:
    assert Plan("karma-2", b"s", 0, False, TimeControl()).tables(5) == ((NEW, OLD),)
    assert Plan("karma-4", b"s", 3, False, TimeControl()).tables(1) == ((NEW, OLD, 3, 4),)
    pool = Plan("karma-3", b"s", 3, True, TimeControl())
    assert pool.tables(0) == ((NEW, 2, 3), (OLD, 2, 3))
    assert pool.tables(2) == ((NEW, 4, 2), (OLD, 4, 2))
    assert pool.games_per_unit == 6
    assert Plan("karmaka-2v2", b"s", 1, True, TimeControl()).tables(0) == ((NEW, 2), (OLD, 2))


@pytest.mark.parametrize(
    ("slug", "pool", "fillers", "means"),
    [
        ("karma-2", [], [], (False, [])),
        ("karma-4", [], [], (False, ["house:expert"])),
        ("karma-4", [], ["house:greedy"], (False, ["house:greedy"])),
        ("karma-2", ["house:greedy"], [], (True, ["house:greedy"])),
        ("karmaka-2v2", [], [], (False, [])),
    ],
)
def test_the_field(slug: str, pool: list[str], fillers: list[str], means: tuple[bool, list[str]]) -> None:
    assert field_of(slug, pool, fillers) == means


def test_what_cannot_be_meant_is_refused() -> None:
    with pytest.raises(SeriesError, match="not both"):
        field_of("karma-4", ["house:greedy"], ["house:random"])
    with pytest.raises(SeriesError, match="Leave out --fill"):
        field_of("karma-2", [], ["house:random"])
