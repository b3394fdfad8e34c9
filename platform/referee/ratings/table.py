"""Rated games in columns: what the log keeps of a closed period beside its events, and what a fit of millions reads.

Entrants are numbers here (bot versions). One table holds games of one shape, in the order of the log.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.void]
FAULT: Final = 1 << 15
"""Flag of a game that ended by a fault; the bits below it name the seats whose bots faulted."""
PIECE: Final = 1 << 18
"""Rows that are worked on at a time: their columns of numbers take some ten MB, not the whole season's."""


class Form(NamedTuple):
    """What games need in common to share a table."""

    policy: str
    sizes: tuple[int, ...]
    roles: tuple[str, ...]

    @property
    def dtype(self) -> np.dtype[np.void]:
        """Little-endian on every machine: the bytes are stored."""
        return np.dtype([
            ("seq", "<i4"), ("game", "<i8"), ("block", "<i8"), ("flags", "<u2"),
            ("members", "<i4", (sum(self.sizes),)), ("ranks", "<i1", (len(self.sizes),)),
        ])  # fmt: skip


@dataclass(frozen=True, eq=False)
class Table:
    form: Form
    rows: Rows

    @property
    def members(self) -> NDArray[np.int32]:
        """Side after side."""
        return self.rows["members"]

    @property
    def ranks(self) -> NDArray[np.int8]:
        return self.rows["ranks"]

    @property
    def ended_by_fault(self) -> NDArray[np.bool_]:
        return np.asarray(self.rows["flags"] & FAULT != 0)

    def faulted(self, seat: int) -> NDArray[np.bool_]:
        return np.asarray(self.rows["flags"] & (1 << seat) != 0)

    def pieces(self) -> Iterator["Table"]:
        """Some games at a time: what is computed of a row in doubles must not stand in memory for all of them."""
        for start in range(0, len(self.rows), PIECE):
            yield Table(self.form, self.rows[start : start + PIECE])

    def only(self, keep: NDArray[np.bool_]) -> "Table":
        return self if keep.all() else Table(self.form, self.rows[keep])

    def without(self, games: Collection[int]) -> "Table":
        if not games:
            return self
        return self.only(~np.isin(self.rows["game"], np.fromiter(games, dtype=np.int64)))

    def is_first_seat(self) -> NDArray[np.bool_]:
        """False where a bot sits a second time in its game: who fills both seats of a pair has played one game."""
        members = self.members
        first = np.ones(members.shape, dtype=bool)
        for seat in range(1, members.shape[1]):
            for earlier in range(seat):
                first[:, seat] &= members[:, seat] != members[:, earlier]
        return first


def tables_of(events: Iterable[tuple[int, int, Mapping[str, Any]]]) -> list[Table]:
    """From (number in the log, game, payload), forms in the order in which they turn up."""
    rows: dict[Form, list[tuple[Any, ...]]] = {}
    for seq, game, entry in events:
        sides: Sequence[Sequence[int]] = entry["sides"]
        members = tuple(member for side in sides for member in side)
        form = Form(entry["policy"], tuple(map(len, sides)), tuple(entry["roles"]))
        faulted = set(entry.get("faulted", ()))
        flags = sum(1 << seat for seat, member in enumerate(members) if member in faulted)
        rows.setdefault(form, []).append(
            (seq, game, entry["block"], flags | (FAULT if entry["fault"] else 0), members, tuple(entry["ranks"]))
        )
    return [Table(form, np.array(values, dtype=form.dtype)) for form, values in rows.items()]


def joined(tables: Iterable[Table]) -> list[Table]:
    """One table of each form, forms in their order."""
    parts: dict[Form, list[Rows]] = {}
    for table in tables:
        parts.setdefault(table.form, []).append(table.rows)
    return [Table(form, np.concatenate(parts[form])) for form in sorted(parts)]
