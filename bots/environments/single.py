"""Gymnasium: one seat against house bots.

    import gymnasium
    import bots.environments.single

    env = gymnasium.make("KarmaArena-v0", variant="karma-2", opponents="greedy")
    observation, info = env.reset(seed=1)

``observation["action_mask"]`` and ``env.unwrapped.legal_actions()`` say what is legal. The seat moves around the table
from game to game unless one is named.
"""

from random import Random
from typing import Any

import gymnasium

from bots.environments.aec import rendered, spaces_of, told
from bots.environments.opponents import opponent
from bots.environments.shapes import shape

ILLEGAL = -1.0
"""What an action costs that is not legal: as much as a lost game, which it ends."""


class AgainstHouseBots(gymnasium.Env[Any, Any]):
    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - gymnasium's way

    def __init__(
        self,
        variant: str = "karma-2",
        opponents: str = "greedy",
        seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.slug = variant
        self.render_mode = render_mode
        self._shape = shape(variant)
        self._wanted_seat = seat
        self.observation_space, self.action_space = spaces_of(variant)
        self._chance = Random(0)
        self._opponent = opponent(opponents, variant, self._chance)
        self._games = 0
        self._state = self._shape.new_game(0, 0)
        self.seat = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        if seed is not None:
            self._games = 0
        while True:  # an opponent may win before the learner is asked for the first time
            drawn = int(self.np_random.integers(2**63))
            self._chance.seed(drawn)
            self._state = self._shape.new_game(drawn, 0)
            self.seat = self._games % self._shape.seats if self._wanted_seat is None else self._wanted_seat
            self._games += 1
            self._play_others()
            if not self._state.is_over():
                return self._told(), {"seat": self.seat}

    def step(self, action: Any) -> Any:
        if int(action) not in self.legal_actions():
            return self._told(), ILLEGAL, True, False, {"seat": self.seat, "illegal": True}
        self._state.apply(int(action), self.seat)
        self._play_others()
        is_over = self._state.is_over()
        reward = self._shape.rewards(self._state)[self.seat] if is_over else 0.0
        return self._told(), reward, is_over, False, {"seat": self.seat}

    def legal_actions(self) -> list[int]:
        return self._state.legal_actions(self.seat)

    def _play_others(self) -> None:
        while (asked := self._state.actor()) != self.seat and asked >= 0:
            self._state.apply(self._opponent(self._state, asked), asked)

    def _told(self) -> dict[str, Any]:
        return told(self.slug, self._state, self.seat)

    def render(self) -> Any:
        return rendered(self._state) if self.render_mode == "ansi" else None


gymnasium.register("KarmaArena-v0", f"{__name__}:{AgainstHouseBots.__name__}")
