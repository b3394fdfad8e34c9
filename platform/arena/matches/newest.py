"""The newest games of some versions, by the index that begins with the version: the length of the arena's history does
not matter, nor how long ago they played.
"""

from collections.abc import Collection
from typing import Any

from django.db import connection

OF_EACH = """
SELECT DISTINCT game_id FROM unnest(%(versions)s::bigint[]) AS wanted, LATERAL (
    SELECT seat.game_id FROM matches_seat AS seat {join}
    WHERE seat.version_id = wanted AND seat.game_id < %(before)s {where}
    ORDER BY seat.game_id DESC LIMIT %(count)s
) AS newest
ORDER BY game_id DESC
"""
_ANY = OF_EACH.format(join="", where="")
_DONE = OF_EACH.format(
    join="JOIN matches_game AS game ON game.id = seat.game_id", where="AND game.state = 'done' {fault}"
)
_FINISHED = _DONE.format(fault="")
_FAULTED = _DONE.format(fault="AND game.termination = 'fault'")
NO_END = 2**62
"""Above every key of a game; the statement then needs no second form."""


def newest_games(versions: Collection[int], count: int) -> list[int]:
    """Of each version so many, in whatever state."""
    return ask(_ANY, versions, count)


def newest_finished(versions: Collection[int], count: int, before: int | None, *, faults_only: bool) -> list[int]:
    """Of each version so many that were played, numbered below ``before``."""
    return ask(_FAULTED if faults_only else _FINISHED, versions, count, before=before or NO_END)


def ask(statement: str, versions: Collection[int], count: int, before: int = NO_END, pool: int = 0) -> list[int]:
    """For statements made of ``OF_EACH``."""
    values: dict[str, Any] = {"versions": sorted(versions), "count": count, "before": before, "pool": pool}
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [row[0] for row in cursor.fetchall()]
