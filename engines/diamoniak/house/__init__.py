"""How the house plays Diamoniak."""

from engines.diamoniak import features
from engines.diamoniak.house import expert, greedy
from engines.diamoniak.house.search import SEARCH
from engines.house import House
from engines.insight import Features, Insight

HOUSE = House(
    greedy.choose,
    expert.choose,
    SEARCH,
    # The careful expert calls small and odd things mistakes: its decisions are no measure for others.
    Insight(
        features.redeal, features.chance_used, Features(features.of_seat, features.of_table), judges_decisions=False
    ),
)
