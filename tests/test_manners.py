"""The files at the top of the project that others look for first: complete, well formed, of one version."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
HOOKS = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]


def test_the_version_is_the_same_wherever_it_stands() -> None:
    version = PROJECT["version"]
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"] == version
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert headings[0] == version
    for page in (ROOT / "docker").glob("compose*.yaml"):
        assert set(re.findall(r"ARENA_VERSION:-([^}]+)", page.read_text())) <= {version}, page


def test_what_is_installed_carries_the_licence() -> None:
    installed = distribution("karma-arena")
    assert installed.metadata["License-Expression"] == PROJECT["license"] == "MIT"
    assert installed.metadata.get_all("License-File") == ["LICENSE"]
    assert "Permission is hereby granted" in (ROOT / "LICENSE").read_text()


@pytest.mark.parametrize(
    ("schema", "pages"),
    [
        ("github-workflows", ".github/workflows/*.yml"),
        ("github-issue-forms", ".github/ISSUE_TEMPLATE/[!c]*.yml"),
        ("github-issue-config", ".github/ISSUE_TEMPLATE/config.yml"),
        ("citation-file-format", "CITATION.cff"),
    ],
)
def test_files_for_other_services_have_the_form_that_those_take(schema: str, pages: str) -> None:
    paths = sorted(str(path) for path in ROOT.glob(pages))
    assert paths
    checker = str(Path(sys.executable).with_name("check-jsonschema"))
    command = [checker, "--builtin-schema", f"vendor.{schema}", *paths]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_both_lanes_run_commands_of_the_project() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())["jobs"]
    commands = {name: [step["run"] for step in job["steps"] if "run" in step] for name, job in jobs.items()}
    assert commands["quick"] == ["python3 manage.py checks", "python3 manage.py test --quick"]
    assert commands["full"][-1] == ".ci/run"


def test_checks_come_before_tests_where_a_change_is_judged() -> None:
    lines = [line for line in (ROOT / ".ci/run").read_text().splitlines() if line.startswith("python3")]
    assert lines == ["python3 manage.py checks", "python3 manage.py test"]


def test_hooks_before_a_commit_are_our_own_and_exist() -> None:
    assert {entry["repo"] for entry in HOOKS} == {"local"}
    for hook in (hook for entry in HOOKS for hook in entry["hooks"]):
        program, *rest = hook["entry"].split()
        if program.startswith(".venv/bin/"):
            assert Path(sys.executable).with_name(Path(program).name).exists(), hook["id"]
        else:
            assert [program, rest[0]] == ["python3", "manage.py"]


def test_reports_of_weaknesses_go_where_the_operator_says() -> None:
    text = (ROOT / "SECURITY.md").read_text()
    assert "ARENA_SECURITY_CONTACT" in text
    assert not re.search(r"[\w.]+@[\w.]+", text), "an address here would be an invented one"
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert (ROOT / target).exists(), target
