"""A state as JSON: the public view, plus the order of the draw pile, the seed and the events."""

from engines.diamoniak.cards import names
from engines.diamoniak.table import Table
from engines.diamoniak.view import view_of
from engines.interface import PUBLIC, Json
from engines.logs import copied


def saved_state(table: Table) -> Json:
    saved = view_of(table, PUBLIC)
    del saved["seat"], saved["unseen"]
    saved["draw"] = names(table.draw_pile())
    saved["seed"] = table.deal.seed.hex()
    saved["events"] = None if table.log is None else [copied(event) for event in table.log]
    return saved
