"""Reasons to let checks wait that this app cannot know: the apps above bring theirs when Django starts."""

from collections.abc import Callable

Gate = Callable[[], str]
"""Gives the sentence to show, or nothing when checks may begin."""

_gates: list[Gate] = []


def add(gate: Gate) -> None:
    if gate not in _gates:
        _gates.append(gate)


def why_closed() -> str:
    return next((reason for gate in _gates if (reason := gate())), "")
