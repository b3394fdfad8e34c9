"""``python -m benchmarks.platform.claims``: what a claim costs, however long the queue is.

The queue is filled by SQL, as scheduling would; the games are claimed and never played. Then a hundred processes claim
at the same moment and give back what they got.
"""

import argparse
import os
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure, show
from benchmarks.platform import arena
from benchmarks.platform.cpu import cpu_ms

_CLEAR = "TRUNCATE matches_queuesource, matches_queuegroup, matches_slot, leases_lease, matches_match CASCADE"
_SOURCES = """
INSERT INTO matches_queuegroup (name, spent_ms) SELECT 'ladder:s' || n, 0 FROM generate_series(1, %(sources)s) n;
INSERT INTO matches_queuesource (name, "group", kind, spent_ms, is_waiting, is_paused)
SELECT 'ladder:s' || n, 'ladder:s' || n, 'ladder', 0, true, false FROM generate_series(1, %(sources)s) n;
INSERT INTO matches_match (kind, key, source, variant, is_rated, period, place, state, reason, secret, deal_scope,
    blocks_planned, max_faults, created_at, deadline)
SELECT 'ladder', 'm' || n, 'ladder:s' || n, 'diamoniak-2', false, '', 0, 'running', '', 's', 's', 1, 3, now(),
    now() + interval '1 day' FROM generate_series(1, %(sources)s) n;
"""
_GAMES = """
WITH blocks AS (
    INSERT INTO matches_block (match_id, number, seed, is_finished, has_fault)
    SELECT match.id, %(first)s + n, '\\x00', false, false FROM generate_series(1, %(games)s / %(sources)s) n,
        matches_match match RETURNING id, match_id
)
INSERT INTO matches_game (block_id, number, source, variant, salt, commitment, state, reason, queued_at, deadline, bots,
    expected_ms, plays_alone, attempt_count, void_count, termination, decision_count, transcript_hash, payload_hash)
SELECT blocks.id, 0, match.source, 'diamoniak-2', '\\x00', '', 'queued', '', %(queued_at)s, now() + interval '1 day',
    CASE WHEN %(bots)s = 0 THEN '{}'::bigint[]
         ELSE ARRAY[%(bot_base)s + blocks.id / 20 %% %(bots)s,
                    %(bot_base)s + %(bots)s + blocks.id / 20 * 7 %% %(bots)s] END,
    %(expected_ms)s, false, 0, 0, '', 0, '', ''
FROM blocks JOIN matches_match match ON match.id = blocks.match_id
"""


def fill(games: int, sources: int, *, capped: int = 0, bots: int = 0, expected_ms: int = 8) -> None:
    """``capped`` games of bots at their cap stand before all others. Matches are twenty games of the same bots."""
    from django.db import connection  # noqa: PLC0415 - the settings need the addresses
    from django.utils import timezone  # noqa: PLC0415 - as above

    now = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute(_CLEAR)
        cursor.execute(_SOURCES, {"sources": sources})
        common: dict[str, Any] = {"sources": sources, "queued_at": now, "expected_ms": expected_ms}
        if capped:
            cursor.execute(_GAMES, {**common, "games": capped, "first": 0, "bots": 5, "bot_base": 1})
            cursor.execute(
                "INSERT INTO matches_slot (kind, owner, number, lease_token) SELECT 'bot', bot, place, "
                "gen_random_uuid() FROM generate_series(1, 5) bot, generate_series(0, 3) place"
            )
        cursor.execute(_GAMES, {**common, "games": games, "first": capped, "bots": bots, "bot_base": 1000})
        cursor.execute("ANALYZE")


@dataclass
class Claims:
    count: int = 0
    games: int = 0
    spent_ms: float = 0.0
    """Of waiting for an answer."""


