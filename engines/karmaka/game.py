"""Karmaka as the arena shows it."""

from engines.compiled import HERE
from engines.games import Colours, Game
from engines.karmaka import ENGINE
from engines.karmaka.observe import observe

GAME = Game(
    engine=ENGINE,
    title="Karmaka",
    summary="Climb from Dung Beetle to Transcendence. Every deed you play on a rival may be theirs in the next life.",
    seats="2 to 4 seats, also in teams",
    skill="planning ahead",
    folder=HERE / "karmaka",
    place=20,
    colours=Colours("#5444c2", "#e7e4fa", "#b1a5ff", "#241f4a", "#5444c2"),
    house="engines.karmaka.house",
    habits="engines.karmaka.habits",
    lesson="engines.karmaka.lesson",
    sdk="engines.karmaka.sdk",
    observe=observe,
)
