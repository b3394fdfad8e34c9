from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import password_reset
from django.test import Client, RequestFactory

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


@pytest.mark.parametrize("form", ["login", "signup", "password/reset"])
def test_a_form_is_shown_though_its_way_back_cannot_be_read(client: Client, form: str) -> None:
    assert client.get(f"/account/{form}/?next=http://[").status_code == 200


def test_after_a_way_back_that_cannot_be_read_one_is_logged_in_all_the_same(client: Client, alice: User) -> None:
    assert log_in(client, next="http://[")["Location"] == log_in(Client())["Location"]


def test_the_way_back_is_followed_only_on_this_site(client: Client, alice: User) -> None:
    assert log_in(client, next="/submit/")["Location"] == "/submit/"
    client.logout()
    assert log_in(client, next="https://evil.example/")["Location"] == "/"


def guess(client: Client, count: int, login: str = "alice", address: str = "198.51.100.1") -> None:
    for _ in range(count):
        client.post("/account/login/", {"login": login, "password": "wrong-password"}, REMOTE_ADDR=address)


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_guessing_one_account_is_stopped_even_with_the_right_password(client: Client, alice: User) -> None:
    guess(client, 5, address="127.0.0.1")
    response = log_in(client)
    assert "Too many failed login attempts" in response.content.decode()
    assert not is_in(client)


def test_name_and_address_are_one_account_to_a_guesser(client: Client, alice: User) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True)
    guess(client, 3, address="127.0.0.1")
    guess(client, 2, login="alice@example.org", address="127.0.0.1")
    log_in(client)
    assert not is_in(client)


def test_a_stranger_does_not_lock_an_account(client: Client, alice: User) -> None:
    guess(Client(), 9)
    log_in(client)
    assert is_in(client)


def test_many_strangers_do_not_lock_out_a_browser_that_was_in_before(client: Client, alice: User) -> None:
    log_in(client)
    client.post("/account/logout/")
    for address in range(26):
        guess(Client(), 4, address=f"198.51.100.{address}")
    new = Client()
    log_in(new)
    assert not is_in(new), "a hundred guesses an hour are enough"
    log_in(client)
    assert is_in(client)


def test_a_known_browser_guesses_no_faster(client: Client, alice: User) -> None:
    log_in(client)
    client.post("/account/logout/")
    guess(client, 10, address="127.0.0.1")
    assert "Too many failed login attempts" in log_in(client).content.decode()


def test_being_known_to_one_account_says_nothing_to_another(client: Client, alice: User, bob: User) -> None:
    log_in(client, "bob")
    client.post("/account/logout/")
    guess(client, 5, address="127.0.0.1")
    log_in(client)
    assert not is_in(client)


def test_the_mark_of_a_browser_cannot_be_made_up(client: Client, alice: User) -> None:
    client.cookies["known"] = f'{{"{alice.pk}": "x"}}'
    guess(client, 5, address="127.0.0.1")
    log_in(client)
    assert not is_in(client)


def test_a_new_password_by_mail_ends_what_strangers_tried(client: Client, alice: User, rf: RequestFactory) -> None:
    for address in range(26):
        guess(Client(), 4, address=f"198.51.100.{address}")
    password_reset.send(sender=User, request=rf.post("/"), user=alice)
    log_in(client)
    assert is_in(client)


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
