import pytest
from django.test import Client

from arena.accounts.models import User

pytestmark = pytest.mark.django_db


def test_a_visitor_is_sent_to_the_log_in_and_back(client: Client) -> None:
    assert client.get("/account/")["Location"] == "/account/login/?next=/account/"


def test_the_profile_is_saved(as_alice: Client, alice: User) -> None:
    response = as_alice.post("/account/", {"display_name": "Al", "about": "I count cards."}, follow=True)
    assert "Your profile is saved." in response.content.decode()
    alice.refresh_from_db()
    assert (alice.display_name, alice.about) == ("Al", "I count cards.")


def test_nobody_raises_their_own_role(as_alice: Client, alice: User) -> None:
    as_alice.post(
        "/account/", {"display_name": "Al", "about": "", "role": "staff", "is_superuser": "on", "name": "root"}
    )
    alice.refresh_from_db()
    assert (alice.role, alice.is_superuser, alice.name) == ("author", False, "alice")


def test_a_text_that_is_too_long_is_refused_and_kept_in_the_form(as_alice: Client, alice: User) -> None:
    response = as_alice.post("/account/", {"display_name": "Al", "about": "x" * 501})
    assert "at most 500 characters" in response.content.decode()
    assert "x" * 501 in response.content.decode()
    alice.refresh_from_db()
    assert alice.display_name == "Alice"
