"""How much of a result was luck, and which games of a match are worth telling: read from courses that were kept.

What a visitor may not see is left out, and so is every block that is not finished: luck uses hidden cards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import fsum

from django.db.models import Q

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.matches.models import Block, GameState, Seat
from arena.matches.reading import visible_games, visible_matches
from arena.ratings.models import Pool
from arena.replays.chances import has_values
from arena.replays.courses import want
from arena.replays.models import GameCourse
from referee.analysis.line import Json
from referee.stats import sum_margin

OF_BOT = 500
"""The newest games of a version: as it plays, and is lucky, today."""
OF_MATCHES = 1000
"""The newest games that a story is told of."""
THROWN = 3
LEAST_GAMES = 10
"""Of a bot: with fewer nothing can be said."""


@dataclass(frozen=True)
class Luck:
    """Sums over games, in games won."""

    games: int
    luck: float
    margin: float | None
    """Half of its interval of 95 %, over blocks."""
    gain: float
    """What the results were better than even."""

    @property
    def low(self) -> float | None:
        return None if self.margin is None else self.luck - self.margin

    @property
    def high(self) -> float | None:
        return None if self.margin is None else self.luck + self.margin

    @property
    def rest(self) -> float:
        """What decisions moved, the own ones and the others'."""
        return self.gain - self.luck

    @property
    def verdict(self) -> str:
        """``lucky`` or ``unlucky`` beyond what chance brings, else nothing."""
        if self.margin is None or abs(self.luck) <= self.margin:
            return ""
        return "lucky" if self.luck > 0 else "unlucky"


@dataclass(frozen=True)
class Part:
    """What one game was for somebody who played in it, the mean over the sides held."""

    block: int
    luck: float
    gain: float


def luck_over(parts: Sequence[Part]) -> Luck:
    """Games of a block share a deal, so its luck is one number."""
    blocks: dict[int, float] = defaultdict(float)
    for part in parts:
        blocks[part.block] += part.luck
    margin = sum_margin(list(blocks.values()))
    return Luck(len(parts), fsum(part.luck for part in parts), margin, fsum(part.gain for part in parts))


def _part(block: int, told: Json, sides: Collection[int]) -> Part:
    luck, gain = (fsum(told[what][side] for side in sides) / len(sides) for what in ("luck", "gain"))
    return Part(block, luck, gain)


# -- of a bot -------------------------------------------------------------------------------------------------


def luck_of_version(version: int, pool: Pool, user: User | None) -> Luck | None:
    """Over its newest games on a ladder whose course is known; one query, by the index of versions."""
    newest = Seat.objects.filter(version=version).order_by("-game").values("game")[:OF_BOT]
    sat = Seat.objects.filter(
        version=version,
        game__in=newest,
        game__block__in=Block.objects.filter(is_finished=True, match__in=visible_matches(user)),
        game__source__in=[pool.ladder_source, pool.placement_source],
        game__course__told__isnull=False,
    )
    games: dict[int, tuple[int, Json, set[int]]] = {}
    for game, block, told, side in sat.values_list("game", "game__block", "game__course__told", "side"):
        games.setdefault(game, (block, told or {}, set()))[2].add(side)
    parts = [_part(*game) for game in games.values()]
    return luck_over(parts) if len(parts) >= LEAST_GAMES else None


# -- of matches -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moment:
    """A game that is worth a look."""

    game: int
    name: str
    """Of whoever it happened to; empty for the closest game."""
    size: float
    """In per cent: of chance moved, had and lost, or away from even."""
    step: int = 0
    """Decisions played by then."""
    by: str = ""
    """Whose decision it was; empty: luck."""


@dataclass(frozen=True)
class Story:
    games: int
    """Whose course is known..."""
    total: int
    """...of so many in finished blocks that can be played again."""
    luck: list[tuple[BotVersion, Luck]]
    """The luckiest first."""
    turn: Moment | None
    closest: Moment | None
    thrown: list[Moment]
    """Won games that were lost, the surest first."""


