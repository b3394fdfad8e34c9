import pytest
from django.test import Client

from arena.accounts.models import User

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
