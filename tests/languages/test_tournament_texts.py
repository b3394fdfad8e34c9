"""Tournaments are planned without Django: what the planning names and refuses, the pages say all the same."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from arena.tournaments.planning.errors import SettingsError
from arena.tournaments.refusals import told
from tests.tournament_engine import cast
from tests.web.test_tournaments import PLAIN


@pytest.mark.django_db
def test_the_form_names_formats_and_says_what_cannot_be_planned_as_the_organiser_speaks(client: Client) -> None:
    client.force_login(cast.organiser())
    given = {**PLAIN, "stage1-swiss-tie_breaks": "wins, wins"}
    page = client.post(reverse("tournaments:new"), given, headers={"Accept-Language": "de"}).content.decode()
    assert "eine Feinwertung steht zweimal da" in page
    assert "Schweizer System: Gleiche treffen" in page
    assert "Swiss system" not in page


def test_names_in_a_refusal_are_translated_and_braces_in_them_do_no_harm() -> None:
    names = ("Swiss system", "{y}")
    reason = SettingsError(
        "{format} does not fit {variant}; choose from {names}", format="Groups", variant="x", names=names
    )
    with override("de"):
        assert told(reason) == "Gruppen passt nicht zu x; wähle aus: Schweizer System, {y}"
        assert told(SettingsError("of {somebody}")) == "of {somebody}"
    assert str(reason) == "Groups does not fit x; choose from Swiss system, {y}"
