"""Every index of a table that grows with the games costs each of them some bytes for ever."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.db import connection

from arena.lib import prepared
from arena.matches.actions.claim import claim
from arena.matches.models import StoredReplay
from arena.matches.sql import claiming
from benchmarks.growth.plans import GROWING
from benchmarks.platform.claims import fill

pytestmark = pytest.mark.django_db

# An index that is no more than the beginning of another one: whoever asks it can ask the other.
SPARE = """
SELECT spare.indexrelid::regclass::text FROM pg_index spare
JOIN pg_index other ON other.indrelid = spare.indrelid AND other.indexrelid <> spare.indexrelid
WHERE spare.indrelid::regclass::text = ANY(%s) AND NOT spare.indisunique
  AND spare.indpred IS NULL AND other.indpred IS NULL
  AND other.indkey::text || ' ' LIKE spare.indkey::text || ' %%'
  AND other.indclass::text || ' ' LIKE spare.indclass::text || ' %%'
"""
PATTERNS = """
SELECT entry.indexrelid::regclass::text FROM pg_index entry
JOIN pg_opclass sort ON sort.oid = ANY(entry.indclass::oid[])
WHERE entry.indrelid = 'matches_storedreplay'::regclass AND sort.opcname LIKE '%pattern_ops'
"""


def test_no_index_is_the_beginning_of_another() -> None:
    with connection.cursor() as cursor:
        cursor.execute(SPARE, [sorted(GROWING)])
        assert cursor.fetchall() == []


def test_nobody_looks_for_the_beginning_of_a_hash() -> None:
    with connection.cursor() as cursor:
        cursor.execute(PATTERNS)
        assert cursor.fetchall() == []


def test_replays_to_verify_are_found_without_reading_those_that_were() -> None:
    never = StoredReplay.objects.filter(verified_at=None).order_by("id")[:10]
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    assert "Index Scan using replays_to_verify" in never.explain()


def test_games_of_bots_at_their_cap_at_the_head_are_not_walked_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of the queue is of the lane that is asked for, so the index by age looks good, and its head is of no use."""
    fill(4000, 1, capped=1000, expected_ms=100)
    asked: dict[str, Mapping[str, Any]] = {}

    def rows(statement: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        asked[statement] = values
        return answer(statement, values)

    answer = prepared.rows
    monkeypatch.setattr(prepared, "rows", rows)
    batch = claim("w")
    assert batch is not None
    assert len(batch.games) == 10
    with connection.cursor() as cursor:
        for statement, index in ((claiming.TAKE_BY_AGE, "queue_order"), (claiming.TAKE_BY_LANE, "queue_lanes")):
            for mode in ("force_generic_plan", "force_custom_plan"):
                cursor.execute(f"SET LOCAL plan_cache_mode = {mode}")
                plan = "\n".join(row[0] for row in prepared.rows(f"EXPLAIN {statement}", asked[statement]))
                assert set(re.findall(r"using (queue_\w+) on matches_game game(?:_2)? ", plan)) == {index}, plan
