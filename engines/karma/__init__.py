"""Karma: get rid of all cards; the last seat that holds cards loses. Rules: ``README.md`` in this folder."""

from engines.karma.engine import ENGINE
from engines.karma.position import position
from engines.karma.state import KarmaState

__all__ = ["ENGINE", "KarmaState", "position"]
