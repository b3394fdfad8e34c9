"""How the house plays Diamoniak."""

from engines.diamoniak.house import expert, greedy
from engines.diamoniak.house.search import SEARCH
from engines.house import House

HOUSE = House(greedy.choose, expert.choose, SEARCH)
