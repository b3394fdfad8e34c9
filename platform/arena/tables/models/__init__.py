from arena.tables.models.sitting import Sitter, Sitting
from arena.tables.models.table import OPEN_STATES, Table, TableKind, TableState

__all__ = ["OPEN_STATES", "Sitter", "Sitting", "Table", "TableKind", "TableState"]
