from collections.abc import Sequence
from fractions import Fraction

import pytest

from arena.tournaments.planning.errors import SettingsError, StateError
from arena.tournaments.planning.standings.book import Book
from arena.tournaments.planning.standings.explain import Explained, Use
from arena.tournaments.planning.standings.registry import (
    LAST_LOSES_POD_ORDER,
    POD_ORDER,
    ROUND_ROBIN_ORDER,
    SWISS_ORDER,
    TIE_BREAKS,
    tie_break,
)
from arena.tournaments.planning.standings.table import standings
from arena.tournaments.planning.values import EntrantId, NodeKey, Result, ResultKind

HALF = Fraction(1, 2)


def results(*matches: tuple[str, Sequence[int]]) -> list[Result]:
    """Matches written as ("AB", ranks), one a round."""
    return [Result(NodeKey(1, i, 1), tuple(who), tuple(ranks)) for i, (who, ranks) in enumerate(matches, start=1)]


def book_of(
    matches: list[Result], byes: dict[EntrantId, int] | None = None, missed: dict[EntrantId, int] | None = None
) -> Book:
    return Book.of({letter: i for i, letter in enumerate("ABCD", start=1)}, matches, byes=byes, missed=missed)


WIN, DRAW, LOSS = (1, 2), (1, 1), (2, 1)
TABLE = results(("AB", WIN), ("AC", DRAW), ("DA", WIN), ("BC", WIN), ("BD", WIN), ("CD", WIN))


def values(name: str, book: Book) -> dict[EntrantId, Fraction]:
    return {e: explained.value for e, explained in tie_break(name).evaluate(book, book.entrants).items()}


def explained(name: str, book: Book, entrant: str) -> Explained:
    return tie_break(name).evaluate(book, book.entrants)[entrant]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("buchholz", [4.5, 4, 4.5, 5]),
        ("buchholz_median", [1.5, 1.5, 1.5, 1.5]),
        ("sonneborn_berger", [2.75, 2.5, 1.75, 1.5]),
        ("buchholz_cut1", [3.5, 3, 3.5, 3.5]),
        ("wins", [1, 2, 1, 1]),
        ("first_places", [2, 2, 2, 1]),
        ("fewer_last_places", [-1, -1, -1, -2]),
        ("opponents_average", [1.5, 4 / 3, 1.5, 5 / 3]),
        ("seed", [-1, -2, -3, -4]),
    ],
)
def test_section_6_values_of_the_table(name: str, expected: list[float]) -> None:
    assert [float(v) for v in values(name, book_of(TABLE)).values()] == pytest.approx(expected)


def test_section_6_points_and_order_of_the_table() -> None:
    book = book_of(TABLE)
    assert [book.points[e] for e in "ABCD"] == [Fraction(3, 2), 2, Fraction(3, 2), 1]
    assert standings(book, ROUND_ROBIN_ORDER).entrants == ("B", "A", "C", "D")
    assert standings(book, SWISS_ORDER).entrants == ("B", "A", "C", "D")


def test_section_6_default_orders() -> None:
    assert SWISS_ORDER == ("buchholz_cut1", "buchholz", "sonneborn_berger", "direct_encounter", "wins", "seed")
    assert ROUND_ROBIN_ORDER == ("direct_encounter", "sonneborn_berger", "wins", "series_score", "seed")
    assert POD_ORDER == ("series_score", "opponents_average", "first_places", "seed")
    assert LAST_LOSES_POD_ORDER == ("series_score", "opponents_average", "fewer_last_places", "seed")


def test_direct_encounter_decides_between_two_who_met() -> None:
    book = book_of(results(("BA", WIN), ("AC", WIN), ("CB", WIN), ("AD", LOSS)))
    assert standings(book, ["direct_encounter"]).rows[0].points == 1
    two = book_of(results(("BA", WIN), ("AC", WIN), ("DC", WIN), ("DB", DRAW)), byes=None)
    assert [row.entrant for row in standings(two, ["direct_encounter"]).rows][:2] == ["B", "D"]


def test_direct_encounter_is_skipped_unless_all_tied_met() -> None:
    book = book_of(results(("AD", WIN), ("BD", WIN), ("CD", WIN), ("CA", WIN), ("AB", WIN), ("BC", DRAW)))
    # A, with 2 points, stands between; three-way ties need all three meetings.
    tied = tie_break("direct_encounter").evaluate(book_of(results(("AB", WIN))), ("A", "B", "C"))
    assert {e.skipped for e in tied.values()} == {"not_all_met"}
    assert {e.value for e in tied.values()} == {0}
    met = tie_break("direct_encounter").evaluate(book, ("A", "B", "C"))
    assert [met[e].value for e in "ABC"] == [1, HALF, Fraction(3, 2)]


