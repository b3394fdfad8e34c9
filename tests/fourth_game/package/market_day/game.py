"""What Market Day says about itself. Art, colours, a web table and house policies are left to the arena."""

from pathlib import Path

from engines.games import Game
from market_day.engine import ENGINE

GAME = Game(
    engine=ENGINE,
    title="Market Day",
    summary="Bid coin by coin for lots of unknown order. The highest coin buys, and every coin is spent only once.",
    skill="reading the others",
    folder=Path(__file__).parent,
)
