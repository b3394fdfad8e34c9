from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from arena.accounts.models import User

pytestmark = pytest.mark.django_db


def change(client: Client, email: str) -> Any:
    return client.post("/account/email/", {"email": email, "action_add": ""}, follow=True)


def confirm(client: Client) -> Any:
    line = next(line for line in mail.outbox[-1].body.splitlines() if "/account/confirm-email/" in line)
    return client.post("/" + line.split("/", 3)[3], follow=True)


@pytest.fixture
def confirmed_alice(alice: User) -> User:
    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)
    return alice


def test_the_old_address_stays_until_the_new_one_is_confirmed(as_alice: Client, confirmed_alice: User) -> None:
    change(as_alice, "new@example.org")
    confirmed_alice.refresh_from_db()
    assert confirmed_alice.email == "alice@example.org"
    confirm(as_alice)
    confirmed_alice.refresh_from_db()
    assert confirmed_alice.email == "new@example.org"


def test_several_people_may_change_addresses_that_were_never_confirmed(as_alice: Client, bob: User) -> None:
    """Each has no address in between; that must not make them collide."""
    assert change(as_alice, "new@example.org").status_code == 200
    as_bob = Client()
    as_bob.force_login(bob)
    assert change(as_bob, "newer@example.org").status_code == 200


def test_an_address_that_somebody_only_claimed_goes_to_who_confirms_it(
    as_alice: Client, confirmed_alice: User, bob: User
) -> None:
    bob.email = "contested@example.org"
    bob.save()
    change(as_alice, "contested@example.org")
    mail.outbox = [message for message in mail.outbox if message.to == ["contested@example.org"]]
    assert confirm(as_alice).status_code == 200
    confirmed_alice.refresh_from_db()
    assert confirmed_alice.email == "contested@example.org"


def test_an_address_that_somebody_confirmed_is_not_taken_away(
    as_alice: Client, confirmed_alice: User, bob: User
) -> None:
    EmailAddress.objects.create(user=bob, email=bob.email, verified=True, primary=True)
    change(as_alice, "bob@example.org")
    assert EmailAddress.objects.get(email="bob@example.org", verified=True).user == bob
    confirmed_alice.refresh_from_db()
    assert confirmed_alice.email == "alice@example.org"
