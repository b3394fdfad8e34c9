"""Run by an interpreter that has kaggle-environments: episodes of two games of about Karma's length.

The agents are functions inside the process. Connect X: they take the first free column of a board on which nobody can
win, so every episode has 120 steps. Gin rummy, a card game with hidden hands as Karma is one: the last legal action.
"""

import json
import sys
import time
from typing import Any

from kaggle_environments import make  # type: ignore[import-not-found]  # lives in an environment of its own


def first_free(observation: Any, configuration: Any) -> int:
    return next(column for column in range(configuration.columns) if observation.board[column] == 0)


def last_legal(observation: Any, configuration: Any) -> dict[str, int]:
    legal = observation.get("legalActions")  # missing before the deal, empty for who is not on turn
    return {"submission": legal[-1] if legal else -1}


GAMES = {
    "connectx": (first_free, {"columns": 12, "rows": 10, "inarow": 20}),
    "open_spiel_gin_rummy": (last_legal, {"includeLegalActions": True, "seed": 1}),
}


def main(game: str, episodes: int) -> None:
    agent, configuration = GAMES[game]
    wall, cpu, steps = time.perf_counter(), time.process_time(), 0
    for _ in range(episodes):
        environment = make(game, configuration=configuration)
        environment.run([agent, agent])
        assert all(seat.status == "DONE" for seat in environment.steps[-1]), environment.steps[-1]
        steps += len(environment.steps) - 1
    assert steps > 20 * episodes, "the games ended before they began"
    took = {"wall_s": time.perf_counter() - wall, "cpu_s": time.process_time() - cpu}
    print(json.dumps({"games": episodes, "steps": steps, **took}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
