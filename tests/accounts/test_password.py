import subprocess
import sys
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from arena.accounts.models import User
from tests.conftest import PASSWORD
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.django_db
NEW = "another-long-password"


def reset_link(client: Client, email: str = "alice@example.org") -> str:
    assert client.post("/account/password/reset/", {"email": email})["Location"] == "/account/password/reset/done/"
    line = next(line for line in mail.outbox[0].body.splitlines() if "/password/reset/key/" in line)
    return "/" + line.split("/", 3)[3]


def follow(client: Client, link: str) -> Any:
    return client.get(link, follow=True)


def test_a_lost_password_is_replaced_by_mail(client: Client, alice: User) -> None:
    page = follow(client, reset_link(client))
    client.post(page.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
    alice.refresh_from_db()
    assert alice.check_password(NEW)


def test_a_used_link_is_dead(client: Client, alice: User) -> None:
    link = reset_link(client)
    page = follow(client, link)
    client.post(page.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
    assert "This link has been played" in follow(Client(), link).content.decode()


def test_an_unknown_address_looks_the_same(client: Client) -> None:
    response = client.post("/account/password/reset/", {"email": "nobody@example.org"})
    assert response["Location"] == "/account/password/reset/done/"


def test_the_password_is_changed_only_with_the_old_one(as_alice: Client, alice: User) -> None:
    wrong = {"oldpassword": "wrong-password", "password1": NEW, "password2": NEW}
    as_alice.post("/account/password/change/", wrong)
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)
    as_alice.post("/account/password/change/", {**wrong, "oldpassword": PASSWORD})
    alice.refresh_from_db()
    assert alice.check_password(NEW)


def test_outside_of_tests_passwords_are_hashed_by_argon2() -> None:
    script = (
        "import django; django.setup()\n"
        "from django.contrib.auth.hashers import make_password; print(make_password('x'))"
    )
    result = subprocess.run(
        [sys.executable, "-c", script],
        env={"DJANGO_SETTINGS_MODULE": "arena.settings", "ARENA_ENV": "development", "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_S,
    )
    assert result.stdout.startswith("argon2$argon2id$")
