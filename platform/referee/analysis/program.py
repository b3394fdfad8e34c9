"""``python -m referee.analysis.program``: a replay on stdin, mistakes on stdout, at the lowest priority.

Lines of JSON: ``{"done": 1, "total": 6}`` while it works, then ``{"mistakes": [...]}`` or ``{"problem": "..."}``.
"""

import os
import sys

import orjson

from bots.house.values import ValuesError
from engines.errors import EngineError
from referee.analysis.mistakes import MistakesError, as_json, mistakes_of
from referee.replay import ReplayError, loads

LOWEST = 19
"""Of the kernel's priorities: games go first."""


def main() -> None:
    os.nice(LOWEST)
    try:
        found = mistakes_of(loads(sys.stdin.buffer.read()), lambda done, total: _tell({"done": done, "total": total}))
    except (EngineError, MistakesError, ReplayError, ValuesError) as error:
        _tell({"problem": str(error)})
        return
    _tell({"mistakes": as_json(found)})


def _tell(told: object) -> None:
    sys.stdout.buffer.write(orjson.dumps(told) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
