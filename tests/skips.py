"""A plugin: at the end of a run, how many tests were skipped for which reason, and the command that would run them.

A reason is a sentence; what a person can do about it follows after ``Fix:`` or ``Run as root:``.
"""

import re
from collections import defaultdict
from collections.abc import Iterable

import pytest

_FIX = re.compile(r"(?:Fix|Run as root):")
_PREFIX = "Skipped: "
_MANY = 5


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    lines = summary(report for report in terminalreporter.stats.get("skipped", ()))
    if not lines:
        return
    terminalreporter.write_sep("-", "skipped tests, and what would run them")
    for line in lines:
        terminalreporter.write_line(line)


def summary(reports: Iterable[pytest.TestReport | pytest.CollectReport]) -> list[str]:
    """Two lines a reason: the count with the sentence, and the command. The commonest reason first."""
    files_of: dict[str, list[str]] = defaultdict(list)
    for report in reports:
        files_of[_reason(report)].append(report.nodeid.split("::")[0])
    lines: list[str] = []
    for reason, files in sorted(files_of.items(), key=lambda entry: (-len(entry[1]), entry[0])):
        sentence, *fixes = (part.strip() for part in _FIX.split(reason, maxsplit=1))
        again = f"python3 manage.py test -- {' '.join(_places(files))}"
        if not fixes:
            again = f"on a machine where that is otherwise: {again}"
        lines.append(f"{len(files):4d}  {sentence}")
        lines.append(f"      {fixes[0]} && {again}" if fixes and fixes[0] else f"      {again}")
    return lines


def _places(files: Iterable[str]) -> list[str]:
    """The files, or their folders where that would be a long list."""
    names = sorted(set(files))
    return names if len(names) <= _MANY else sorted({"/".join(name.split("/")[:2]) for name in names})


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    # A skip's representation is (file, line, text); between processes the tuple arrives as a list.
    told = report.longrepr
    text = str(told[2]) if isinstance(told, (tuple, list)) else str(told)
    return text.removeprefix(_PREFIX)
