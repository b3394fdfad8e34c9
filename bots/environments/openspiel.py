"""OpenSpiel: a Python game, found by ``pyspiel.load_game("karma_arena(variant=karma-2)")`` once this is imported.

A game begins with chance nodes that draw its deal: OpenSpiel wants every bit of chance among the actions, and all cards
to come follow from the deal. What a seat knows is an observation tensor without recall; there is no perfect recall in
it beyond what the games themselves let their seats remember.
"""

from typing import Any

import numpy as np
import pyspiel

from bots.environments.shapes import shape
from engines import Deal, new_game

NAME = "karma_arena"
FACES = 256
"""Outcomes of a chance node."""
THROWS = 8
"""Chance nodes of a deal: more deals than anybody plays."""
LONGEST = 20_000
"""More decisions than any game has."""

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Karma Arena",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"variant": "karma-2"},
)


class ArenaGame(pyspiel.Game):  # type: ignore[misc] # pyspiel has no types
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.slug = str((params or {}).get("variant", "karma-2"))
        self.shape = shape(self.slug)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.shape.actions,
            max_chance_outcomes=FACES,
            num_players=self.shape.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=LONGEST,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> Any:
        return ArenaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        return ArenaObserver(self.shape.numbers)


class ArenaState(pyspiel.State):  # type: ignore[misc] # as above
    def __init__(self, game: ArenaGame) -> None:
        super().__init__(game)
        self.slug = game.slug
        self.thrown: tuple[int, ...] = ()
        self.state: Any = None
        """Of the engine, once the deal is drawn."""

    def current_player(self) -> int:
        if self.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.state.is_over() else int(self.state.actor())

    def _legal_actions(self, player: int) -> list[int]:
        legal: list[int] = self.state.legal_actions(player)
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(face, 1.0 / FACES) for face in range(FACES)]

    def _apply_action(self, action: int) -> None:
        if self.state is not None:
            self.state.play(self.state.actor(), action)
            return
        self.thrown = (*self.thrown, action)
        if len(self.thrown) == THROWS:
            self.state = new_game(self.slug, Deal.from_text(f"openspiel {self.thrown}"))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"throw {action}"
        return str(self.state.action_name(action))

    def is_terminal(self) -> bool:
        return self.state is not None and bool(self.state.is_over())

    def returns(self) -> list[float]:
        of = shape(self.slug)
        return of.rewards(self.state) if self.is_terminal() else [0.0] * of.seats

    def __str__(self) -> str:
        return f"{self.slug} {self.thrown} {[] if self.state is None else self.history()[THROWS:]}"


class ArenaObserver:
    """Fills a tensor with what a seat knows. Nothing is known before the deal."""

    def __init__(self, numbers: int) -> None:
        self.tensor = np.zeros(numbers, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: Any, player: int) -> None:
        self.tensor[:] = 0 if state.state is None else list(shape(state.slug).observe(state.state, player))

    def string_from(self, state: Any, player: int) -> str:
        if state.state is None:
            return "the deal is being drawn"
        return " ".join(map(str, shape(state.slug).observe(state.state, player)))


pyspiel.register_game(_TYPE, ArenaGame)