def claim_for(seconds: float, *, give_back: bool = False) -> Claims:
    """In one process, until the time is over or the queue is empty."""
    from arena.matches.actions.claim import claim  # noqa: PLC0415 - as above
    from arena.matches.actions.hand_in import hand_in  # noqa: PLC0415 - as above

    claims = Claims()
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds and (batch := claim(f"claimer-{os.getpid()}")):
        claims.count += 1
        claims.games += len(batch.games)
        if give_back:
            hand_in(batch, [])
    claims.spent_ms = 1000 * (time.perf_counter() - begin)
    return claims


def one_of_many(moment: float, seconds: float) -> Claims:
    """Bots have few places: whoever takes them for good would soon measure that there are none."""
    claim_for(0.01, give_back=True)  # connected, and all statements known
    time.sleep(max(0.0, moment - time.time()))
    return claim_for(seconds, give_back=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.platform.claims", description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--largest", type=int, default=1_000_000)
    parser.add_argument("--processes", type=int, default=100)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="karma-benchmark-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        with arena.running(folder) as site:
            report(site, wanted)


def report(site: arena.Arena, wanted: argparse.Namespace) -> None:
    sizes = [size for size in (1_000, 100_000, 1_000_000) if size <= wanted.largest]
    queues = [(f"{size:,} queued, 1 source", {"games": size, "sources": 1}) for size in sizes]
    queues += [(f"{sizes[-1]:,} queued, 500 sources", {"games": sizes[-1], "sources": 500})]
    queues += [("10,000 capped before 100,000", {"games": min(100_000, sizes[-1]), "sources": 1, "capped": 10_000})]
    print(f"{'queue':<36}{'ms a claim':>12}{'PostgreSQL CPU ms':>20}{'games a claim':>15}")
    used = {label: _one_after_another(site, label, queue, wanted.seconds) for label, queue in queues}
    reference, *others = used
    figures = [
        Figure(f"CPU of PostgreSQL a claim: {label} / {reference}", used[label] / used[reference], 2.5)
        for label in others
    ]
    for label, bots in (("house bots", 0), ("400 uploaded bots", 200)):
        fill(300_000, 20, bots=bots, expected_ms=40 if bots else 8)
        claims, games = _all_at_once(wanted.processes, wanted.seconds)
        print(f"{wanted.processes} processes at once, {label}: {claims:,.0f} claims a second")
        figures.append(Figure(f"{wanted.processes} processes, {label}: games claimed a second", games, 2000, True))
    show(figures)


def _one_after_another(site: arena.Arena, label: str, queue: dict[str, int], seconds: float) -> float:
    """Milliseconds of PostgreSQL's processor that a claim takes."""
    spent_ms, used_ms, claims, games = 0.0, 0.0, 0, 0
    while spent_ms < 1000 * seconds:  # a short queue is soon empty, and then filled again
        fill(**queue, expected_ms=100)  # ten games a batch
        _come_to_rest()
        claim_for(0.01)
        before = cpu_ms(site.postgres)
        part = claim_for(seconds)
        used_ms += cpu_ms(site.postgres) - before
        spent_ms, claims, games = spent_ms + part.spent_ms, claims + part.count, games + part.games
    print(f"{label:<36}{spent_ms / claims:>12.2f}{used_ms / claims:>20.2f}{games / claims:>15.1f}", flush=True)
    return used_ms / claims


def _come_to_rest() -> None:
    """What the server would do for the new rows at some time of its own is no claim's cost."""
    from django.db import connection  # noqa: PLC0415 - as above

    with connection.cursor() as cursor:
        cursor.execute("VACUUM matches_game, matches_block, matches_match")
        cursor.execute("CHECKPOINT")


def _all_at_once(processes: int, seconds: float) -> tuple[float, float]:
    """Claims and games a second."""
    from django.db import connection  # noqa: PLC0415 - as above

    connection.close()  # each process opens its own
    moment = time.time() + 5 + 0.05 * processes
    with ProcessPoolExecutor(processes, mp_context=get_context("fork")) as pool:
        parts = list(pool.map(one_of_many, [moment] * processes, [seconds] * processes))
    return sum(part.count for part in parts) / seconds, sum(part.games for part in parts) / seconds


if __name__ == "__main__":
    main()
