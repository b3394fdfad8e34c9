"""What a bot wrote to its log at each of its decisions: for its owner, never for anybody else."""

from __future__ import annotations

from typing import Any


def log_by_decision(evidence: dict[str, Any]) -> dict[int, str]:
    """The end of a bot's log by the number of its decision; 0 is what it wrote before the first request.

    >>> log_by_decision({"stderr_tail": "hello\\nthinking", "stderr_marks": [[0, 6], [3, 8]]})
    {0: 'hello\\n', 3: 'thinking'}

    Empty where nobody noted what belongs to which decision.
    """
    text = str(evidence.get("stderr_tail", ""))
    logs: dict[int, str] = {}
    place = 0
    for decision, size in evidence.get("stderr_marks", []):
        logs[decision] = logs.get(decision, "") + text[place : place + size]
        place += size
    return logs
