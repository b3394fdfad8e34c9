"""The lead of a version without luck: fair, in points, and told only where enough is known."""

from fractions import Fraction

import pytest

from engines import variant
from engines.variants import RankPolicy
from referee.clock import TimeControl
from referee.ratings.lead import AtOneTable
from referee.versions.luck import adjusted, luck_in_points
from referee.versions.plan import Plan, Unit
from referee.versions.standing import without_luck
from referee.versions.units import play_unit
from tests.slugs import SMALLEST

VALUED = SMALLEST[-1]


def units(number: int, luck: float | None = 0.2) -> list[Unit]:
    """The new version wins every other block, and had luck in those."""
    return [
        Unit(at, Fraction(1, 1 + at % 2), Fraction(at % 2, 2), 2, 0, 0, luck and (luck if at % 2 == 0 else -luck))
        for at in range(number)
    ]


def plan(slug: str = VALUED) -> Plan:
    return Plan(slug, b"seed", 0, is_pool=False, control=TimeControl())


def test_luck_that_explains_the_result_makes_the_lead_surer() -> None:
    told = without_luck(plan(), units(40))
    assert told is not None
    assert told.helps
    assert told.variance_left == pytest.approx((0.25 - 0.2 / 2 * 1) ** 2 / 0.25**2)
    assert told.factor == pytest.approx(1 / told.variance_left)


def test_luck_that_has_nothing_to_do_with_it_does_not_help() -> None:
    scores = [0.4, 0.6] * 20
    told = adjusted(AtOneTable(), scores, [0.3, 0.3, -0.3, -0.3] * 10)
    assert told is not None
    assert not told.helps
    assert told.elo.elo == pytest.approx(0.0, abs=1e-9)


def test_nothing_is_said_of_too_few_blocks_or_where_luck_is_not_known() -> None:
    assert without_luck(plan(), units(10)) is None
    assert without_luck(plan(), units(40, luck=None)) is None
    assert without_luck(plan(), []) is None
    assert adjusted(AtOneTable(), [0.5] * 40, [0.0] * 40) is None


@pytest.mark.parametrize("slug", SMALLEST)
def test_a_chance_to_win_is_a_point_between_two(slug: str) -> None:
    assert luck_in_points(variant(slug), 0.3) == pytest.approx(0.3)


def test_with_more_sides_a_chance_is_worth_what_its_place_brings() -> None:
    several = variant("karma-4")
    assert several.rank_policy is RankPolicy.LAST_LOSES
    assert luck_in_points(several, 1.0) == pytest.approx(4 / 6), "not the last of four: a tie of three for the first"


def test_a_unit_knows_how_much_luckier_the_new_version_was() -> None:
    bots = ["house:greedy", "house:random"]
    told = play_unit(plan(), bots, {}, 0, with_luck=True)
    assert told.luck is not None
    mirrored = play_unit(plan(), bots[::-1], {}, 0)
    assert mirrored.luck is None, "nobody asked"
