"""The oracle of Diamoniak."""

from tests.engines.oracles.diamoniak.game import Diamoniak
from tests.engines.oracles.diamoniak.rare import RARE, story
from tests.engines.oracles.interface import Game, Json


def zones_of_save(saved: Json) -> Json:
    return {zone: saved[zone] for zone in ("draw", "returned", "shown", "seats")}


ORACLE = Game(
    slugs=(
        "diamoniak-2",
        "diamoniak-3",
        "diamoniak-4",
        "diamoniak-2+buyAfterDraw",
        "diamoniak-2+lockColour",
        "diamoniak-3+lockColour",
        "diamoniak-4+buyAfterDraw+lockColour",
        "diamoniak-2+drawBeforeBuy",
        "diamoniak-3+drawBeforeBuy",
        "diamoniak-4+drawBeforeBuy+lockColour",
    ),
    deal=Diamoniak,
    zones_of_save=zones_of_save,
    story=story,
    rare=RARE,
    tempers=("even", "even", "bold", "timid", "spoiler", "trader"),
)
