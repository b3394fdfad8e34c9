"""A network of one hidden layer that tells how good each action is, and how good the position: numpy, by hand."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

ILLEGAL = np.float32(-1e9)


def initial(inputs: int, hidden: int, actions: int, seed: int) -> dict[str, Array]:
    rng = np.random.default_rng(seed)
    wide = (2.0 / inputs) ** 0.5
    return {
        "hidden": (rng.standard_normal((inputs, hidden)) * wide).astype(np.float32),
        "hidden_bias": np.zeros(hidden, np.float32),
        "policy": (rng.standard_normal((hidden, actions)) * 0.01).astype(np.float32),
        "policy_bias": np.zeros(actions, np.float32),
        "value": np.zeros((hidden, 1), np.float32),
        "value_bias": np.zeros(1, np.float32),
    }


@dataclass
class Network:
    weights: dict[str, Array]
    _moments: dict[str, tuple[Array, Array]] = field(default_factory=dict)
    _steps: int = 0

    def hidden(self, inputs: Array) -> Array:
        return np.asarray(np.maximum(inputs @ self.weights["hidden"] + self.weights["hidden_bias"], 0), np.float32)

    def chances(self, hidden: Array, legal: Mask) -> Array:
        """Of each action: what is not legal has none."""
        wishes = np.where(legal, hidden @ self.weights["policy"] + self.weights["policy_bias"], ILLEGAL)
        wishes -= wishes.max(axis=1, keepdims=True)
        raised = np.exp(wishes)
        return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)

    def values(self, hidden: Array) -> Array:
        """What the game will bring, between -1 and 1."""
        return np.asarray((hidden @ self.weights["value"] + self.weights["value_bias"])[:, 0], np.float32)

    def descend(self, inputs: Array, hidden: Array, wishes: Array, values: Array, rate: float) -> None:
        """One step of Adam; ``wishes`` and ``values`` are the slopes of the loss at the two outputs."""
        back = wishes @ self.weights["policy"].T + values[:, None] * self.weights["value"].T
        back *= hidden > 0
        self._adam(
            {
                "hidden": inputs.T @ back,
                "hidden_bias": back.sum(axis=0),
                "policy": hidden.T @ wishes,
                "policy_bias": wishes.sum(axis=0),
                "value": hidden.T @ values[:, None],
                "value_bias": values.sum(keepdims=True),
            },
            rate,
        )

    def _adam(self, slopes: dict[str, Array], rate: float) -> None:
        length = float(np.sqrt(sum(float((slope**2).sum()) for slope in slopes.values())))
        shrink = np.float32(min(1.0, 1.0 / (length + 1e-9)))  # one strange game must not undo what was learned
        self._steps += 1
        early, late = 1 - 0.9**self._steps, 1 - 0.999**self._steps
        for name, slope in slopes.items():
            mean, square = self._moments.setdefault(name, (np.zeros_like(slope), np.zeros_like(slope)))
            mean += np.float32(0.1) * (slope * shrink - mean)
            square += np.float32(0.001) * ((slope * shrink) ** 2 - square)
            self.weights[name] -= np.float32(rate / early) * mean / (np.sqrt(square / np.float32(late)) + 1e-8)
