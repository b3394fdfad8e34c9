"""One deal in all seatings."""

from fractions import Fraction

import pytest

from bots.house.base import HouseBot
from engines import Deal, variant
from referee.channels.base import Channel
from referee.channels.inprocess import InProcessChannel
from referee.series import SeriesError, layout, play_block, seated_variant, series_estimates
from tests.referee.cast import AnyLegal, Failing, First, Scripted
from tests.slugs import LARGEST, TEAMS

SEED = Deal.from_text("block").seed


class Local:
    """An entrant whose bots live in this process."""

    def __init__(self, name: str, kind: type[First] | type[AnyLegal] | type[Failing] = First) -> None:
        self.name = name
        self.kind = kind
        self.opened: list[HouseBot] = []

    def open(self, slug: str) -> Channel:
        self.opened.append(self.kind())
        return InProcessChannel(self.opened[-1], self.name, ours=False)


def test_every_entrant_sits_in_every_seat_of_the_same_deal_with_a_fresh_bot_each_time() -> None:
    entrants = [Local("a"), Local("b"), Local("c")]
    result = play_block("karma-3", entrants, SEED)
    assert len(result.games) == 3
    seats = [
        [
            game.replay.seats.index(seat)
            for game in result.games
            if game.replay
            for seat in game.replay.seats
            if seat.name == name
        ]
        for name in "abc"
    ]
    assert [sorted(places) for places in seats] == [[0, 1, 2]] * 3
    assert {game.replay.seed for game in result.games if game.replay} == {SEED}
    assert all(len(set(map(id, entrant.opened))) == 3 for entrant in entrants)


def test_games_of_a_block_do_not_share_salt_commitment_or_id() -> None:
    games = play_block("karma-2", [Local("a"), Local("b")], SEED).games
    assert len({game.commitment for game in games}) == len({game.game_id for game in games}) == 2


@pytest.mark.parametrize("slug", [*TEAMS, *LARGEST])
def test_equal_bots_earn_exactly_half(slug: str) -> None:
    result = play_block(slug, [Local(str(at)) for at in range(len(variant(slug).sides))], SEED)
    assert set(result.points) == {Fraction(1, 2)}


def test_a_bot_that_always_fails_earns_nothing() -> None:
    result = play_block("karma-2", [Local("a"), Local("b", Failing)], SEED)
    assert result.points == (Fraction(1), Fraction(0))


def test_successive_blocks_change_the_order_around_the_table() -> None:
    assert layout(variant("karma-3"), 3, 0) != layout(variant("karma-3"), 3, 1)


def test_teams_are_laid_out_for_two_and_four_entrants() -> None:
    assert layout(variant("karmaka-2v2"), 4, 0)[0].entrants == (0, 2, 1, 3)
    assert layout(variant("karmaka-2v2"), 2, 0)[0].entrants == (0, 1, 0, 1)


def test_the_single_seat_of_uneven_sides_moves_with_the_block() -> None:
    seatings = layout(variant("karmaka-wolf"), 2, 0)
    assert [seated_variant("karmaka-wolf", seating) for seating in seatings[:3]] == [
        f"karmaka-wolf+wolfSeat={seat}" for seat in range(3)
    ]


@pytest.mark.parametrize("slug", ["karmaka-2v2", "karmaka-wolf"])
def test_blocks_with_teams_are_played(slug: str) -> None:
    result = play_block(slug, [Local("a", AnyLegal), Local("b", AnyLegal)], SEED)
    assert sum(result.points) == 1
    assert len(result.games) in (4, 6)


@pytest.mark.parametrize(
    ("slug", "entrants", "wanted"),
    [("karma-3", 2, "by 3 bots"), ("karmaka-2v2", 3, "by 2 or 4 bots"), ("karmaka-wolf", 4, "by 2 or 3 bots")],
)
def test_the_wrong_number_of_entrants_is_refused(slug: str, entrants: int, wanted: str) -> None:
    with pytest.raises(SeriesError, match=wanted):
        layout(variant(slug), entrants, 0)


def test_a_game_that_stays_void_stops_the_series() -> None:
    class Gone(Scripted):
        def start(self, limit_ms: float) -> None:
            raise RuntimeError("no more processes")

    class Nobody(Local):
        def open(self, slug: str) -> Channel:
            return Gone([])

    with pytest.raises(SeriesError, match="void 5 times"):
        play_block("karma-2", [Local("a"), Nobody("b")], SEED)


def test_estimates_come_from_blocks() -> None:
    blocks = [
        play_block("karma-2", [Local("a", AnyLegal), Local("b")], Deal.from_text(str(at)).seed) for at in range(4)
    ]
    first, second = series_estimates(blocks)
    assert first.blocks == 4
    assert first.mean + second.mean == pytest.approx(1)
