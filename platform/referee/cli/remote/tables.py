"""Rows of an answer as a table."""

from collections.abc import Sequence

from rich.table import Table

from referee.cli.output import here, out, plain


def show_rows(titles: tuple[str, ...], rows: Sequence[tuple[str, ...]], empty: str) -> None:
    if not rows:
        out.print(plain(empty))
        return
    table = Table(*(here(title) for title in titles), box=None)
    for row in rows:
        table.add_row(*(plain(cell) for cell in row))
    out.print(table)
