"""The results of a pool as Parquet, for data frames: the games of ``results``, typed and in columns.

Needs pyarrow, which is an extra of the package (``karma-arena[parquet]``): 50 MB that nobody needs to play.
"""

from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import orjson

from referee.ratings.errors import RatingInputError
from referee.ratings.results import FORMAT, Header, Results, as_values, events_of, header_of
from referee.ratings.table import FAULT, Table, joined, tables_of
from referee.words import t

if TYPE_CHECKING:
    import pyarrow

ROW_GROUP: Final = 1 << 16
"""Games that are in memory at once while a file is made or read."""


def is_available() -> bool:
    return find_spec("pyarrow") is not None


class _Sink:
    """Takes what the writer writes until it is sent."""

    closed = False

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def write(self, part: Any) -> int:
        self._parts.append(bytes(part))
        self._size += len(self._parts[-1])
        return len(self._parts[-1])

    def tell(self) -> int:
        return self._size

    def flush(self) -> None: ...

    def close(self) -> None: ...

    def taken(self) -> bytes:
        parts, self._parts = self._parts, []
        return b"".join(parts)


def parquet_of(header: Header, periods: Iterable[Sequence[Table]]) -> Iterator[bytes]:
    """Parts of the file, a row group at a time; games in the order of the log."""
    import pyarrow as pa  # noqa: PLC0415 - an extra
    from pyarrow import parquet  # noqa: PLC0415

    sink = _Sink()
    schema = _schema(pa).with_metadata({FORMAT: orjson.dumps(as_values(header))})
    with parquet.ParquetWriter(sink, schema) as writer:
        waiting: list[pyarrow.Table] = []
        for tables in periods:
            waiting.append(pa.concat_tables([_columns(pa, table, schema) for table in tables]).sort_by("seq"))
            if sum(len(batch) for batch in waiting) >= ROW_GROUP:
                writer.write_table(pa.concat_tables(waiting))
                waiting = []
                yield sink.taken()
        if waiting:
            writer.write_table(pa.concat_tables(waiting))
    yield sink.taken()


def _schema(pa: Any) -> Any:
    return pa.schema({
        "seq": pa.int32(), "game": pa.int64(), "block": pa.int64(), "policy": pa.string(),
        "sizes": pa.list_(pa.int8()), "members": pa.list_(pa.int32()), "ranks": pa.list_(pa.int8()),
        "roles": pa.list_(pa.string()), "fault": pa.bool_(), "faulted": pa.list_(pa.bool_()),
    })  # fmt: skip


def _columns(pa: Any, table: Table, schema: Any) -> Any:
    rows, form, count = table.rows, table.form, len(table.rows)
    seats = sum(form.sizes)
    faulted = (rows["flags"][:, None] >> np.arange(seats)) & 1 == 1
    lists = {
        "sizes": np.tile(np.array(form.sizes, dtype=np.int8), count),
        "members": np.ascontiguousarray(rows["members"]).ravel(),
        "ranks": np.ascontiguousarray(rows["ranks"]).ravel(),
        "roles": pa.array(list(form.roles) * count, pa.string()),
        "faulted": faulted.ravel(),
    }
    single = {
        "seq": rows["seq"].copy(),
        "game": rows["game"].copy(),
        "block": rows["block"].copy(),
        "policy": pa.array([form.policy] * count, pa.string()),
        "fault": rows["flags"] & FAULT != 0,
    }
    made = {name: pa.array(values) if isinstance(values, np.ndarray) else values for name, values in single.items()}
    for name, values in lists.items():
        width = len(values) // max(count, 1)
        offsets = np.arange(count + 1, dtype=np.int32) * width
        made[name] = pa.ListArray.from_arrays(pa.array(offsets), pa.array(values), type=schema.field(name).type)
    return pa.table([made[name] for name in schema.names], schema=schema)


def read_parquet(path: Path) -> Results:
    if not is_available():
        raise RatingInputError(t("it is Parquet, and pyarrow is not installed. Install it, or download JSON lines."))
    from pyarrow import ArrowException, parquet  # noqa: PLC0415 - an extra

    try:
        file = parquet.ParquetFile(path)
        metadata = (file.schema_arrow.metadata or {}).get(FORMAT.encode(), b"{}")
        header = header_of(orjson.loads(metadata))
        tables: list[Table] = []
        for batch in file.iter_batches(ROW_GROUP):
            tables = joined([*tables, *tables_of(events_of(map(_game, batch.to_pylist())))])
    except ArrowException as error:
        raise RatingInputError(t("it is damaged; fetch it again ({reason}).", reason=str(error))) from error
    return Results(header, tables)


def _game(row: dict[str, Any]) -> dict[str, Any]:
    members = iter(row["members"])
    faulted = {member for member, has_failed in zip(row["members"], row["faulted"], strict=True) if has_failed}
    return {**row, "sides": [[next(members) for _ in range(size)] for size in row["sizes"]], "faulted": sorted(faulted)}
