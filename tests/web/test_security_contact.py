"""Whom to tell about a weakness: only what the operator set, in the form that tools read."""

from datetime import datetime, timedelta

from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

ADDRESS = "/.well-known/security.txt"


def test_it_names_the_address_that_the_operator_set(client: Client, settings: Settings) -> None:
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    answer = client.get(ADDRESS)
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert fields["Contact"] == "mailto:security@example.org"
    assert fields["Canonical"] == f"http://testserver{ADDRESS}"
    expires = datetime.fromisoformat(fields["Expires"])
    assert timedelta(days=30) < expires - timezone.now() < timedelta(days=366)


def test_without_an_address_there_is_no_such_file(client: Client, settings: Settings, db: None) -> None:
    settings.SECURITY_CONTACT = ""
    assert client.get(ADDRESS).status_code == 404


def test_it_is_only_read(client: Client, settings: Settings) -> None:
    settings.SECURITY_CONTACT = "https://example.org/security"
    assert client.post(ADDRESS).status_code == 405
