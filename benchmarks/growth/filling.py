"""An arena with millions of finished games: rows as it writes them, made by PostgreSQL itself."""

import time

from django.db import connection

from arena.ratings.models import Pool
from benchmarks.leaderboard.fill import fill
from benchmarks.leaderboard.games import play

# Each game's replay has the number of the game: no row is written twice.
_BEFORE = """
ALTER TABLE matches_game ALTER COLUMN replay_id SET DEFAULT currval('matches_game_id_seq');
ALTER TABLE matches_game ALTER COLUMN bots SET DEFAULT '{1000001,1000002,1000003,1000004}';
ALTER TABLE matches_game ALTER COLUMN expected_ms SET DEFAULT 50;
ALTER TABLE matches_game ALTER COLUMN plays_alone SET DEFAULT false;
ALTER TABLE matches_block ALTER COLUMN has_fault SET DEFAULT false
"""
_AFTER = (
    """
    INSERT INTO matches_storedreplay (id, content_hash, file, "offset", length, place, size_bytes, created_at,
                                      verified_at, mismatch)
    SELECT id, md5(id::text) || md5((-id)::text), 'replays/packs/2026/01/' || left(md5((id / 4096)::text), 24) ||
           '.json.xz', id % 4096 / 32 * 9000, 9000, id % 32 * 8000, 8000, finished_at,
           CASE WHEN id % 2 = 0 THEN finished_at END, ''
    FROM matches_game ORDER BY id
    """,
    """
    INSERT INTO matches_attempt (game_id, number, token, worker, outcome, cause, started_at, ended_at)
    SELECT id, 1, md5((id / 100)::text)::uuid, 'worker-a:1234', 'result', '', finished_at - interval '1 second',
           finished_at FROM matches_game ORDER BY id
    """,
    # One game in a thousand was tried twice: the ledger of faults has something to count.
    """
    INSERT INTO matches_attempt (game_id, number, token, worker, outcome, cause, started_at, ended_at)
    SELECT id, 2, md5((id / 100)::text)::uuid, 'worker-a:1234', 'void', 'no sign of life', finished_at, finished_at
    FROM matches_game WHERE id % 1000 = 0
    """,
)


def fill_arena(variant: str, bots: int, games: int) -> Pool:
    begin = time.perf_counter()
    pool = fill(variant, bots, games)
    with connection.cursor() as cursor:
        # Millions of foreign keys that the statements themselves make right: looking at each took most of the time.
        cursor.execute("SET session_replication_role = replica")
        for statement in _BEFORE.split(";"):
            cursor.execute(statement)
        made = play(pool, games)
        print(f"{made:,} games with seats and events after {time.perf_counter() - begin:,.0f} s", flush=True)
        for statement in _AFTER:
            cursor.execute(statement)
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("VACUUM (ANALYZE)")  # as PostgreSQL does by itself after a while
    print(f"with replays and attempts after {time.perf_counter() - begin:,.0f} s", flush=True)
    return Pool.objects.get(pk=pool.pk)
