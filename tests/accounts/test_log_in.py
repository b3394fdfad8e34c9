from typing import Any

import pytest
from django.test import Client

from arena.accounts.models import User
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def log_in(client: Client, login: str = "alice", password: str = PASSWORD, **extra: str) -> Any:
    return client.post("/account/login/", {"login": login, "password": password, **extra})


@pytest.mark.parametrize("login", ["alice", "ALICE", "alice@example.org", "Alice@Example.org"])
def test_name_and_address_both_open_the_door(client: Client, alice: User, login: str) -> None:
    assert log_in(client, login).status_code == 302
    assert client.session["_auth_user_id"] == str(alice.pk)


@pytest.mark.parametrize(("login", "password"), [("alice", "wrong-password"), ("nobody", PASSWORD), ("alice", "")])
def test_a_wrong_pair_is_refused_without_saying_which_half(
    client: Client, alice: User, login: str, password: str
) -> None:
    assert log_in(client, login, password).status_code == 200
    assert "_auth_user_id" not in client.session


def test_an_account_that_is_switched_off_stays_out(client: Client, alice: User) -> None:
    alice.is_active = False
    alice.save()
    assert log_in(client)["Location"] == "/account/inactive/"
    assert "_auth_user_id" not in client.session


def test_the_way_back_is_followed_only_on_this_site(client: Client, alice: User) -> None:
    assert log_in(client, next="/submit/")["Location"] == "/submit/"
    client.logout()
    assert log_in(client, next="https://evil.example/")["Location"] == "/"


def test_guessing_one_account_is_stopped_even_with_the_right_password(client: Client, alice: User) -> None:
    for _ in range(5):
        log_in(client, password="wrong-password")
    response = log_in(client)
    assert "Too many failed login attempts" in response.content.decode()
    assert "_auth_user_id" not in client.session


def test_guessing_many_accounts_from_one_address_meets_the_429_page(client: Client) -> None:
    responses = [log_in(client, login=f"nobody-{number}") for number in range(31)]
    assert responses[-1].status_code == 429
    assert "Slow down" in responses[-1].content.decode()


def test_logging_out_needs_a_press_of_a_button(as_alice: Client) -> None:
    """A picture on another site with this address as its source must not log anybody out."""
    assert as_alice.get("/account/logout/").status_code == 200
    assert "_auth_user_id" in as_alice.session
    assert as_alice.post("/account/logout/").status_code == 302
    assert "_auth_user_id" not in as_alice.session


def test_forms_without_their_token_are_refused_with_a_way_on(alice: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    response = log_in(strict)
    assert response.status_code == 403
    assert "This form has expired" in response.content.decode()
