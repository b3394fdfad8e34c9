"""The tree below one action of the search: it grows where the imagined worlds lead again and again.

One tree serves all worlds, so a seat cannot plan for cards that it does not see: what it learns about an answer is the
mean over the worlds in which it could give that answer. Choices that the searching seat would not see (a card laid
face down) are one branch. Each branch counts how often it was possible and how often it was taken, and among the
possible ones the most promising is walked on, by what it brought to the side that decides. Cards drawn on the way make
no branches of their own: with so few simulations each would be met once.

A simulation costs a good part of a millisecond, so trees stay small. A place is left to the rollout's policy until
enough worlds came by. Then that policy's choice is the first branch, and others follow one by one with further visits.
"""

from math import log, sqrt
from random import Random

from engines import State
from engines.house import Hooks

Branch = tuple[int, int]
"""The seat that acts, and what is seen of its action."""

FIRST_BRANCH = 12
"""Visits of a place before it gets branches."""
NEXT_BRANCH = 12
"""Visits of its branches before it gets another one."""
EXPLORE = 0.3
"""Weight of what is not known yet; values are 0 to 1."""


class Node:
    """A place in the tree, as the branch that leads to it."""

    __slots__ = ("branches", "possible", "total", "visits")

    def __init__(self) -> None:
        self.branches: dict[Branch, Node] = {}
        self.possible = 1
        self.visits = 0
        self.total = 0.0

    def promise(self) -> float:
        return self.total / self.visits + EXPLORE * sqrt(log(self.possible) / self.visits)


class Tree:
    """``grows=False``: the policy plays on from the very beginning."""

    def __init__(self, hooks: Hooks, seat: int, rng: Random, *, grows: bool = True) -> None:
        self._hooks = hooks
        self._seat = seat
        self._rng = rng
        self._grows = grows
        self.root = Node()

    def simulate(self, state: State) -> list[float]:
        """Play on in a world to the end or to the limit; what that is worth to each side."""
        path: list[tuple[Node, int]] = []
        policy = self._hooks.rollout
        node = self.root if self._grows else None
        for _ in range(self._hooks.depth):
            if state.is_over():
                break
            actor = state.actor()
            legal = state.legal_actions()
            action = policy(state, actor, legal) if policy else self._rng.choice(legal)
            if node is not None and node.visits < FIRST_BRANCH:
                node = None
            if node is not None:
                action, node = self._walk(node, state, legal, action)
                path.append((node, state.variant.side_of(actor)))
            state.apply(action, actor)
        worth = points(state.ranks()) if state.is_over() else self._hooks.evaluate(state)
        self.root.visits += 1
        for passed, side in path:
            passed.visits += 1
            passed.total += worth[side]
        return worth

    def _walk(self, node: Node, state: State, legal: list[int], usual: int) -> tuple[int, Node]:
        """The action to go on with, and where it leads."""
        groups: dict[Branch, list[int]] = {}
        for action in self._hooks.shortlist(state, state.actor(), legal):
            groups.setdefault(self._branch(state, action), []).append(action)
        expected = self._branch(state, usual)
        groups.setdefault(expected, [usual])
        branches = node.branches
        tried = [group for group in groups if group in branches]
        for group in tried:
            branches[group].possible += 1
        if expected not in branches:
            chosen = expected
        elif len(tried) < len(groups) and len(tried) <= sum(branches[group].visits for group in tried) // NEXT_BRANCH:
            chosen = self._rng.choice([group for group in groups if group not in branches])
        else:
            chosen = max(tried, key=lambda group: branches[group].promise())
        action = usual if chosen == expected else self._rng.choice(groups[chosen])
        return action, branches.setdefault(chosen, Node())

    def _branch(self, state: State, action: int) -> Branch:
        """What the searching seat sees: who acts (a card turned over may decide that), and of the action its part."""
        actor = state.actor()
        return actor, action if actor == self._seat else self._hooks.seen_as(state, self._seat, action)


def points(ranks: list[int]) -> list[float]:
    """Points per side: the share of the other sides that it beat, ties as half."""
    others = len(ranks) - 1
    return [
        (sum(other > own for other in ranks) + (sum(other == own for other in ranks) - 1) / 2) / others for own in ranks
    ]
