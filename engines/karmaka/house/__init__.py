"""How the house plays Karmaka."""

from engines.house import House
from engines.insight import Features, Insight
from engines.karmaka import features
from engines.karmaka.house import expert, greedy
from engines.karmaka.house.search import SEARCH

HOUSE = House(
    greedy.choose,
    expert.choose,
    SEARCH,
    Insight(features.redeal, features.chance_used, Features(features.of_seat, features.of_table)),
)
