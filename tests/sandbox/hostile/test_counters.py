"""What the kernel counts by user, or for everybody, no jail can use up for another."""

import pytest

from tests.sandbox.hostile.counters import NAMES
from tests.sandbox.hostile.told import Told, told_by

told = told_by("tests.sandbox.hostile.counters")
ALLOWED = frozenset(
    {
        "POSIX timers", "queued signals", "pipes", "epoll watches", "threads", "open files", "eventfd", "timerfd",
        "socket pairs", "socket buffers",
    }
)  # fmt: skip
"""Of these every bot gets some; of all the others none, but for files in its own `/tmp`, where it has one."""


@pytest.mark.parametrize("start", ["warm", "cold"])
@pytest.mark.parametrize("name", NAMES)
def test_a_bot_gets_as_much_beside_greedy_ones_as_alone(told: Told, start: str, name: str) -> None:
    (count,) = (one for one in told if one["start"] == start and one["name"] == name)
    assert count["beside"] == count["alone"]
    got = {place: int(count[place].split()[0]) for place in ("hogs", "alone", "beside", "after")}
    if name == "files in /tmp":
        assert min(got["alone"], got["after"]) > 100 or max(got.values()) == 0
    elif name in ALLOWED:
        assert min(got.values()) > 0
    else:
        assert max(got.values()) == 0


def test_every_counter_is_tried(told: Told) -> None:
    assert [(one["start"], one["name"]) for one in told] == [
        (start, name) for start in ("warm", "cold") for name in NAMES
    ]
