import sys

import pytest

from tools import chromium, screenshots
from tools.pages import PAGES, TOURNAMENT_PAGES


def test_without_chromium_the_command_to_install_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "executable", lambda: None)
    monkeypatch.setattr(sys, "argv", ["screenshots"])
    with pytest.raises(SystemExit, match=r"Chromium is missing\. Install it: apt-get install"):
        screenshots.main()


def test_each_picture_has_a_name_of_its_own() -> None:
    names = [page.name for page in (*PAGES, *TOURNAMENT_PAGES)]
    assert len(set(names)) == len(names)
