"""A NUL character is refused with a sentence wherever it comes in."""

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from arena.accounts.models import User
from arena.api.actions import create_token
from arena.api.scopes import Scope
from arena.bots.models import Bot
from arena.lib.nul import NulMiddleware

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "address",
    [
        "/bots/?q=%00",
        "/replays/?variant=%00",
        "/ladders/karma-2/?q=a%00b",
        "/bots/a%00b/",
        "/?%00=1",
        "/u/a%00b/",
        "/docs/a%00b",
    ],
)
def test_in_an_address(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 400
    assert "<h1" in answer.content.decode()


def test_in_an_address_of_the_api(client: Client) -> None:
    answer = client.get("/api/v1/bots?q=%00")
    assert answer.status_code == 422
    assert answer.headers["Content-Type"].startswith("application/problem+json")


def test_in_a_form(client: Client) -> None:
    answer = client.post(reverse("account_login"), {"login": "a\0b@example.org", "password": "x"})
    assert answer.status_code == 200
    assert "Null characters are not allowed" in answer.content.decode(), "a form says it at its field"


def test_in_a_cookie(client: Client) -> None:
    answer = client.get("/", headers={"Cookie": r'sessionid="abcdefgh\000"; theme=dark'})
    assert answer.status_code == 200
    assert 'data-theme="dark"' in answer.content.decode(), "the others count"


def test_in_json(client: Client) -> None:
    alice = User.objects.create_user("alice", "alice@example.org", "secret")
    _token, secret = create_token(alice, "test", [Scope.BOTS], timedelta(days=1))
    body = {"name": "Plain", "games": ["karma"], "description": "a\0b"}
    answer = client.post(
        "/api/v1/bots", body, content_type="application/json", headers={"Authorization": f"Bearer {secret}"}
    )
    assert answer.status_code == 422
    assert answer.headers["Content-Type"].startswith("application/problem+json")
    assert not Bot.objects.exists()


def test_whatever_the_database_refuses_for_it_is_no_error_of_ours() -> None:
    error = ValueError("A string literal cannot contain NUL (0x00) characters.")
    answer = NulMiddleware(lambda request: HttpResponse()).process_exception(RequestFactory().post("/"), error)
    assert answer is not None
    assert answer.status_code == 400
    assert (
        NulMiddleware(lambda request: HttpResponse()).process_exception(RequestFactory().get("/"), KeyError()) is None
    )
