"""Brackets: the planner's own structure, with every match played in all worlds at once."""

from collections.abc import Mapping, Sequence

import numpy as np

from arena.tournaments.planning.forecast.field import Field, Outcome, Run
from arena.tournaments.planning.forecast.series import Played
from arena.tournaments.planning.forecast.strengths import Bools, Floats, Ints
from arena.tournaments.planning.plans import NodeStatus, PlannedNode, Slot, Source, StagePlan
from arena.tournaments.planning.registry import get_format
from arena.tournaments.planning.values import Entrant, EntrantId, StageFacts

CHAMPION = 1e9
"""In place of the round of the last defeat: beyond every round."""


def bracket(
    name: str,
    settings: Mapping[str, object],
    field: Field,
    run: Run,
    lineup: tuple[EntrantId | None, ...] = (),
) -> Outcome:
    """Single or double elimination. Entrants of the plan are seeds 1, 2, …; ``lineup`` names them so."""
    entrants = tuple(Entrant(seed, seed) for seed in range(1, field.size + 1))
    plan = get_format(name).plan(settings, StageFacts(entrants, stage=run.stage, lineup=lineup))
    return _Bracket(field, run, plan).outcome()


class _Bracket:
    def __init__(self, field: Field, run: Run, plan: StagePlan) -> None:
        self.field, self.run, self.plan = field, run, plan
        self.worlds = np.arange(field.worlds)
        self.came: dict[Source, Ints] = {}
        """Who comes out of a match at which place, in every world."""
        self.exits = np.zeros((field.worlds, field.size))
        """How far everybody came: the round of the last defeat."""
        self.tie = np.zeros(field.worlds, dtype=bool)

    def outcome(self) -> Outcome:
        for planned in self.plan.rounds:
            for node in planned.nodes:
                if node.status is NodeStatus.BYE:
                    self._let_through(node)
            self._play_round([node for node in planned.nodes if node.status is not NodeStatus.BYE])
        places = 1 + (self.exits[:, :, None] < self.exits[:, None, :]).sum(axis=2)
        seeds = np.broadcast_to(np.arange(self.field.size), self.exits.shape)
        return Outcome(places, np.lexsort([seeds, -self.exits], axis=-1), self.tie)

    def _let_through(self, node: PlannedNode) -> None:
        through = [slot for slot in node.slots if not slot.is_bye]
        if through:
            self.came[Source(node.key, 1)] = self._who(through[0])

    def _who(self, slot: Slot) -> Ints:
        if slot.source is not None and slot.source in self.came:
            return self.came[slot.source]
        if not isinstance(slot.entrant, int):
            raise TypeError(f"nobody comes from {slot.source}: rounds are planned in an order of play")
        return np.full(self.field.worlds, slot.entrant - 1)

    def _play_round(self, nodes: Sequence[PlannedNode]) -> None:
        if not nodes:
            return
        worlds = np.tile(self.worlds, len(nodes))
        seats = np.concatenate([np.stack([self._who(slot) for slot in node.slots], axis=1) for node in nodes])
        blocks = np.repeat([self.run.blocks(node.key.round, node.bracket) for node in nodes], self.field.worlds)
        played = self.run.play(self.field, worlds, seats, blocks, 1)
        for at, node in enumerate(nodes):
            part = slice(at * self.field.worlds, (at + 1) * self.field.worlds)
            self._pass_on(node, seats[part], played.order[part], played.level[part])

    def _pass_on(self, node: PlannedNode, seats: Ints, order: Floats, level: Bools) -> None:
        is_first = order[:, 0] > order[:, 1]
        winner, loser = np.where(is_first, seats[:, 0], seats[:, 1]), np.where(is_first, seats[:, 1], seats[:, 0])
        self.came[Source(node.key, 1)], self.came[Source(node.key, 2)] = winner, loser
        if node.bracket == "third":
            self.exits[self.worlds, winner] += 0.5
            return
        # Of a double elimination only the second defeat counts, and it always comes in a later round.
        self.exits[self.worlds, loser] = node.key.round
        if node.bracket != "final":
            return
        self.tie |= level
        self.exits[self.worlds, winner] = CHAMPION
        if any(planned.bracket == "losers" for planned in self.plan.nodes()):
            self._reset(node, seats, is_first)

    def _reset(self, node: PlannedNode, seats: Ints, is_first: Bools) -> None:
        """A second final in the worlds in which the side from the losers bracket won the first one."""
        again = self.worlds[~is_first]
        if not len(again):
            return
        both = seats[again]
        blocks = self.run.blocks(node.key.round + 1, "reset")
        played: Played = self.run.play(self.field, again, both, blocks, 1)
        wins = played.order[:, 0] > played.order[:, 1]
        self.exits[again, np.where(wins, both[:, 0], both[:, 1])] = CHAMPION
        self.exits[again, np.where(wins, both[:, 1], both[:, 0])] = node.key.round
        self.tie[again] |= played.level
