"""Karmaka, written down a second time from its rules page and the leaflet."""

from tests.engines.oracles.interface import Game
from tests.engines.oracles.karmaka.oracle import KarmakaOracle, zones_of_save
from tests.engines.oracles.karmaka.rare import RARE, story
from tests.engines.oracles.karmaka.tempers import TEMPERS

ORACLE = Game(
    slugs=(
        "karmaka-2",
        "karmaka-3",
        "karmaka-4",
        "karmaka-2v2",
        "karmaka-wolf",
        "karmaka-wolf+wolfSeat=1",
        "karmaka-wolf+wolfSeat=2",
    ),
    deal=KarmakaOracle,
    zones_of_save=zones_of_save,
    story=story,
    rare=RARE,
    tempers=tuple(TEMPERS),
)
