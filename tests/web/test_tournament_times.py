"""Times, check-in, lists, fillers and stages on the pages of an organiser."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from arena.accounts.models import User
from arena.tournaments.models import Departure, Tournament
from tests.matches.cast import ready_version
from tests.tournament_engine import cast
from tests.web.test_forecast_page import form_values

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga(db: None) -> User:
    return cast.organiser()


@pytest.fixture
def as_olga(client: Client, olga: User) -> Client:
    client.force_login(olga)
    return client


def test_times_are_written_and_read_in_the_zone_of_the_tournament(as_olga: Client) -> None:
    given = form_values(
        time_zone="America/New_York", starts_at="2031-07-01T18:00", deadline="2031-07-01T12:00", check_in_minutes=60
    ) | {"length0-round": 2, "length0-time": "2031-07-02T09:00"}
    assert as_olga.post(reverse("tournaments:new"), given).status_code == 302
    cup = Tournament.objects.get()
    assert cup.starts_at == datetime(2031, 7, 1, 22, 0, tzinfo=UTC)
    assert cup.round_time(1, 2) == datetime(2031, 7, 2, 13, 0, tzinfo=UTC)
    form = as_olga.get(reverse("tournaments:edit", args=[cup.slug])).content.decode()
    for wall in ("2031-07-01T18:00", "2031-07-01T12:00", "2031-07-02T09:00"):
        assert wall in form
    home = as_olga.get(cup.get_absolute_url()).content.decode()
    assert "1 July 2031, 18:00 (America/New_York)" in home
    assert "Check in from 1 July, 17:00 on" in home


def test_a_form_takes_more_than_three_stages(as_olga: Client) -> None:
    stages = {"stage2": "swiss", "stage3": "swiss", "advance1": 8, "advance2": 4, "name": ""}
    more = as_olga.post(reverse("tournaments:new"), form_values(**stages, **{"more-stages": "1"}))
    assert more.status_code == 200
    text = more.content.decode()
    assert 'name="stage4"' in text
    assert "This field is required" not in text
    stages |= {"name": "Cup", "stage4": "single_elimination", "advance3": 2}
    assert as_olga.post(reverse("tournaments:new"), form_values(**stages)).status_code == 302
    cup = Tournament.objects.get()
    assert [setup.format for setup in cup.setups()] == ["swiss", "swiss", "swiss", "single_elimination"]
    kept = as_olga.get(reverse("tournaments:edit", args=[cup.slug])).content.decode()
    assert 'name="stage4"' in kept


def test_a_list_is_looked_at_and_then_entered(as_olga: Client, olga: User) -> None:
    cast.field(4)
    cup = cast.opened(olga, [], "swiss")
    where = reverse("tournaments:list", args=[cup.slug])
    wrong = as_olga.post(where, {"list": "Bot01\nBot77", "invites": "1", "preview": "1"})
    assert wrong.status_code == 422
    assert "There is no bot called Bot77." in wrong.content.decode()
    assert "Enter all" not in wrong.content.decode()
    file = SimpleUploadedFile("bots.csv", b"bot,seed\nBot01,2\nBot02,1\n")
    seen = as_olga.post(where, {"file": file, "invites": "1", "preview": "1"})
    assert "Enter all" in seen.content.decode()
    assert "Bot02,1" in seen.content.decode(), "the text is there to be sent again"
    assert cup.entrants.count() == 0
    done = as_olga.post(where, {"list": "Bot01,2\nBot02,1", "invites": "1", "enter": "1"})
    assert done.status_code == 302
    assert cup.entrants.count() == 2
    binary = SimpleUploadedFile("bots.csv", b"\xff\xfe\x00b")
    assert "not text in UTF-8" in as_olga.post(where, {"file": binary}).content.decode()


def test_check_in_and_fillers_by_button(client: Client, olga: User) -> None:
    four = cast.field(4)
    starts = timezone.now() + timedelta(minutes=5)
    cup = cast.opened(olga, four, "swiss", starts_at=starts, check_in_minutes=10)
    ready_version(None, "Dice", house="random")
    owner = four[0].bot.owner
    assert owner is not None
    client.force_login(owner)
    before = client.get(cup.get_absolute_url()).content.decode()
    assert (before.count("do/check-in/"), before.count("do/unregister/")) == (1, 1)
    entrant = cup.entrants.get(owner=owner)
    act = reverse("tournaments:act", args=[cup.slug, "check-in"])
    client.post(act, {"entrant": entrant.pk, "back": "home"})
    entrant.refresh_from_db()
    assert entrant.checked_in_at is not None
    seen = client.get(cup.get_absolute_url()).content.decode()
    assert "checked in" in seen
    assert "do/unregister/" in seen, "who cannot come after all says so, before and after checking in"
    client.force_login(olga)
    client.post(reverse("tournaments:act", args=[cup.slug, "fill"]), {"size": 5})
    assert cup.entrants.filter(bot__name="Dice").exists()


def test_a_disqualification_says_how_results_count(as_olga: Client, olga: User) -> None:
    cup = cast.started(olga, cast.field(4), "swiss")
    entrant = cast.entrant(cup, 1)
    where = reverse("tournaments:act", args=[cup.slug, "disqualify"])
    as_olga.post(where, {"entrant": entrant.pk, "reason": "A copy.", "results": "losses"})
    assert Departure.objects.get().as_losses
    log = as_olga.get(reverse("tournaments:audit", args=[cup.slug])).content.decode()
    assert "Its results count as losses." in log
