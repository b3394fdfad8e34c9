"""The second factor: asked for when there is one, and a must for whom the operator says so."""

import re

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from pytest_django.fixtures import Settings

from arena.accounts.models import Role, User
from tests.accounts.codes import code
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def with_app(user: User) -> str:
    secret = str(generate_totp_secret())
    TOTP.activate(user, secret)
    return secret


def log_in(client: Client, name: str) -> str:
    answer = client.post("/account/login/", {"login": name, "password": PASSWORD})
    return str(answer.headers["Location"])


def test_a_password_alone_is_not_enough(client: Client, alice: User) -> None:
    secret = with_app(alice)
    assert log_in(client, "alice") == "/account/2fa/authenticate/"
    assert "_auth_user_id" not in client.session
    client.post("/account/2fa/authenticate/", {"code": "000000"})
    assert "_auth_user_id" not in client.session
    client.post("/account/2fa/authenticate/", {"code": code(secret)})
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_a_code_is_good_once(alice: User) -> None:
    secret, clients = with_app(alice), (Client(), Client())
    for client in clients:
        log_in(client, "alice")
        client.post("/account/2fa/authenticate/", {"code": code(secret)})
    assert ["_auth_user_id" in client.session for client in clients] == [True, False]


def test_guessing_codes_is_stopped(client: Client, alice: User) -> None:
    secret = with_app(alice)
    log_in(client, "alice")
    for _ in range(6):
        client.post("/account/2fa/authenticate/", {"code": "000000"})
    client.post("/account/2fa/authenticate/", {"code": code(secret)})
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize(
    ("setting", "stopped"),
    [("optional", set()), ("staff", {Role.STAFF}), ("organisers", {Role.STAFF, Role.ORGANISER})],
)
def test_who_must_have_one_gets_to_the_page_that_sets_it_up(
    alice: User, settings: Settings, setting: str, stopped: set[Role]
) -> None:
    settings.TWO_FACTOR = setting
    for role in Role:
        alice.role = role
        alice.save()
        client = Client()
        client.force_login(alice)
        for page in ("/dashboard/", "/queue/", "/admin/", "/account/tokens/"):
            answer = client.get(page)
            assert (answer.headers.get("Location") == "/account/2fa/") is (role in stopped), (role, page)
        own = client.get("/account/2fa/")
        assert own.status_code == 200
        files = re.findall(r'(?:src|href)="(/(?:style|script)/[^"]+)"', own.content.decode())
        assert [client.get(file).status_code for file in files] == [200, 200]


def test_who_has_one_goes_anywhere(client: Client, stella: User, settings: Settings) -> None:
    settings.TWO_FACTOR = "staff"
    with_app(stella)
    client.force_login(stella)
    assert client.get("/queue/").status_code == 200


def test_log_out_everywhere(alice: User) -> None:
    here, there = Client(), Client()
    for client in (here, there):
        log_in(client, "alice")
        client.get("/account/")
    assert "Current" in here.get("/account/sessions/").content.decode()
    here.post("/account/sessions/")
    assert here.get("/dashboard/").status_code == 200
    assert there.get("/dashboard/").status_code == 302
