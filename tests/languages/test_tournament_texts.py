"""Tournaments are planned without Django: what the planning names and refuses, the pages say all the same."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from arena.tournaments.planning.errors import SettingsError
from arena.tournaments.planning.series import Reason
from arena.tournaments.reading import local_points
from arena.tournaments.refusals import told
from arena.web.templatetags.arena_numbers import settled_by_title
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


def test_what_settled_a_match_has_words_and_points_have_the_readers_decimal_sign() -> None:
    assert [settled_by_title(reason) for reason in Reason if settled_by_title(reason) == reason] == ["progress", "seed"]
    assert [settled_by_title(code) for code in ("score", "", "of_old")] == ["points", "", "of_old"]
    with override("de"):
        assert settled_by_title("fewer_faults") == "weniger Fehler"
        assert (local_points("2.25"), local_points("")) == ("2,25", "")
    assert local_points("2.25") == "2.25"
