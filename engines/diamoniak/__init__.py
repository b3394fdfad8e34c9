"""Diamoniak: draw parts of a castle, keep off the witches. The rules for people are in this folder's README."""

from engines.diamoniak.engine import DiamoniakEngine
from engines.diamoniak.position import position

ENGINE = DiamoniakEngine()

__all__ = ["ENGINE", "position"]
