"""Many games in one process, as numpy arrays: what a learner on one machine wants.

    from bots.environments.vector import VectorEnv

    games = VectorEnv("karma-2", 64, seed=1)
    while games.finished < 1000:
        actions = games.masks.argmax(axis=1)  # the first legal action of every game
        rewards, done = games.step(actions)

Each row is one game, and ``seats`` says which seat of it is asked now. A game that ends is dealt anew at once: ``done``
says where, and ``rewards`` what each of its seats got. With ``opponents`` only the learner's seat is asked; it moves
around the table from game to game.
"""

from random import Random

import numpy as np
import numpy.typing as npt

from bots.environments.opponents import Opponent, opponent
from bots.environments.shapes import ShapeError, shape
from engines import State


class VectorEnv:
    """The arrays are the same objects after every step: copy what you keep."""

    def __init__(self, slug: str, games: int, seed: int = 0, opponents: str = "") -> None:
        """``opponents`` is the name of a house bot; without it the learner plays every seat."""
        if games < 1:
            raise ShapeError(f"At least one game is played at a time, not {games}.")
        self.shape = shape(slug)
        self.games = games
        self.observations: npt.NDArray[np.uint8] = np.zeros((games, self.shape.numbers), np.uint8)
        """What the seat that is asked knows."""
        self.masks: npt.NDArray[np.bool_] = np.zeros((games, self.shape.actions), np.bool_)
        """Which actions it may take."""
        self.legal: list[list[int]] = [[] for _ in range(games)]
        """The same as ids, ascending: choosing from them is faster than searching the masks."""
        self.seats: npt.NDArray[np.int8] = np.zeros(games, np.int8)
        """Which seat that is."""
        self.learners: npt.NDArray[np.int8] = np.full(games, -1, np.int8)
        """With opponents: the learner's seat of each game."""
        self.finished = 0
        """Games that have ended."""
        self._seed = seed
        self._opponent: Opponent | None = opponent(opponents, slug, Random(seed)) if opponents else None
        self._asked = [0] * games
        self._dealt = 0
        self._bytes = memoryview(self.observations.data).cast("B")
        self._mask_bytes = memoryview(self.masks.view(np.uint8).data).cast("B")
        self._nothing = bytes(self.shape.actions)
        self._rewards: npt.NDArray[np.float32] = np.zeros((games, self.shape.seats), np.float32)
        self._done: npt.NDArray[np.bool_] = np.zeros(games, np.bool_)
        self._states: list[State] = [self._deal(row) for row in range(games)]
        for row, state in enumerate(self._states):
            self._show(row, state)

    def step(self, actions: npt.ArrayLike) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """One action of each game. Raises ``ShapeError`` for an action that is not legal, and then plays none."""
        chosen = np.asarray(actions).tolist()
        self._require_legal(chosen)
        self._done[:] = False
        states, asked = self._states, self._asked
        for row, action in enumerate(chosen):
            state = states[row]
            state.apply(action, asked[row])
            if self._opponent is not None:
                self._play_others(row, state)
            if state.is_over():
                state = self._end(row, state)
            self._show(row, state)
        return self._rewards, self._done

    def _require_legal(self, chosen: list[int]) -> None:
        if len(chosen) != self.games:
            raise ShapeError(f"There are {self.games} games, so as many actions are needed, not {len(chosen)}.")
        for row, action in enumerate(chosen):
            if action not in self.legal[row]:
                raise ShapeError(f"Action {action} is not legal in game {row}: see its row of masks.")

    def _deal(self, row: int) -> State:
        """A new game in which the learner is asked; with opponents one may be over before that."""
        while True:
            state = self.shape.new_game(self._seed, self._dealt)
            self.learners[row] = self._dealt % self.shape.seats if self._opponent is not None else -1
            self._dealt += 1
            if self._opponent is not None:
                self._play_others(row, state)
            if not state.is_over():
                return state

    def _play_others(self, row: int, state: State) -> None:
        assert self._opponent is not None  # noqa: S101 - who calls this has looked
        learner = int(self.learners[row])
        while (seat := state.actor()) != learner and seat >= 0:
            state.apply(self._opponent(state, seat), seat)

    def _end(self, row: int, state: State) -> State:
        self._done[row] = True
        self._rewards[row] = self.shape.rewards(state)
        self.finished += 1
        self._states[row] = self._deal(row)
        return self._states[row]

    def _show(self, row: int, state: State) -> None:
        seat = state.actor()
        legal = state.legal_actions(seat)
        # Bytes, not numpy's indices: those cost more than the engine where few actions are legal.
        mask, width = self._mask_bytes, self.shape.actions
        first = row * width
        mask[first : first + width] = self._nothing
        for action in legal:
            mask[first + action] = 1
        self.legal[row] = legal
        self.seats[row] = self._asked[row] = seat
        width = self.shape.numbers
        self._bytes[row * width : (row + 1) * width] = self.shape.observe(state, seat)
