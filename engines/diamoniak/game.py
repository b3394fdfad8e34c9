"""Diamoniak as the arena shows it."""

from engines.compiled import HERE
from engines.diamoniak import ENGINE
from engines.diamoniak.observe import observe
from engines.games import Colours, Game

GAME = Game(
    engine=ENGINE,
    title="Diamoniak",
    summary="Turn cards and build a castle of six parts. Stop in time: one witch and the turn is gone.",
    skill="pushing your luck",
    folder=HERE / "diamoniak",
    place=30,
    colours=Colours("#0b6d96", "#dcf0f8", "#6fcdf2", "#0d2f3d", "#0b6d96"),
    house="engines.diamoniak.house",
    habits="engines.diamoniak.habits",
    lesson="engines.diamoniak.lesson",
    sdk="engines.diamoniak.sdk",
    observe=observe,
)
