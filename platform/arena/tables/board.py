"""What everybody made of the deal of a day. Only when the day is over: before that it would tell how the cards lie."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import QuerySet

from arena.accounts.models import User
from arena.lib.alphabet import reader_language, spelled
from arena.lib.kept import store
from arena.tables import house
from arena.tables.actions.daily import SEAT
from arena.tables.models import DayDeal, Sitter, Sitting, Table, TableKind, TableState
from arena.tables.stored import restored
from arena.tables.visitor import Visitor
from engines import engine, variant
from engines.errors import EngineError

MOST_SHOWN = 200
KEEP_S = 3600.0
"""Of what the house bots made of a deal: it never changes."""

Score = tuple[int, bool, tuple[int, ...]]
"""Rank, left early, how far it came with the signs turned: the smallest is the best."""


@dataclass(frozen=True)
class Line:
    name: str
    score: Score
    user: User | None = None
    table: Table | None = None
    is_own: bool = False
    place: int | None = None
    """Of accounts among each other. House bots and browsers without an account compete for nothing."""

    @property
    def rank(self) -> int:
        return self.score[0]

    @property
    def has_left(self) -> bool:
        return self.score[1]


@dataclass(frozen=True)
class Board:
    deal: DayDeal
    title: str
    lines: list[Line]
    players: int
    """With an account."""
    left_out: int


def is_closed(day: date, now: datetime) -> bool:
    return day < now.date()


def finished(dealt: DayDeal) -> QuerySet[Table]:
    return Table.objects.filter(kind=TableKind.DAY, day=dealt.day, variant=dealt.variant, state=TableState.OVER)


def boards(day: date, visitor: Visitor) -> list[Board]:
    """Of a day that is over. Games that are no longer installed have none."""
    found = []
    for dealt in DayDeal.objects.filter(day=day).order_by("game"):
        try:
            found.append(_board(dealt, visitor))
        except EngineError:
            continue
    return found


def _board(dealt: DayDeal, visitor: Visitor) -> Board:
    title = variant(dealt.variant).title
    tables = finished(dealt).prefetch_related("sittings__user")
    lines = [line for table in tables if (line := _line(table, visitor)) is not None]
    house_lines = store().get_or_make(
        ("day", dealt.pk), lambda: house_results(dealt), lambda made: 300 * len(made), KEEP_S
    )
    ordered = sorted([*lines, *house_lines], key=lambda line: (line.score, spelled(line.name, reader_language())))
    placed = _placed(ordered)
    shown = [line for at, line in enumerate(placed) if at < MOST_SHOWN or line.is_own]
    players = sum(line.user is not None for line in lines)
    return Board(dealt, title, shown, players, len(placed) - len(shown))


def _line(table: Table, visitor: Visitor) -> Line | None:
    """Of an account, or of the visitor's own browser."""
    sitting = list(table.sittings.all())[SEAT]
    is_own = visitor.sits_in(sitting)
    if sitting.user is None and not is_own:
        return None
    name = str(sitting.user) if sitting.user else sitting.name
    return Line(name, score_of(table, table.ranks or [], table.progress or []), sitting.user, table, is_own)


def score_of(table: Table, ranks: list[int], progress: list[list[int]]) -> Score:
    side = variant(table.variant).side_of(SEAT)
    return ranks[side], bool(table.faults), tuple(-part for part in progress[side])


def _placed(lines: list[Line]) -> list[Line]:
    """Equal results share a place, as in any race."""
    placed: list[Line] = []
    competing = [line.score for line in lines if line.user is not None]
    for line in lines:
        place = 1 + sum(score < line.score for score in competing) if line.user is not None else None
        placed.append(Line(line.name, line.score, line.user, line.table, line.is_own, place))
    return placed


def house_results(dealt: DayDeal) -> list[Line]:
    """The same deal in the same seat, played by each house bot that answers at once: something to compare with."""
    return [
        Line(title, _house_score(dealt, name))
        for name, title in house.grades(dealt.game)
        if house.answers_at_once(Sitting(sitter=Sitter.HOUSE, house_name=name))
    ]


def _house_score(dealt: DayDeal, name: str) -> Score:
    rules = engine(dealt.game).rules_version
    table = Table(variant=dealt.variant, seed=dealt.seed, salt=dealt.salt, rules_version=rules)
    seats = range(variant(dealt.variant).seats)
    sittings = [
        Sitting(seat=seat, sitter=Sitter.HOUSE, house_name=name if seat == SEAT else dealt.house_name) for seat in seats
    ]
    game = restored(table)
    while waited := game.waits_for():
        game.choose(waited[0], house.choice(table, game, sittings[waited[0]]), 0.0, 0.0)
    return score_of(table, game.course.ranks(), [list(side) for side in game.course.progress()])
