"""A game in a few numbers: from lines made by hand."""

from engines import variant
from engines.variants import RankPolicy
from referee.analysis.course import Turn, course_of
from referee.analysis.line import Chances, Line, Swing
from tests.slugs import LARGEST, SMALLEST

TWO = next(slug for slug in SMALLEST if len(variant(slug).sides) == 2)
LAST_LOSES = next(
    slug for slug in LARGEST if variant(slug).rank_policy is RankPolicy.LAST_LOSES and len(variant(slug).sides) > 2
)


def line(rows: list[Chances], swings: list[Swing], fault: Chances | None = None, slug: str = TWO) -> Line:
    nothing = [0.0] * len(rows[0])
    return Line(variant(slug), "by hand", True, rows, nothing, swings, fault or nothing)


def two(*chances: float) -> list[Chances]:
    return [[chance, 1 - chance] for chance in chances]


def swing(seat: int, luck: float | None, decision: float) -> Swing:
    return Swing(seat, None if luck is None else [luck, -luck], [decision, -decision])


def test_luck_and_gain_are_told_per_side() -> None:
    course = course_of(line(two(0.5, 0.8, 1.0), [swing(0, 0.2, 0.1), swing(1, None, 0.2)]))
    assert (course.luck, course.gain) == ([0.2, -0.2], [0.5, -0.5])
    assert course.lead == 0.15
    assert list(course.thrown) == [0.0, 0.0]


def test_the_turning_point_moved_most_towards_the_result() -> None:
    """The greatest swing of all went the other way."""
    swings = [swing(0, 0.3, 0.0), swing(1, None, -0.6), swing(0, 0.35, -0.15), swing(1, None, -0.4)]
    course = course_of(line(two(0.5, 0.8, 0.2, 0.4, 0.0), swings))
    assert course.turn == Turn(step=2, seat=1, cause="decision", side=0, change=-0.6)
    won = course_of(line(two(0.5, 0.8, 0.2, 0.4, 1.0), swings))
    assert won.turn == Turn(step=3, seat=0, cause="luck", side=0, change=0.35)


def test_where_nothing_moved_much_there_is_no_turning_point() -> None:
    assert course_of(line(two(0.5, 0.54, 0.5), [swing(0, None, 0.04), swing(1, None, -0.04)])).turn is None


def test_a_won_game_was_lost_from_nine_in_ten_on_and_by_play_alone() -> None:
    swings = [swing(0, None, 0.41), swing(1, None, -0.91)]
    assert list(course_of(line(two(0.5, 0.91, 0.0), swings)).thrown) == [0.91, 0.0]
    assert list(course_of(line(two(0.5, 0.89, 0.0), swings)).thrown) == [0.0, 0.0]
    assert list(course_of(line(two(0.5, 0.91, 0.0), swings, fault=[-0.9, 0.9])).thrown) == [0.0, 0.0]


def test_where_the_last_loses_safe_is_safer_than_where_the_first_wins() -> None:
    sides = len(variant(LAST_LOSES).sides)
    even, least = 1 - 1 / sides, 1 - 0.2 / sides
    for best, thrown in ((least + 0.01, round(least + 0.01, 3)), (least - 0.01, 0.0)):
        rows = [[even] * sides, [best] + [even] * (sides - 1), [0.0] + [1.0] * (sides - 1)]
        nothing = [0.0] * sides
        course = course_of(line(rows, [Swing(0, None, nothing)] * 2, slug=LAST_LOSES))
        assert course.thrown[0] == thrown
