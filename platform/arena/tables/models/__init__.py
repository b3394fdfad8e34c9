from arena.tables.models.day import DayDeal
from arena.tables.models.sitting import Sitter, Sitting
from arena.tables.models.table import OPEN_STATES, Table, TableKind, TableState

__all__ = ["OPEN_STATES", "DayDeal", "Sitter", "Sitting", "Table", "TableKind", "TableState"]
