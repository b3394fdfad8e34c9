"""All results of a pool as a file: JSON lines that anybody can read, and fit again to the bits of the leaderboard.
``parquet`` holds the same for data frames.

The first line says what the file is and what the fit needs beside the games; each further line is a game, in the order
of the log; the last line counts them, so that a download that broke off is noticed.
"""

import gzip
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import orjson

from engines.variants import RankPolicy
from referee.ratings.errors import RatingInputError
from referee.ratings.games import Entrant as Rated
from referee.ratings.games import RatedGame, check_game
from referee.ratings.table import FAULT, Table, joined, tables_of
from referee.words import t

FORMAT: Final = "karma-arena-results"
VERSION: Final = 1
_CHUNK: Final = 20_000
"""Lines parsed before they become columns: a long file is never all Python objects at once."""
_GZIP: Final = b"\x1f\x8b"
_PARQUET: Final = b"PAR1"


@dataclass(frozen=True)
class Entrant:
    """Who hides behind a number; bots that are private now have no line."""

    entrant: int
    bot: str
    version: int


@dataclass(frozen=True)
class BoardLine:
    """What the leaderboard said of an entrant when the file was made."""

    entrant: int
    rating: float
    error: float
    margin_95: float


@dataclass(frozen=True)
class Header:
    variant: str
    season: int
    upto: int
    """Number of the last event of the log that the leaderboard knew."""
    alpha: float
    """Weight of the penalty in the fit."""
    anchors: dict[int, float] = field(default_factory=dict)
    """Published ratings that fix the scale."""
    entrants: list[Entrant] = field(default_factory=list)
    board: list[BoardLine] = field(default_factory=list)


@dataclass(frozen=True)
class Results:
    header: Header
    tables: list[Table]

    @property
    def anchors(self) -> dict[Rated, float]:
        return dict(self.header.anchors.items())


def as_values(header: Header) -> dict[str, Any]:
    """The head of a file, for programs."""
    anchors = [{"entrant": who, "rating": rating} for who, rating in sorted(header.anchors.items())]
    return {"format": FORMAT, "version": VERSION, **asdict(header), "anchors": anchors}


def first_line(header: Header) -> bytes:
    return orjson.dumps(as_values(header)) + b"\n"


def last_line(games: int) -> bytes:
    return orjson.dumps({"end": True, "games": games}) + b"\n"


def game_lines(tables: Sequence[Table]) -> bytes:
    """The games of some tables in the order of the log, a line each."""
    lines = [line for table in tables for line in _lines(table)]
    if len(tables) > 1:
        lines.sort(key=lambda line: line[0])
    return b"".join(line for _, line in lines)


def _lines(table: Table) -> Iterator[tuple[int, bytes]]:
    ends = list(pairwise([0, *np.cumsum(table.form.sizes).tolist()]))
    policy, roles = table.form.policy, list(table.form.roles)
    rows = table.rows
    columns = (rows["seq"], rows["game"], rows["block"], rows["flags"], rows["members"], rows["ranks"])
    for seq, game, block, flags, members, ranks in zip(*(column.tolist() for column in columns), strict=True):
        line = {
            "seq": seq,
            "game": game,
            "block": block,
            "policy": policy,
            "sides": [members[start:end] for start, end in ends],
            "ranks": ranks,
            "roles": roles,
            "fault": bool(flags & FAULT),
            "faulted": sorted({member for seat, member in enumerate(members) if flags >> seat & 1}),
        }
        yield seq, orjson.dumps(line) + b"\n"


def read_results(path: Path) -> Results:
    """Read a file, also a compressed one or Parquet, a chunk of games at a time."""
    with path.open("rb") as file:
        magic = file.read(4)
    with gzip.open(path, "rb") if magic.startswith(_GZIP) else path.open("rb") as source:
        try:
            return _read_parquet(path) if magic == _PARQUET else _read(iter(source))
        except (EOFError, gzip.BadGzipFile) as error:
            raise RatingInputError(
                t("{file} broke off while it was downloaded; fetch it again.", file=str(path))
            ) from error
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise RatingInputError(
                t("{file} is no file of results: {reason}", file=str(path), reason=_reason(error))
            ) from error


def _reason(error: Exception) -> str:
    """A sentence of ours stays one."""
    return error.args[0] if isinstance(error, RatingInputError) else str(error)


def _read(source: Iterator[bytes]) -> Results:
    header = header_of(orjson.loads(next(source, b"{}")))
    tables: list[Table] = []
    last: dict[str, Any] = {}
    counted = 0
    while lines := list(islice(source, _CHUNK)):
        rows = [orjson.loads(line) for line in lines]
        if rows[-1].get("end"):
            last = rows.pop()
        counted += len(rows)
        tables = joined([*tables, *tables_of(events_of(rows))])
    if last.get("games") != counted:
        raise RatingInputError(
            t("it ends after {n} games without the line that counts them; fetch it again.", n=counted)
        )
    return Results(header, tables)


def _read_parquet(path: Path) -> Results:
    from referee.ratings.parquet import read_parquet  # noqa: PLC0415 - it reads the parts of this module

    return read_parquet(path)


def events_of(rows: Iterable[dict[str, Any]]) -> Iterator[tuple[int, int, dict[str, Any]]]:
    for row in rows:
        sides, ranks, roles = tuple(map(tuple, row["sides"])), tuple(row["ranks"]), tuple(row["roles"])
        check_game(RatedGame(RankPolicy(row["policy"]), sides, ranks, roles=roles))
        if min(map(min, sides)) < 1 or row["block"] < 0:
            raise RatingInputError(t("game {game} has an entrant or a block below the first.", game=row["game"]))
        yield row["seq"], row["game"], row


def header_of(values: dict[str, Any]) -> Header:
    if values.get("format") != FORMAT:
        raise RatingInputError(
            t("its first line does not say so. Download the results of a leaderboard as JSON lines.")
        )
    if values.get("version") != VERSION:
        other = str(values.get("version"))
        raise RatingInputError(
            t("it has version {version}, this program reads {known}. Update it.", version=other, known=VERSION)
        )
    return Header(
        variant=values["variant"],
        season=values["season"],
        upto=values["upto"],
        alpha=float(values["alpha"]),
        anchors={int(anchor["entrant"]): float(anchor["rating"]) for anchor in values["anchors"]},
        entrants=[Entrant(**entrant) for entrant in values["entrants"]],
        board=[BoardLine(**line) for line in values["board"]],
    )
