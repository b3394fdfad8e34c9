"""A state as JSON: the public view, plus the order of the draw pile, the seed and the events."""

from engines.diamoniak.cards import names
from engines.diamoniak.table import Table
from engines.diamoniak.view import view_of
from engines.interface import PUBLIC, Json


def saved_state(table: Table) -> Json:
    saved = view_of(table, PUBLIC)
    del saved["seat"], saved["unseen"]
    saved["draw"] = names(table.draw_pile())
    saved["seed"] = table.deal.seed.hex()
    saved["events"] = None if table.log is None else copied_events(table.log)
    return saved


def copied_events(events: list[Json]) -> list[Json]:
    """Copies that their reader may change. Values of events are plain, or lists of plain values."""
    return [{key: value[:] if isinstance(value, list) else value for key, value in each.items()} for each in events]
