"""The bot that plays by a learned policy: it becomes `bot.py` beside `policy.onnx`."""

from pathlib import Path
from random import Random

import numpy as np
import onnxruntime

from bots.sdk import Action, Bot, Request
from bots.sdk.search import Search
from engines import engine
from engines.registry import game

SIMULATIONS = 30
"""Of a search where nothing was learned."""
POLICY = Path(__file__).with_name("policy.onnx")


class Learner(Bot):
    name = "Learner"

    def started(self) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.policy = onnxruntime.InferenceSession(str(POLICY), options)

    def choose(self, request: Request) -> Action:
        """The legal action that is wished for most, by the numbers with which it was learned.

        With another number of seats there are other numbers, and an upload is examined in all layouts of its game: a
        short search plays there.
        """
        played = str(request.view["game"])
        # Any state that agrees with the view: the numbers of a seat do not change with cards that it does not know.
        state = engine(played).imagine(request.view, Random(0))
        observe = game(played).observe
        assert observe is not None  # noqa: S101 - or nothing could have been learned
        numbers = np.array([list(observe(state, request.seat))], np.float32)
        if numbers.shape[1] != self.policy.get_inputs()[0].shape[1]:
            return Search(self.rng).best(request, simulations=SIMULATIONS)
        wishes = self.policy.run(["wishes"], {"numbers": numbers})[0][0]
        return max(request.legal, key=lambda action: float(wishes[action.id]))


if __name__ == "__main__":
    Learner().run()
