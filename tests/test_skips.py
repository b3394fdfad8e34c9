"""What the end of a test run says about tests that did not run."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.skips import summary

ROOT = Path(__file__).resolve().parent.parent
TWO_TESTS = """
import pytest

def test_it(): pass

@pytest.mark.skip(reason="No cat. Fix: get cat")
def test_cat(): pass
"""


def skipped(nodeid: str, reason: str) -> pytest.TestReport:
    return pytest.TestReport(nodeid, (nodeid, 1, ""), {}, "skipped", (nodeid, 1, f"Skipped: {reason}"), "call")


def test_reasons_are_counted_and_the_commonest_comes_first() -> None:
    reports = [skipped("tests/b.py::one", "No cat. Fix: apt-get install cat")]
    reports += [skipped(f"tests/a.py::{name}", "No dog. Run as root: apt-get install dog") for name in ("one", "two")]
    assert summary(reports) == [
        "   2  No dog.",
        "      apt-get install dog && python3 manage.py test -- tests/a.py",
        "   1  No cat.",
        "      apt-get install cat && python3 manage.py test -- tests/b.py",
    ]


def test_one_reason_of_several_files_has_one_command() -> None:
    reports = [skipped(f"tests/{name}.py::it", "No cat. Fix: get cat") for name in ("b", "a")]
    assert summary(reports)[1].endswith("python3 manage.py test -- tests/a.py tests/b.py")


def test_a_reason_that_nobody_can_mend_here_says_so() -> None:
    assert "on a machine where that is otherwise" in summary([skipped("tests/a.py::it", "There is only one core.")])[1]


def test_a_reason_that_only_wants_another_run_names_that_alone() -> None:
    assert summary([skipped("tests/a.py::it", "It was late. Fix:")])[1] == "      python3 manage.py test -- tests/a.py"


def test_many_files_are_named_by_their_folders() -> None:
    reports = [skipped(f"tests/{folder}/test_{n}.py::it", "No cat. Fix: get cat") for n in range(9) for folder in "ab"]
    assert summary(reports)[1].endswith("python3 manage.py test -- tests/a tests/b")


def test_nothing_skipped_is_nothing_said() -> None:
    assert summary([]) == []


@pytest.mark.parametrize("workers", [[], ["-n", "1"]])
def test_the_closing_line_of_pytest_stays_the_last_one(tmp_path: Path, workers: list[str]) -> None:
    page = tmp_path / "test_two.py"
    page.write_text(TWO_TESTS)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.skips", "-p", "no:django", "-c", "/dev/null"]
    done = subprocess.run([*command, *workers, str(page)], cwd=ROOT, capture_output=True, text=True, check=False)
    *rest, last = done.stdout.splitlines()
    assert last.startswith("1 passed, 1 skipped in ")
    assert "   1  No cat." in rest
