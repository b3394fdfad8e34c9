"""The oracle of Karma."""

from tests.engines.oracles.interface import Game, Json
from tests.engines.oracles.karma.game import Karma
from tests.engines.oracles.karma.rare import RARE, story


def zones_of_save(saved: Json) -> Json:
    return {zone: saved[zone] for zone in ("draw", "pile", "box", "out", "seats")}


ORACLE = Game(
    slugs=(
        *(f"karma-{seats}" for seats in range(2, 7)),
        *(f"karma-{seats}-foresight" for seats in range(2, 7)),
        "karma-3+fullOrder",
        "karma-2+strictFollowUp",
        "karma-4-foresight+strictFollowUp",
        "karma-5+fullOrder+strictFollowUp",
        "karma-6+strictFollowUp",
    ),
    deal=Karma,
    zones_of_save=zones_of_save,
    story=story,
    rare=RARE,
    tempers=("even", "keen", "keen", "sets", "collector", "karma first", "hoarder"),
)
