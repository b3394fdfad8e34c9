"""Leaderboards as bytes: every value of every line, floats without loss."""

from collections.abc import Iterator

import orjson

from arena.ratings.models import Pool, Snapshot, Standing


def boards() -> Iterator[tuple[str, bytes]]:
    """A name and the content for each pool. Two databases with the same bytes show the same leaderboards."""
    for pool in Pool.objects.order_by("variant", "season"):
        lines = Standing.objects.filter(pool=pool).order_by("position", "version_id").values()
        trend = Snapshot.objects.filter(period__pool=pool).order_by("period__number", "version_id").values()
        whole = {"pool": str(pool), "events": pool.last_seq, "lines": list(lines), "trend": list(trend)}
        yield f"{pool.variant}-season-{pool.season}.json", orjson.dumps(whole, option=orjson.OPT_SORT_KEYS)
