"""Karmaka: climb from Dung Beetle to Transcendence. The rules for people are in this folder's README."""

from engines.karmaka.engine import KarmakaEngine
from engines.karmaka.position import position

ENGINE = KarmakaEngine()

__all__ = ["ENGINE", "position"]
