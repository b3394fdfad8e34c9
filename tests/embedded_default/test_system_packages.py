"""Programs that are installed by apt: any of several will do, and one unknown name keeps no other away."""

from pathlib import Path

import pytest

from arena.embedded import system_packages
from arena.embedded.system_packages import CHROMIUM, Tool


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in which programs are found."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def put(folder: Path, name: str, text: str = "#!/bin/sh\n") -> None:
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)


def test_any_of_the_browsers_will_do(programs: Path) -> None:
    assert not CHROMIUM.is_there()
    put(programs, "google-chrome")
    assert CHROMIUM.is_there()


@pytest.mark.parametrize(
    ("known", "package"), [("quick|other", "quick"), ("other", "other"), ("nothing", "quick")], ids=str
)
def test_what_the_distribution_does_not_know_is_replaced_by_what_it_knows(
    programs: Path, known: str, package: str
) -> None:
    put(programs, "apt-cache", f'#!/bin/sh\ncase "$2" in {known}) exit 0;; esac\nexit 100\n')
    assert system_packages._offered(Tool("quick", "quick", "something is lost", ("other",))) == package


def test_packages_are_installed_under_the_names_that_are_known(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(programs, "apt-cache", '#!/bin/sh\ncase "$2" in bubblewrap|chromium) exit 0;; esac\nexit 100\n')
    commands: list[list[str]] = []
    monkeypatch.setattr(system_packages, "run_step", lambda _what, command, **_more: commands.append(command))
    system_packages._apt([system_packages.BUBBLEWRAP, CHROMIUM], programs)
    assert commands[-1][-2:] == ["bubblewrap", "chromium"]
