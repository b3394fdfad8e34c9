"""Karma as the arena shows it."""

from engines.compiled import HERE
from engines.games import Colours, Game
from engines.karma import ENGINE
from engines.karma.observe import observe

GAME = Game(
    engine=ENGINE,
    title="Karma",
    summary="Be rid of your cards: hand, then table, then the three you have never seen. The last to hold any loses.",
    skill="timing and tempo",
    folder=HERE / "karma",
    place=10,
    colours=Colours("#b82a22", "#fbe3df", "#ff8a7e", "#3d1714", "#c62f27"),
    house="engines.karma.house",
    habits="engines.karma.habits",
    lesson="engines.karma.lesson",
    sdk="engines.karma.sdk",
    observe=observe,
)
