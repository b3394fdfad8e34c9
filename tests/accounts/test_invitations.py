"""Accounts by invitation: one link, one account."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from arena.accounts.invitations import invite
from arena.accounts.models import Invitation, User

pytestmark = pytest.mark.django_db
SIGN_UP = "/account/signup/"
WANTED = {"username": "carol", "email": "carol@example.org", "password1": "a-good-long-password"}


@pytest.fixture(autouse=True)
def _by_invitation(settings: Settings) -> None:
    settings.SIGN_UP = "invited"


def link(stella: User) -> str:
    return f"{SIGN_UP}?invitation={invite(stella, 'Carol')[1]}"


def is_member(name: str) -> bool:
    return User.objects.filter(name=name).exists()


def test_strangers_stay_outside(client: Client) -> None:
    assert "The doors are closed" in client.get(SIGN_UP).content.decode()
    client.post(SIGN_UP, WANTED)
    client.post(f"{SIGN_UP}?invitation=made-up", WANTED)
    assert not is_member("carol")


def test_a_link_makes_one_account(client: Client, stella: User) -> None:
    address = link(stella)
    assert "Join the table" in client.get(address).content.decode()
    client.post(SIGN_UP, WANTED)
    assert is_member("carol")
    used = Invitation.objects.get()
    assert (str(used.used_by), used.used_at is not None) == ("carol", True)
    another = Client()
    assert "The doors are closed" in another.get(address).content.decode()
    another.post(address, {**WANTED, "username": "dave", "email": "dave@example.org"})
    assert not is_member("dave")


def test_two_people_with_one_link_get_one_account(stella: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have seen the form; the second sends it after the first."""
    address, first, second = link(stella), Client(), Client()
    first.get(address)
    second.get(address)
    first.post(SIGN_UP, WANTED)
    monkeypatch.setattr("arena.accounts.invitations.is_invited", lambda _request: True)
    answer = second.post(SIGN_UP, {**WANTED, "username": "dave", "email": "dave@example.org"})
    assert answer.status_code == 403
    assert not is_member("dave")


def test_an_old_link_is_closed(client: Client, stella: User) -> None:
    address = link(stella)
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert "The doors are closed" in client.get(address).content.decode()


def test_staff_makes_links_and_sees_who_used_them(client: Client, as_alice: Client, stella: User) -> None:
    assert as_alice.get("/invitations/").status_code == 403
    client.force_login(stella)
    shown = client.post("/invitations/", {"note": "for Carol"}).content.decode()
    assert "/account/signup/?invitation=" in shown
    assert "for Carol" in shown
    assert "?invitation=" not in client.get("/invitations/").content.decode(), "the link is shown once"
