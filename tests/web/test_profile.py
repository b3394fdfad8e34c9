import pytest
from django.test import Client
from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.ratings.actions.pools import ensure_pools
from arena.ratings.models import FinalPlace, Pool, Standing
from arena.tables.models import PersonRating
from tests.matches import cast

pytestmark = pytest.mark.django_db


def test_everybody_sees_a_profile_but_never_the_address(client: Client, alice: User) -> None:
    page = client.get("/u/alice/").content.decode()
    assert "Alice" in page
    assert "alice@example.org" not in page


def test_capital_letters_lead_to_the_same_profile(client: Client, alice: User) -> None:
    assert client.get("/u/Alice/")["Location"] == "/u/alice/"


@pytest.mark.parametrize("path", ["/u/nobody/", "/u/no body/"])
def test_an_unknown_name_is_not_found(client: Client, db: None, path: str) -> None:
    assert client.get(path).status_code == 404


def test_an_account_that_is_switched_off_has_no_profile(client: Client, alice: User) -> None:
    alice.is_active = False
    alice.save()
    assert client.get("/u/alice/").status_code == 404


def test_what_people_write_of_themselves_is_text_and_not_markup(client: Client, alice: User) -> None:
    alice.about = "<script>alert(1)</script>\n& more"
    alice.display_name = "<b>Alice</b>"
    alice.save()
    page = client.get("/u/alice/").content.decode()
    assert "<script>alert" not in page
    assert "<b>Alice" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;<br>&amp; more" in page


def test_only_the_owner_is_asked_to_edit(as_alice: Client, bob: User) -> None:
    assert "Edit your profile" in as_alice.get("/u/alice/").content.decode()
    assert "Edit your profile" not in as_alice.get("/u/bob/").content.decode()


def test_bots_stand_there_with_their_ladders_their_prizes_and_their_motto(client: Client, alice: User) -> None:
    ace = cast.ready_version(alice, "Ace")
    Bot.objects.filter(pk=ace.bot_id).update(motto="Takes what glitters.", tint=3)
    ensure_pools()
    pool = Pool.objects.get(variant="karma-2")
    Standing.objects.create(pool=pool, version=ace, rating=1540.0, margin=30.0, position=1, is_provisional=False)
    FinalPlace.objects.create(pool=pool, version=ace, place=1)
    page = client.get("/u/alice/").content.decode()
    for words in ("Takes what glitters.", "tint-3", "1540", "± 30", "★ Ace: 1st in season 1"):
        assert words in page
    assert "Takes what glitters." in client.get("/bots/ace/").content.decode()
    assert "Takes what glitters." in client.get("/bots/").content.decode()


def test_private_bots_are_on_the_owners_profile_alone(client: Client, alice: User) -> None:
    ace = cast.ready_version(alice, "Ace")
    Bot.objects.filter(pk=ace.bot_id).update(is_private=True)
    assert "Ace" not in client.get("/u/alice/").content.decode()
    client.force_login(alice)
    assert "Ace" in client.get("/u/alice/").content.decode()


def test_a_person_with_a_rating_shows_it(client: Client, alice: User) -> None:
    now = timezone.now()
    PersonRating.objects.create(
        user=alice, variant="karma-2", rating=1447.0, margin=None, games=3, is_provisional=True, fitted_at=now
    )
    assert "1447" not in client.get("/u/alice/").content.decode()
    alice.wants_rating = True
    alice.save()
    page = client.get("/u/alice/?again").content.decode()
    assert "1447" in page
    assert "± unknown" in page
