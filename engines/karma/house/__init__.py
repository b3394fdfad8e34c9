"""How the house plays Karma."""

from engines.house import Hooks, House
from engines.karma.house import expert, greedy
from engines.karma.house.evaluation import evaluate

HOUSE = House(greedy.choose, expert.choose, Hooks(expert.choose, expert.choose, evaluate, 60, 0.4, 0.7))
