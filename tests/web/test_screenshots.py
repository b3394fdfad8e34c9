from unittest import mock

import pytest
from django.core.management import CommandError, call_command

from tools.pages import PAGES


def test_without_chromium_the_command_to_install_it_is_told() -> None:
    with (
        mock.patch("tools.chromium.executable", return_value=None),
        pytest.raises(CommandError, match=r"Chromium is missing\. Install it: apt-get install"),
    ):
        call_command("screenshots")


def test_each_picture_has_a_name_of_its_own() -> None:
    assert len({page.name for page in PAGES}) == len(PAGES)
