"""Every index of a table that grows with the games costs each of them some bytes for ever."""

import pytest
from django.db import connection

from arena.matches.models import StoredReplay
from benchmarks.growth.plans import GROWING

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
