"""What a bot tried and its jail does not have: each gets a sentence of its own with the way out."""

import pytest

from referee.advice import advice
from referee.faults import Evidence, FaultKind
from sandbox.runtimes.python import packages


@pytest.mark.parametrize(
    ("log", "words"),
    [
        ("ModuleNotFoundError: No module named 'requests.adapters'", "no package requests"),
        ("Error: Cannot find module 'lodash'", "node_modules is not uploaded"),
        ("URLError: <urlopen error [Errno -3] Temporary failure in name resolution>", "no network"),
        ('File "/opt/python/lib/python3.11/socket.py", line 836\nOSError: [Errno 38] Function not', "no network"),
        ("OSError: [Errno 30] Read-only file system: 'cache.txt'", "Write to /tmp"),
        ("OSError: [Errno 28] No space left on device", "is full"),
        ('File "/lib/python3.11/multiprocessing/synchronize.py"\nFileNotFoundError', "no processes"),
        ('File "/lib/python3.11/subprocess.py", line 1\nPermissionError: [Errno 1]', "no processes"),
    ],
)
def test_each_gets_a_sentence_of_its_own(log: str, words: str) -> None:
    assert words in advice(FaultKind.CRASH, Evidence(stderr_tail=log))
    assert words in advice(FaultKind.START, Evidence(stderr_tail=log))


def test_a_package_that_the_arena_has_is_not_called_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "is_installed", lambda: False)
    evidence = Evidence(stderr_tail="ModuleNotFoundError: No module named 'numpy'")
    assert "arena packages --install" in advice(FaultKind.START, evidence)


def test_other_logs_get_the_usual_advice() -> None:
    assert "end of its log" in advice(FaultKind.CRASH, Evidence(stderr_tail="ZeroDivisionError"))
    assert "legal" in advice(FaultKind.ILLEGAL_ACTION, Evidence(stderr_tail="Read-only file system"))
