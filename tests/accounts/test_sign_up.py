import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from arena.accounts.models import Role, User
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def sign_up(client: Client, **changes: str) -> Any:
    data = {"username": "carol", "email": "carol@example.org", "password1": PASSWORD, "website": "", **changes}
    return client.post("/account/signup/", data)


def errors(response: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = response.context["form"].errors
    return found


def test_a_visitor_becomes_an_author(client: Client) -> None:
    response = sign_up(client)
    assert (response.status_code, response["Location"]) == (302, "/")
    carol = User.objects.get(name="carol")
    assert (carol.email, carol.role, carol.is_staff) == ("carol@example.org", Role.AUTHOR, False)
    assert client.session["_auth_user_id"] == str(carol.pk)


def test_a_link_to_confirm_the_address_is_sent_and_works(client: Client) -> None:
    sign_up(client)
    assert mail.outbox[0].subject == "[Karma Arena] Confirm your address"
    link = next(line for line in mail.outbox[0].body.splitlines() if "/account/confirm-email/" in line)
    path = "/" + link.split("/", 3)[3]
    assert client.get(path).status_code == 200
    assert client.post(path).status_code == 302
    assert User.objects.get(name="carol").emailaddress_set.get().verified  # type: ignore[attr-defined]  # allauth's


def test_where_addresses_must_be_confirmed_nobody_is_logged_in_before(client: Client, settings: Any) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    assert sign_up(client)["Location"] == "/account/confirm-email/"
    assert "_auth_user_id" not in client.session


def test_names_are_stored_in_lower_case(client: Client) -> None:
    sign_up(client, username="Carol")
    assert User.objects.filter(name="carol").exists()


@pytest.mark.parametrize("name", ["ab", "-carol", "carol-", "ca--rol", "ca rol", "carol!", "çarol", "c" * 31])
def test_a_name_of_the_wrong_form_is_refused(client: Client, name: str) -> None:
    assert errors(sign_up(client, username=name))["username"]
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["admin", "staff", "house", "Leaderboards"])
def test_names_of_the_arena_itself_are_refused(client: Client, name: str) -> None:
    assert "kept for the arena itself" in errors(sign_up(client, username=name))["username"][0]


def test_a_taken_name_is_refused_whatever_its_case(client: Client, alice: User) -> None:
    assert errors(sign_up(client, username="ALICE"))["username"]


@pytest.mark.parametrize("password", ["short", "password123", "carol@example"])
def test_a_weak_password_is_refused(client: Client, password: str) -> None:
    assert errors(sign_up(client, password1=password))["password1"]


def test_a_taken_address_is_not_given_away(client: Client, alice: User, settings: Any) -> None:
    """A stranger must not learn who has an account here; the owner of the address gets a mail instead."""
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    alice.emailaddress_set.create(email=alice.email, verified=True, primary=True)  # type: ignore[attr-defined]  # allauth's
    assert sign_up(client, email="alice@example.org")["Location"] == "/account/confirm-email/"
    assert User.objects.count() == 1


def test_a_program_that_fills_the_trap_gets_no_account(client: Client) -> None:
    assert sign_up(client, website="https://spam.example").status_code == 302
    assert not User.objects.exists()


def test_a_closed_arena_takes_nobody(client: Client, settings: Any) -> None:
    settings.SIGN_UP = "closed"
    assert "The doors are closed" in client.get("/account/signup/").content.decode()
    sign_up(client)
    assert not User.objects.exists()


def test_who_wanted_to_submit_a_bot_is_brought_back_there(client: Client) -> None:
    (link,) = re.findall(r'href="(/account/signup/[^"]*)">Make an account', client.get("/submit/").content.decode())
    page = client.get(link).content.decode().partition('action="/account/signup/"')[2]
    fields = re.findall(r'<input type="hidden" name="next" value="([^"]*)"', page)
    assert sign_up(client, next=fields[0])["Location"] == "/submit/"
    assert "Name of the new bot" in client.get("/submit/").content.decode()
