"""Information-set Monte Carlo tree search for any game of the arena.

    from bots.sdk.search import Search

    def choose(self, request: Request) -> Action:
        return Search(self.rng).best(request)

Each simulation imagines the hidden cards anew in agreement with the view (``engines.Engine.imagine``), walks down one
tree shared by all of them, plays on with ``rollout`` and books the points. Needs the package ``engines``, which is
there in the arena's Python runtime and wherever ``arena`` is installed.
"""

import math
import time
from collections.abc import Callable
from random import Random

from bots.sdk.messages import Action, Request
from engines import State, engine

Rollout = Callable[[State, Random], int]
"""Chooses one of ``state.legal_actions()`` in the part of a simulation that is not in the tree."""

_SAFETY = 0.6
"""Part of the free decision time that ``best`` uses unless told otherwise."""
_PATIENCE = 3.0
"""How many times its time a search may last on the wall: on a busy machine a bot waits for its core. The arena bears
with four times the limit."""


def any_legal(state: State, rng: Random) -> int:
    """The plainest rollout. A little knowledge of the game here is worth more than many simulations."""
    return rng.choice(state.legal_actions())


class _Node:
    """What is known about one action in one place of the tree, from the eyes of the seat that plays it."""

    __slots__ = ("children", "seen", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[int, _Node] = {}
        self.visits = 0
        self.seen = 0
        self.total = 0.0

    def value(self, explore: float) -> float:
        """UCB1 with the number of times the action was available in place of the parent's visits."""
        return self.total / self.visits + explore * math.sqrt(math.log(self.seen) / self.visits)


class _Stopwatch:
    """Runs for so many seconds of processor time, and in any case not much longer on the wall."""

    __slots__ = ("_charged", "_wall")

    def __init__(self, seconds: float) -> None:
        self._charged = time.process_time() + seconds
        self._wall = time.perf_counter() + seconds * _PATIENCE

    def is_running(self) -> bool:
        return time.process_time() < self._charged and time.perf_counter() < self._wall


class Search:
    """Settings of a search; it keeps nothing from one request to the next."""

    def __init__(self, rng: Random, rollout: Rollout = any_legal, depth: int = 60, explore: float = 0.7) -> None:
        """``depth``: decisions after which a simulation is cut and judged by ``State.progress``."""
        self.rng = rng
        self.rollout = rollout
        self.depth = depth
        self.explore = explore
        self.simulations = 0
        """How many the last call of ``best`` made."""

    def best(self, request: Request, simulations: int | None = None, milliseconds: float | None = None) -> Action:
        """The most visited action. Stops at either limit; by default at 60 % of the free time of the decision.

        Time is what the arena charges: the processor time of this process, not the time on the wall, in which others
        may have had the core.
        """
        limit_ms = milliseconds or request.clock.decision_ms * _SAFETY
        clock = _Stopwatch(math.inf if simulations and not milliseconds else limit_ms / 1000)
        root = _Node()
        rules = engine(str(request.view["game"]))
        self.simulations = 0
        while self.simulations < (simulations or math.inf) and (clock.is_running() or not root.children):
            self._simulate(root, rules.imagine(request.view, self.rng), request.seat)
            self.simulations += 1
        # The imagined states allow the same actions as the real one; the guard costs nothing and a fault costs a game.
        legal = [action for action in request.legal if action.id in root.children]
        return max(legal or request.legal, key=lambda action: root.children[action.id].visits if legal else 0)

    def _simulate(self, root: _Node, state: State, seat: int) -> None:
        path: list[tuple[_Node, int]] = []
        node = root
        actor = seat
        while not state.is_over():
            action, fresh = self._pick(node, state.legal_actions(actor))
            node = node.children[action]
            path.append((node, state.variant.side_of(actor)))
            state.apply(action, actor)
            if fresh:
                break
            actor = state.actor()
        self._play_on(state)
        worth = points(state)
        for visited, side in path:
            visited.visits += 1
            visited.total += worth[side]

    def _pick(self, node: _Node, legal: list[int]) -> tuple[int, bool]:
        """An action never tried before, else the most promising one."""
        children = node.children
        untried = [action for action in legal if action not in children]
        for action in legal:
            if action in children:
                children[action].seen += 1
        if untried:
            action = self.rng.choice(untried)
            children[action] = _Node()
            children[action].seen = 1
            return action, True
        return max(legal, key=lambda action: children[action].value(self.explore)), False

    def _play_on(self, state: State) -> None:
        for _ in range(self.depth):
            if state.is_over():
                return
            state.apply(self.rollout(state, self.rng))


def points(state: State) -> list[float]:
    """Points per side: (sides beaten + half of those tied) / (sides - 1), by ranks or, before the end, by progress."""
    if state.is_over():
        return _points([[-rank] for rank in state.ranks()])
    return _points(state.progress())


def _points(standing: list[list[int]]) -> list[float]:
    others = len(standing) - 1
    return [
        (sum(mine > other for other in standing) + 0.5 * (sum(mine == other for other in standing) - 1)) / others
        for mine in standing
    ]
