from arena.tables.models.day import DayDeal
from arena.tables.models.rating import PersonRating
from arena.tables.models.sitting import Sitter, Sitting
from arena.tables.models.table import OPEN_STATES, Table, TableKind, TableState
from arena.tables.models.turn import Turn, TurnState

__all__ = [
    "OPEN_STATES",
    "DayDeal",
    "PersonRating",
    "Sitter",
    "Sitting",
    "Table",
    "TableKind",
    "TableState",
    "Turn",
    "TurnState",
]
