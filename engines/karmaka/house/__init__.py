"""How the house plays Karmaka."""

from engines.house import House
from engines.karmaka.house import expert, greedy
from engines.karmaka.house.search import SEARCH

HOUSE = House(greedy.choose, expert.choose, SEARCH)
