"""What the arena takes on disk, and for each game: measured, not guessed."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.apps import apps
from django.db import connection

from arena.matches.models import Game, GameState


@dataclass(frozen=True)
class TableSize:
    name: str
    rows: int
    """As the server estimates them."""
    table_bytes: int
    index_bytes: int

    @property
    def total(self) -> int:
        return self.table_bytes + self.index_bytes


@dataclass(frozen=True)
class Growth:
    games: int
    """Finished ones."""
    tables: Sequence[TableSize]
    replay_files: int
    replay_bytes: int
    """Compressed."""

    @property
    def database_bytes(self) -> int:
        return sum(table.total for table in self.tables)

    def a_game(self, count: int) -> float:
        return count / self.games if self.games else 0.0


# The sizes of TOAST belong to the table: evidence of faults lies there.
_SIZES = """
SELECT relname, greatest(reltuples, 0)::bigint, pg_table_size(oid), pg_indexes_size(oid)
FROM pg_class WHERE relkind = 'r' AND relname = ANY(%s) ORDER BY pg_total_relation_size(oid) DESC
"""

# The replays of a piece name its length each. One that has a file for itself has no length: it is the rest, and old.
_REPLAYS = """
SELECT count(DISTINCT file), coalesce(sum(length), 0)
FROM (SELECT DISTINCT file, "offset", length FROM matches_storedreplay) piece
"""


def measure() -> Growth:
    """Reads the list of replays once: some seconds for each million games."""
    names = [
        model._meta.db_table for label in ("matches", "ratings") for model in apps.get_app_config(label).get_models()
    ]
    with connection.cursor() as cursor:
        cursor.execute(_SIZES, [names])
        tables = [TableSize(*row) for row in cursor.fetchall()]
        cursor.execute(_REPLAYS)
        files, replay_bytes = cursor.fetchone()
    games = Game.objects.filter(state=GameState.DONE).count()
    return Growth(games, tables, int(files), int(replay_bytes))
