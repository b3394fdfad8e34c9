"""Shards: files of decisions, made whole or not at all.

A shard holds the decisions of some hundred games, so neither whoever writes nor whoever reads needs much memory. It
gets its name when it is complete; what a stopped program left behind is written over.
"""

import gzip
import os
from collections.abc import Iterable
from dataclasses import asdict
from enum import Enum
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import orjson

from referee.learning.decisions import Decision
from referee.words import t

ROW_GROUP = 4096
"""Decisions that are in memory at once while Parquet is written: some 10 MB."""


class Form(Enum):
    LINES = "jsonl"
    PARQUET = "parquet"

    @property
    def ending(self) -> str:
        return "jsonl.gz" if self is Form.LINES else "parquet"


def lacks(form: Form) -> str:
    """What this machine needs to write a form; empty if nothing."""
    if form is Form.PARQUET and find_spec("pyarrow") is None:
        return t("Parquet needs pyarrow. Fix: pip install 'karma-arena[parquet]', or take --format jsonl")
    return ""


def write_shard(folder: Path, number: int, form: Form, decisions: Iterable[Decision]) -> tuple[Path, int]:
    """The file and how many decisions are in it."""
    place = folder / f"decisions-{number:05d}.{form.ending}"
    unfinished = place.with_name(f"{place.name}.part")
    count = (_write_lines if form is Form.LINES else _write_parquet)(unfinished, decisions)
    with unfinished.open("rb") as file:
        os.fsync(file.fileno())
    unfinished.replace(place)
    return place, count


def line_of(decision: Decision) -> bytes:
    return orjson.dumps(decision) + b"\n"


def _write_lines(place: Path, decisions: Iterable[Decision]) -> int:
    count = 0
    with place.open("wb") as file, gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, mtime=0, filename="") as out:
        for decision in decisions:
            out.write(line_of(decision))
            count += 1
    return count


def _write_parquet(place: Path, decisions: Iterable[Decision]) -> int:
    import pyarrow as pa  # noqa: PLC0415 - an extra
    from pyarrow import parquet  # noqa: PLC0415

    schema = _schema(pa)
    count = 0
    waiting: list[dict[str, Any]] = []
    with parquet.ParquetWriter(place, schema, compression="zstd") as writer:
        for decision in decisions:
            waiting.append(_row(decision))
            count += 1
            if len(waiting) >= ROW_GROUP:
                writer.write_table(pa.Table.from_pylist(waiting, schema))
                waiting = []
        if waiting:
            writer.write_table(pa.Table.from_pylist(waiting, schema))
    return count


def _row(decision: Decision) -> dict[str, Any]:
    """Views and actions differ from game to game, so a column holds them as JSON."""
    row = asdict(decision)
    for name in ("view", "action_json"):
        row[name] = orjson.dumps(row[name]).decode()
    return row


def _schema(pa: Any) -> Any:
    return pa.schema({
        "game": pa.string(), "variant": pa.string(), "rules_version": pa.int16(), "number": pa.int32(),
        "seat": pa.int8(), "side": pa.int8(), "bot": pa.string(), "version": pa.string(), "by_house": pa.bool_(),
        "decision": pa.string(), "view": pa.string(), "legal": pa.list_(pa.int16()), "action": pa.int16(),
        "action_json": pa.string(), "charged_ms": pa.float32(), "rank": pa.int8(), "points": pa.float32(),
        "termination": pa.string(), "fault": pa.string(),
    })  # fmt: skip
