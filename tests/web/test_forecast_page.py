"""The forecast on the organiser's pages: of saved settings, of a form that is not saved, and refused."""

import pytest
from django.test import Client
from django.urls import reverse

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.tournaments.models import Tournament
from tests import own_keys
from tests.tournament_engine import cast
from tests.web.test_pages import Reader

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga(db: None) -> User:
    own_keys.forget()
    return cast.organiser()


@pytest.fixture
def as_olga(client: Client, olga: User) -> Client:
    client.force_login(olga)
    return client


def form_values(**changes: object) -> dict[str, object]:
    usual = {"name": "Cup", "variant": "diamoniak-2", "format": "swiss", "blocks": 2, "extra_blocks": 3}
    return {**usual, "seeding": "rating", "bots_per_owner": 1, "most_entrants": 64, **changes}


def test_the_page_compares_formats_and_names_everybody(as_olga: Client, olga: User) -> None:
    four = cast.field(4)
    cup = cast.opened(olga, four, "swiss")
    answer = as_olga.get(reverse("tournaments:forecast", args=[cup.slug]))
    assert answer.status_code == 200
    text = answer.content.decode()
    read = Reader(text)
    assert read.inline == []
    assert len(read.ids) == len(set(read.ids))
    for words in ("Swiss system, 3 rounds, 1 block a match", "Double elimination", "Bot01", "Bot04", "The best wins"):
        assert words in text
    kept = as_olga.get(reverse("tournaments:forecast", args=[cup.slug]), headers={"Accept-Language": "de"})
    assert "Schweizer System, 3 Runden" in kept.content.decode(), "for somebody else, of the same counts"
    part = as_olga.get(reverse("tournaments:forecast", args=[cup.slug]), {"size": 9}, headers={"HX-Request": "true"})
    assert "newcomer 5" in part.content.decode()
    assert "<html" not in part.content.decode()


def test_strangers_see_no_forecast_and_a_running_tournament_has_none(
    client: Client, as_olga: Client, olga: User
) -> None:
    four: list[BotVersion] = cast.field(4)
    cup = cast.started(olga, four, "swiss")
    text = as_olga.get(reverse("tournaments:forecast", args=[cup.slug])).content.decode()
    assert "its own results say more" in text
    owner = four[0].bot.owner
    assert owner is not None
    client.force_login(owner)
    assert client.get(reverse("tournaments:forecast", args=[cup.slug])).status_code == 403


def test_too_large_a_field_is_refused_with_what_is_possible(as_olga: Client, olga: User) -> None:
    cup = cast.opened(olga, [], "swiss")
    answer = as_olga.get(reverse("tournaments:forecast", args=[cup.slug]), {"size": 999})
    assert answer.status_code == 409
    assert "Forecast 2 to 256 entrants." in answer.content.decode()


def test_a_form_is_forecast_and_not_saved(as_olga: Client, olga: User) -> None:
    answer = as_olga.post(reverse("tournaments:new"), form_values(forecast="1", blocks=7))
    assert answer.status_code == 200
    assert "7 blocks a match" in answer.content.decode()
    assert "Nothing is saved yet." in answer.content.decode()
    assert not Tournament.objects.exists()
    cup = cast.opened(olga, cast.field(4), "swiss")
    changed = as_olga.post(reverse("tournaments:edit", args=[cup.slug]), form_values(forecast="1", blocks=9))
    text = changed.content.decode()
    assert "9 blocks a match" in text
    assert "as saved" in text
    cup.refresh_from_db()
    assert cup.blocks == 1


def test_a_form_that_cannot_be_played_says_why(as_olga: Client) -> None:
    given = form_values(forecast="1", format="swiss", variant="karma-4")
    answer = as_olga.post(reverse("tournaments:new"), given)
    assert answer.status_code == 422
    assert "does not fit" in answer.content.decode()
