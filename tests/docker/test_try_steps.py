"""The script that carries out the Dockerfile without an engine reads it as an engine would."""

import importlib.util
from types import ModuleType

import pytest

from tests.docker.files import FOLDER


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("try_steps", FOLDER / "try_steps.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_finds_every_step_of_both_images(script: ModuleType) -> None:
    stages = script.stages((FOLDER / "Dockerfile").read_text())
    assert set(stages) == {"packages", "runtime", "web", "worker"}
    runs = [rest for word, rest in stages["worker"] if word == "RUN"]
    assert [run.split()[0] for run in runs] == ["groupadd", "apt-get", "python"]
    assert stages["worker"][: len(stages["runtime"])] == stages["runtime"]


def test_continued_lines_are_one_step_and_comments_are_none(script: ModuleType) -> None:
    text = "FROM x AS y\nRUN a \\\n    # why\n    && b\nENV ONE=1 \\\n    TWO=2\n"
    assert script.stages(text) == {"y": [("RUN", "a      && b"), ("ENV", "ONE=1      TWO=2")]}


def test_the_documentation_is_built_in_the_image(script: ModuleType) -> None:
    steps = script.stages((FOLDER / "Dockerfile").read_text())["packages"]
    assert any(word == "RUN" and "manage.py docs" in rest for word, rest in steps)