def test_a_bye_counts_as_an_opponent_with_ones_own_points() -> None:
    book = book_of(results(("AB", WIN), ("AC", WIN)), byes={"A": 1})
    assert book.points["A"] == 3
    assert values("buchholz", book)["A"] == 3
    assert values("sonneborn_berger", book)["A"] == 3
    assert values("wins", book)["A"] == 2
    assert [t.is_bye for t in explained("buchholz", book, "A").terms] == [False, False, True]


def test_rounds_missed_after_leaving_count_as_draws_for_opponents_only() -> None:
    book = book_of(results(("AB", LOSS)), missed={"B": 3})
    assert book.points["B"] == 1
    assert values("buchholz", book)["A"] == 1 + 3 * HALF


def test_walkovers_give_points_but_no_wins() -> None:
    walkover = Result(NodeKey(1, 1, 1), ("A", "B"), (1, 2), kind=ResultKind.WALKOVER)
    book = book_of([walkover])
    assert book.points["A"] == 1
    assert values("wins", book)["A"] == 0
    assert values("first_places", book)["A"] == 0


def test_series_score_is_per_game() -> None:
    long = Result(NodeKey(1, 1, 1), ("A", "B"), (1, 2), (Fraction(6), Fraction(4)), games=10)
    short = Result(NodeKey(1, 2, 1), ("A", "C"), (2, 1), (HALF, Fraction(3, 2)), games=2)
    book = book_of([long, short])
    assert values("series_score", book)["A"] == Fraction(13, 24)
    assert explained("series_score", book, "A").divided_by == 12
    assert explained("series_score", book, "D").skipped == "nothing_played"


def test_pods_count_every_opponent_and_average_them() -> None:
    pod = Result(NodeKey(1, 1, 1), ("A", "B", "C", "D"), (1, 2, 2, 2))
    book = book_of([pod])
    assert [book.points[e] for e in "ABCD"] == [1, *[Fraction(1, 3)] * 3]
    assert values("opponents_average", book)["A"] == Fraction(1, 3)
    assert values("opponents_average", book)["B"] == Fraction(5, 9)


def test_explanations_add_up_and_mark_what_was_cut() -> None:
    book = book_of(TABLE)
    for name in ("buchholz", "buchholz_cut1", "buchholz_median", "sonneborn_berger", "wins", "first_places"):
        for entrant in "ABCD":
            told = explained(name, book, entrant)
            assert sum(t.amount for t in told.terms if t.use is Use.COUNTED) == told.value
    cut = explained("buchholz_cut1", book, "A")
    assert [(t.opponent, t.use.value) for t in cut.terms] == [("B", "counted"), ("C", "counted"), ("D", "cut")]
    assert cut.terms[0].node == NodeKey(1, 1, 1)


def test_median_needs_three_opponents() -> None:
    assert explained("buchholz_median", book_of(results(("AB", WIN), ("AC", WIN))), "A").skipped == "too_few_opponents"


def test_without_a_decisive_tie_break_places_are_shared() -> None:
    table = standings(book_of(results(("AB", DRAW), ("CD", DRAW))), ["wins"])
    assert [row.place for row in table.rows] == [1, 1, 1, 1]


def test_values_that_only_mean_something_in_a_tie_are_left_out_elsewhere() -> None:
    table = standings(book_of(TABLE), ["direct_encounter", "seed"])
    by_entrant = {row.entrant: row.tie_breaks[0] for row in table.rows}
    assert by_entrant["B"] is None
    assert by_entrant["A"] is not None


def test_an_unknown_or_doubled_tie_break_is_refused() -> None:
    with pytest.raises(SettingsError, match="choose from buchholz_cut1"):
        standings(book_of(TABLE), ["elo"])
    with pytest.raises(SettingsError, match="listed twice"):
        standings(book_of(TABLE), ["wins", "wins"])


def test_a_result_without_a_seed_is_refused() -> None:
    with pytest.raises(StateError, match="no seed"):
        book_of(results(("AZ", WIN)))


def test_every_tie_break_is_registered_under_its_own_name_with_a_title() -> None:
    assert len(TIE_BREAKS) == 11
    assert all(rule.name == name and rule.title for name, rule in TIE_BREAKS.items())
