from typing import Any
from unittest import mock

import pytest
from django.conf import settings
from django.test import Client

from arena.accounts.models import User
from arena.settings.environment import ENVIRONMENT, PACKAGE

CSS = PACKAGE / "static" / "css"


def test_it_shows_a_page_of_a_long_list(client: Client) -> None:
    page = client.get("/design/?page=5&theme=x").content.decode()
    assert '<a aria-current="page" href="?page=5&amp;theme=x">5</a>' in page
    assert 'rel="prev" href="?page=4&amp;theme=x"' in page


@pytest.mark.parametrize("number", ["0", "999", "many"])
def test_a_page_number_out_of_range_is_no_error(client: Client, number: str) -> None:
    assert client.get(f"/design/?page={number}").status_code == 200


@pytest.mark.django_db
def test_in_production_only_staff_see_it(client: Client, alice: User, stella: User) -> None:
    production: Any = mock.Mock(wraps=ENVIRONMENT, is_production=True)
    with mock.patch.object(settings, "ENVIRONMENT", production):
        assert client.get("/design/").status_code == 404
        client.force_login(alice)
        assert client.get("/design/").status_code == 404
        client.force_login(stella)
        assert client.get("/design/").status_code == 200


def test_components_take_their_colours_from_the_tokens() -> None:
    for sheet in CSS.glob("*.css"):
        if sheet.name != "tokens.css":
            lines = [line for line in sheet.read_text().splitlines() if "#" in line and not line.startswith("@")]
            assert not [line for line in lines if "/*" not in line and ": #" in line], sheet.name