def story_of(matches: Collection[int], variant: str, user: User | None) -> Story | None:
    """Of the finished blocks that this visitor may see; None without values or games. Asks for what is not known."""
    if not matches or not has_values(variant):
        return None
    can_be_known = Q(replay__isnull=False) | Q(course__isnull=False)  # courses outlive replays
    shown = visible_games(user).filter(
        can_be_known, block__match__in=matches, block__is_finished=True, state=GameState.DONE
    )
    newest = list(shown.order_by("-pk").values_list("pk", "block__match")[:OF_MATCHES])
    if not newest:
        return None
    rows = GameCourse.objects.filter(game__in=[pk for pk, _match in newest])
    courses = {
        pk: (block, termination == "fault", told)
        for pk, block, termination, told in rows.values_list("game", "game__block", "game__termination", "told")
    }
    missing = sorted({match for pk, match in newest if pk not in courses})
    if missing:
        want(missing)
    unreadable = sum(told is None for _block, _fault, told in courses.values())
    return _story(_tables(courses), len(newest) - unreadable)


@dataclass(frozen=True)
class _Seated:
    seat: int
    side: int
    version: BotVersion


@dataclass(frozen=True)
class _Table:
    """A game whose course is known, and who played it."""

    game: int
    block: int
    has_fault: bool
    told: Json
    seats: list[_Seated]

    def name_of_side(self, side: int) -> str:
        return " + ".join(dict.fromkeys(seated.version.bot.name for seated in self.seats if seated.side == side))

    def name_of_seat(self, seat: int) -> str:
        return next((seated.version.bot.name for seated in self.seats if seated.seat == seat), "")


def _tables(courses: dict[int, tuple[int, bool, Json | None]]) -> list[_Table]:
    """As plain values: of a thousand games, models would take longer than all else on the page."""
    sat: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    rows = Seat.objects.filter(game__in=[pk for pk, (_block, _fault, told) in courses.items() if told is not None])
    for game, seat, side, version in rows.order_by("game", "seat").values_list("game", "seat", "side", "version"):
        sat[game].append((seat, side, version))
    wanted = {version for seats in sat.values() for _seat, _side, version in seats}
    versions = BotVersion.objects.select_related("bot").in_bulk(wanted)
    tables = []
    for game, seats in sat.items():
        block, has_fault, told = courses[game]
        seated = [_Seated(seat, side, versions[version]) for seat, side, version in seats]
        tables.append(_Table(game, block, has_fault, told or {}, seated))
    return tables


def _story(tables: Sequence[_Table], total: int) -> Story:
    clean = [table for table in tables if not table.has_fault]
    return Story(len(tables), total, _luck(tables), _turn(clean), _closest(clean), _thrown(clean))


def _luck(tables: Sequence[_Table]) -> list[tuple[BotVersion, Luck]]:
    parts: dict[BotVersion, list[Part]] = defaultdict(list)
    for table in tables:
        held: dict[BotVersion, set[int]] = defaultdict(set)
        for seated in table.seats:
            held[seated.version].add(seated.side)
        for version, sides in held.items():
            parts[version].append(_part(table.block, table.told, sides))
    lines = [(version, luck_over(own)) for version, own in parts.items()]
    return sorted(lines, key=lambda line: (-line[1].luck, line[0].pk))


def _turn(tables: Sequence[_Table]) -> Moment | None:
    turns = [(table, table.told["turn"]) for table in tables if table.told["turn"]]
    if not turns:
        return None
    table, turn = max(turns, key=lambda each: (abs(each[1]["change"]), -each[0].game))
    by = table.name_of_seat(turn["seat"]) if turn["cause"] == "decision" else ""
    return Moment(table.game, table.name_of_side(turn["side"]), 100 * turn["change"], turn["step"], by)


def _closest(tables: Sequence[_Table]) -> Moment | None:
    if len(tables) < 2:  # of one game there is no closest
        return None
    lead, game = min((table.told["lead"], table.game) for table in tables)
    return Moment(game, "", 100 * lead)


def _thrown(tables: Sequence[_Table]) -> list[Moment]:
    found = [
        Moment(table.game, table.name_of_side(side), 100 * best)
        for table in tables
        for side, best in enumerate(table.told["thrown"])
        if best
    ]
    return sorted(found, key=lambda moment: (-moment.size, moment.game))[:THROWN]
