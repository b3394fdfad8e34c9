"""What everybody made of the deal of a day. Only when the day is over: before that it would tell how the cards lie."""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.db.models import QuerySet

from arena.accounts.models import User
from arena.bots.roster import roster
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
"""Of what never changes: the key says what it was made of."""

Score = tuple[int, bool, tuple[int, ...]]
"""Rank, left early, how far it came with the signs turned: the smallest is the best."""
COLUMNS = ("variant", "faults", "ranks", "progress", "code")
"""What a line is made of: the actions of all who played would be many megabytes."""
LINE_BYTES = 600


@dataclass(frozen=True)
class Line:
    name: str
    score: Score
    user: int | None = None
    profile: str = ""
    """The address of the account's page."""
    code: str = ""
    """Of the table; house bots have none that could be watched."""
    place: int | None = None
    """Of accounts among each other. House bots and browsers without an account compete for nothing."""
    is_own: bool = False

    @property
    def rank(self) -> int:
        return self.score[0]

    @property
    def has_left(self) -> bool:
        return self.score[1]


@dataclass(frozen=True)
class Board:
    deal: DayDeal
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
    # After midnight tables that were still open end one by one; names change, and accounts are closed.
    key = ("day", dealt.pk, finished(dealt).count(), roster(), reader_language())
    everybody = store().get_or_make(key, lambda: _everybody(dealt), lambda made: LINE_BYTES * len(made), KEEP_S)
    own = _of_guest(dealt, visitor)
    user = visitor.user.pk if visitor.user else None
    lines = [replace(line, is_own=True) if line.user is not None and line.user == user else line for line in everybody]
    for line in own:
        insort(lines, line, key=_order)
    shown = [line for at, line in enumerate(lines) if at < MOST_SHOWN or line.is_own]
    players = sum(line.user is not None for line in lines)
    return Board(dealt, shown, players, len(lines) - len(shown))


def _order(line: Line) -> tuple[Score, str]:
    return line.score, spelled(line.name, reader_language())


def _everybody(dealt: DayDeal) -> list[Line]:
    """Accounts and house bots, in order."""
    chairs = Sitting.objects.filter(seat=SEAT, user__isnull=False, table__in=finished(dealt)).select_related("user")
    users = {chair.table_id: chair.user for chair in chairs}
    lines = [
        _line(table, str(users[table.pk]), users[table.pk])
        for table in finished(dealt).filter(pk__in=users).only(*COLUMNS)
    ]
    # Equal results share a place, as in any race.
    competing = sorted(line.score for line in lines)
    placed = [replace(line, place=1 + bisect_left(competing, line.score)) for line in lines]
    house_lines = store().get_or_make(
        ("day of the house", dealt.pk), lambda: house_results(dealt), lambda made: LINE_BYTES * len(made), KEEP_S
    )
    return sorted([*placed, *house_lines], key=_order)


def _of_guest(dealt: DayDeal, visitor: Visitor) -> list[Line]:
    """What was played in this browser without an account: nobody else sees it."""
    if not visitor.guest:
        return []
    own = Sitting.objects.filter(seat=SEAT, user=None, guest=visitor.guest)
    tables = finished(dealt).filter(sittings__in=own).only(*COLUMNS).prefetch_related("sittings")
    return [replace(_line(table, table.sittings.all()[SEAT].name), is_own=True) for table in tables]


def _line(table: Table, name: str, user: User | None = None) -> Line:
    score = score_of(table, table.ranks or [], table.progress or [])
    profile = user.get_absolute_url() if user is not None and user.is_active else ""
    return Line(name, score, user.pk if user else None, profile, table.code)


def score_of(table: Table, ranks: list[int], progress: list[list[int]]) -> Score:
    side = variant(table.variant).side_of(SEAT)
    return ranks[side], bool(table.faults), tuple(-part for part in progress[side])


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
