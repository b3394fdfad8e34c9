"""How the house plays Karma."""

from engines.house import Hooks, House
from engines.insight import Features, Insight
from engines.karma import features
from engines.karma.house import expert, greedy
from engines.karma.house.evaluation import evaluate

HOUSE = House(
    greedy=greedy.choose,
    expert=expert.choose,
    search=Hooks(
        expert=expert.choose,
        rollout=expert.choose,
        evaluate=evaluate,
        depth=60,  # half a game of two: many end within it, which says more than the evaluation does
        simulations_per_ms=0.4,
        confidence=0.7,
    ),
    insight=Insight(features.redeal, features.chance_used, Features(features.of_seat, features.of_table)),
)
