"""The oracle of Diamoniak."""

from engines import engine
from tests.engines.oracles.diamoniak.game import Diamoniak
from tests.engines.oracles.diamoniak.rare import RARE, story
from tests.engines.oracles.interface import Game, Json


def zones_of_save(saved: Json) -> Json:
    return {zone: saved[zone] for zone in ("draw", "returned", "shown", "seats")}


DRAW_BEFORE_BUY = ("diamoniak-2+drawBeforeBuy", "diamoniak-3+drawBeforeBuy", "diamoniak-4+drawBeforeBuy+lockColour")

ORACLE = Game(
    slugs=(
        "diamoniak-2",
        "diamoniak-3",
        "diamoniak-4",
        "diamoniak-2+buyAfterDraw",
        "diamoniak-2+lockColour",
        "diamoniak-3+lockColour",
        "diamoniak-4+buyAfterDraw+lockColour",
        *(DRAW_BEFORE_BUY if "drawBeforeBuy" in engine("diamoniak").options else ()),
    ),
    deal=Diamoniak,
    zones_of_save=zones_of_save,
    story=story,
    rare=RARE,
    tempers=("even", "even", "bold", "timid", "spoiler", "trader"),
)
