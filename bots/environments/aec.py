"""PettingZoo: the seats take turns, as at the table.

from bots.environments import aec

env = aec.env("karma-2")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    done = termination or truncation
    env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from bots.environments.shapes import shape
from engines import PUBLIC, State, engine


def env(slug: str = "karma-2", render_mode: str | None = None) -> Any:
    """With the usual guards around it: an illegal action ends the game for all, and costs who took it one point."""
    guarded: Any = wrappers.TerminateIllegalWrapper(raw_env(slug, render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


def spaces_of(slug: str) -> tuple[Any, Any]:
    """Of observations and of actions; all seats have the same."""
    of = shape(slug)
    seen = spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (of.numbers,), np.uint8),
            "action_mask": spaces.Box(0, 1, (of.actions,), np.int8),
        }
    )
    return seen, spaces.Discrete(of.actions)


def told(slug: str, state: State, seat: int) -> dict[str, Any]:
    """What a seat is told: a mask without any action when it is not asked."""
    of = shape(slug)
    mask = np.zeros(of.actions, np.int8)
    if not state.is_over():
        mask[state.legal_actions(seat)] = 1
    return {"observation": np.array(list(of.observe(state, seat)), np.uint8), "action_mask": mask}


class raw_env(AECEnv):  # type: ignore[misc] # noqa: N801 - no types; PettingZoo's own name for it
    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "karma_arena", "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, slug: str = "karma-2", render_mode: str | None = None) -> None:
        super().__init__()
        self.slug = slug
        self.render_mode = render_mode
        self._shape = shape(slug)
        self.possible_agents = [f"seat_{seat}" for seat in range(self._shape.seats)]
        self.agents = self.possible_agents[:]
        seen, actions = zip(*(spaces_of(slug) for _ in self.possible_agents), strict=True)
        self.observation_spaces = dict(zip(self.possible_agents, seen, strict=True))
        self.action_spaces = dict(zip(self.possible_agents, actions, strict=True))
        self._random, _seed = seeding.np_random()
        self._state = self._shape.new_game(0, 0)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random, _seed = seeding.np_random(seed)
        self._state = self._shape.new_game(int(self._random.integers(2**63)), 0)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self._state.play(self.possible_agents.index(agent), int(action))
        if self._state.is_over():
            self.rewards = dict(zip(self.possible_agents, self._shape.rewards(self._state), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.possible_agents[(self.possible_agents.index(agent) + 1) % len(self.agents)]
        else:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self.agent_selection = self._asked()
        self._accumulate_rewards()

    def _asked(self) -> str:
        return self.possible_agents[self._state.actor()]

    def observe(self, agent: str) -> Any:
        return told(self.slug, self._state, self.possible_agents.index(agent))

    def render(self) -> Any:
        """The table as a spectator sees it."""
        return rendered(self._state) if self.render_mode == "ansi" else None

    def close(self) -> None: ...


def rendered(state: State) -> str:
    return engine(state.variant.game).render(state.view(PUBLIC))
