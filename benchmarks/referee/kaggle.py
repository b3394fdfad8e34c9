"""Run by an interpreter that has kaggle-environments: episodes of Connect X on a board of about Karma's length.

The agents are functions inside the process and take the first free column; nobody can win, so every episode has 120
steps, one decision each.
"""

import json
import sys
import time
from typing import Any

from kaggle_environments import make  # type: ignore[import-not-found]  # lives in an environment of its own


def first_free(observation: Any, configuration: Any) -> int:
    return next(column for column in range(configuration.columns) if observation.board[column] == 0)


def main(episodes: int) -> None:
    wall, cpu, steps = time.perf_counter(), time.process_time(), 0
    for _ in range(episodes):
        environment = make("connectx", configuration={"columns": 12, "rows": 10, "inarow": 20})
        environment.run([first_free, first_free])
        steps += len(environment.steps) - 1
    took = {"wall_s": time.perf_counter() - wall, "cpu_s": time.process_time() - cpu}
    print(json.dumps({"games": episodes, "steps": steps, **took}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
