"""PettingZoo's parallel form: in every round all seats answer, and the answer of a seat that is not asked is nothing.

For programs that know no turns. An action that is not legal is replaced by a legal one, drawn by chance. ``max_cycles``
ends a game after so many rounds, undecided: half of the points for all.
"""

from typing import Any

from gymnasium.utils import seeding
from pettingzoo import ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from bots.environments.aec import rendered, spaces_of, told
from bots.environments.shapes import shape


def parallel_env(slug: str = "karma-2", max_cycles: int | None = None, render_mode: str | None = None) -> Any:
    return Rounds(slug, max_cycles, render_mode)


def env(slug: str = "karma-2", max_cycles: int | None = None, render_mode: str | None = None) -> Any:
    """The same, asked seat by seat."""
    return parallel_to_aec(parallel_env(slug, max_cycles, render_mode))


class Rounds(ParallelEnv):  # type: ignore[misc] # PettingZoo has no types
    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "karma_arena_rounds"}  # noqa: RUF012

    def __init__(self, slug: str, max_cycles: int | None, render_mode: str | None) -> None:
        self.slug = slug
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self._shape = shape(slug)
        self.possible_agents = [f"seat_{seat}" for seat in range(self._shape.seats)]
        self.agents = self.possible_agents[:]
        seen, actions = zip(*(spaces_of(slug) for _ in self.possible_agents), strict=True)
        self.observation_spaces = dict(zip(self.possible_agents, seen, strict=True))
        self.action_spaces = dict(zip(self.possible_agents, actions, strict=True))
        self._random, _seed = seeding.np_random()
        self._state = self._shape.new_game(0, 0)
        self._rounds = 0

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        if seed is not None:
            self._random, _seed = seeding.np_random(seed)
        self._state = self._shape.new_game(int(self._random.integers(2**63)), 0)
        self._rounds = 0
        self.agents = self.possible_agents[:]
        return self._told(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> Any:
        asked = self._state.deciders()  # who chooses without seeing the others' choice answers in this round too
        for seat in asked:
            legal = self._state.legal_actions(seat)
            wanted = int(actions[self.possible_agents[seat]])
            self._state.apply(wanted if wanted in legal else int(self._random.choice(legal)), seat)
        self._rounds += 1
        is_over = self._state.is_over()
        is_cut = not is_over and self._rounds == self.max_cycles
        agents = self.possible_agents
        earned = self._shape.rewards(self._state) if is_over else [0.0] * len(agents)
        answer: tuple[dict[str, Any], ...] = (
            self._told(),
            dict(zip(agents, earned, strict=True)),
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, is_cut),
            {agent: {} for agent in agents},
        )
        if is_over or is_cut:
            self.agents = []
        return answer

    def _told(self) -> dict[str, Any]:
        return {agent: told(self.slug, self._state, seat) for seat, agent in enumerate(self.possible_agents)}

    def render(self) -> Any:
        return rendered(self._state) if self.render_mode == "ansi" else None

    def close(self) -> None: ...
