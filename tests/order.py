"""A plugin: long tests begin first, dealt to the workers in turn, so that no core waits for a last one at the end.

xdist's ``worksteal`` gives each worker an equal stretch of the list to begin with; the long tests go to the beginning
of the stretches.
"""

from collections.abc import Sequence
from itertools import islice
from typing import TypeVar

import pytest

Thing = TypeVar("Thing")

LONG = (
    "tests/engines/compiled/test_both_forms.py",
    "tests/chaos/test_tournament.py",
    "tests/docs/test_readme_commands.py",
    "tests/docs/test_every_block.py::test_pages_that_work_on_a_database",
    "tests/browser/test_every_page.py",
    "tests/api/test_schema.py",
    "tests/web/test_odd_requests.py",
    "tests/web/test_staged_reveal_leaks.py",
    "tests/backups",
    "tests/chaos",
    "tests/browser",
    "tests/docs/test_every_block.py",
    "tests/starters/test_new_makes_a_sound_bot.py",
    "tests/sandbox/test_nothing_is_left.py",
    "tests/live",
    "tests/health",
)
"""Seconds of work, or of waiting for other processes; the longest first."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers > 1 and not config.getoption("--quick"):
        items[:] = dealt(items, [item.nodeid for item in items], workers)


def dealt(things: Sequence[Thing], names: Sequence[str], workers: int) -> list[Thing]:
    """The same things in another order: each worker's stretch begins with its share of the long ones."""
    long = sorted(
        (rank, at) for at, name in enumerate(names) if (rank := _rank(name)) < len(LONG)
    )  # by rank, and within one as they were
    shares = [[things[at] for _rank, at in long[worker::workers]] for worker in range(workers)]
    chosen = {at for _rank, at in long}
    rest = iter([thing for at, thing in enumerate(things) if at not in chosen])
    result: list[Thing] = []
    for worker, share in enumerate(shares):
        size = (len(things) - len(result)) // (workers - worker)  # as xdist cuts them
        result += [*share, *islice(rest, max(0, size - len(share)))]
    return [*result, *rest]


def _rank(name: str) -> int:
    return next((rank for rank, prefix in enumerate(LONG) if name.startswith(prefix)), len(LONG))
