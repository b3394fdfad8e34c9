"""Rated games by the million, made by PostgreSQL itself: rows as the arena writes them, with results drawn by chance.

Every four neighbours of the board meet in one long match; everybody holds every seat equally often.
"""

from django.db import connection

from arena.ratings.models import Pool

GAMES_PER_PERIOD = 1000
_SOURCE = "ladder:{variant}"

_STATEMENTS = (
    # The tables of four, in the order of the board.
    """
    CREATE TEMPORARY TABLE tables AS
    SELECT (position - 1) / 4 AS number, (position - 1) %% 4 AS place, version_id
    FROM ratings_standing WHERE pool_id = %(pool)s AND position <= 4 * (SELECT count(*) / 4 FROM ratings_standing
                                                                        WHERE pool_id = %(pool)s)
    """,
    """
    INSERT INTO matches_match (kind, key, source, variant, is_rated, period, place, state, reason, secret, deal_scope,
                               blocks_planned, max_faults, created_at, deadline, finished_at)
    SELECT 'ladder', 'benchmark/' || number, %(source)s, %(variant)s, true, 'benchmark', number, 'done', '', 's', 's',
           %(blocks)s, 3, now(), now(), now()
    FROM (SELECT DISTINCT number FROM tables) AS each
    """,
    """
    INSERT INTO matches_entrant (match_id, position, version_id, faults)
    SELECT match.id, tables.place, version_id, 0
    FROM tables JOIN matches_match AS match ON match.key = 'benchmark/' || number
    """,
    """
    INSERT INTO matches_block (match_id, number, seed, is_finished, finished_at)
    SELECT match.id, number, '\\x00', true, now()
    FROM matches_match AS match, generate_series(0, %(blocks)s - 1) AS number WHERE match.key LIKE 'benchmark/%%'
    """,
    """
    INSERT INTO matches_game (block_id, number, source, variant, salt, commitment, state, reason, queued_at,
                              attempt_count, void_count, started_at, finished_at, termination, ranks, decision_count,
                              transcript_hash, payload_hash)
    SELECT block.id, turn, %(source)s, %(variant)s, '\\x00', md5(block.id::text), 'done', '', now(), 1, 0, now(),
           now() - random() * interval '7 days', 'normal',
           (ARRAY['[4,1,1,1]', '[1,4,1,1]', '[1,1,4,1]', '[1,1,1,4]'])[1 + floor(4 * random())::int]::jsonb, 60, '', ''
    FROM matches_block AS block, generate_series(0, 3) AS turn
    """,
    """
    INSERT INTO matches_seat (game_id, seat, side, entrant_id, version_id, rank, points, fault, fault_sentence,
                              evidence, clock)
    SELECT game.id, seat, seat, entrant.id, entrant.version_id, (game.ranks ->> seat)::int,
           CASE WHEN (game.ranks ->> seat)::int = 1 THEN 4 ELSE 0 END, '', '', '{}',
           '{"bank_left_ms": 9000, "slowest_ms": 3, "decisions": 15, "total_ms": 20}'
    FROM matches_game AS game
    JOIN matches_block AS block ON block.id = game.block_id
    JOIN matches_entrant AS entrant ON entrant.match_id = block.match_id
    CROSS JOIN LATERAL (SELECT (entrant.position + game.number) %% 4 AS seat) AS sits
    """,
    """
    INSERT INTO ratings_period (pool_id, number, key, first_seq, last_seq, closed_at, role_offsets)
    SELECT %(pool)s, number, 'benchmark/' || number, 1 + (number - 1) * %(each)s, number * %(each)s, now(), '{}'
    FROM generate_series(1, 1 + (SELECT count(*) FROM matches_game) / %(each)s) AS number
    """,
    "ANALYZE",  # or the next statement is planned as if all these tables were small
    """
    INSERT INTO ratings_ratingevent (pool_id, seq, period_id, kind, game_id, revision, payload)
    SELECT %(pool)s, seq, period.id, 'game', numbered.id, 0,
           jsonb_build_object('policy', 'last-loses', 'sides', sides, 'ranks', ranks, 'block', block_id,
                              'fault', false, 'faulted', '[]'::jsonb, 'roles', '[]'::jsonb)
    FROM (SELECT id, block_id, ranks, row_number() OVER (ORDER BY id) AS seq FROM matches_game) AS numbered
    JOIN (SELECT game_id, jsonb_agg(jsonb_build_array(version_id) ORDER BY seat) AS sides
          FROM matches_seat GROUP BY game_id) AS seated ON seated.game_id = numbered.id
    JOIN ratings_period AS period ON period.number = 1 + (seq - 1) / %(each)s AND period.pool_id = %(pool)s
    """,
)


def play(pool: Pool, games: int) -> int:
    """Put about so many games behind the lines of the pool; how many there are now."""
    tables = max(1, pool.standings.count() // 4)
    values: dict[str, int | str] = {
        "pool": pool.pk,
        "variant": pool.variant,
        "source": _SOURCE.format(variant=pool.variant),
        "blocks": max(1, games // (4 * tables)),
        "each": GAMES_PER_PERIOD,
    }
    with connection.cursor() as cursor:
        for statement in _STATEMENTS:
            cursor.execute(statement, values)
        cursor.execute("SELECT count(*) FROM ratings_ratingevent")
        return int(cursor.fetchone()[0])
