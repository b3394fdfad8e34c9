"""Each error page says what happened and where to go."""

import logging
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from arena.urls import urlpatterns as site


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a bug")


def forbidden(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


urlpatterns = [*site, path("broken/", broken), path("forbidden/", forbidden)]
handler500 = "arena.web.errors.server_error"


@pytest.fixture(autouse=True)
def _with_broken_pages(settings: Any) -> None:
    settings.ROOT_URLCONF = "tests.web.test_errors"


def test_a_missing_page(client: Client) -> None:
    response = client.get("/no/such/page/")
    assert response.status_code == 404
    assert "This card is not in the deck" in response.content.decode()
    assert 'href="/leaderboards/"' in response.content.decode()


def test_a_forbidden_page_offers_the_log_in_and_the_way_back(client: Client) -> None:
    response = client.get("/forbidden/?a=1&b=2")
    assert response.status_code == 403
    assert 'href="/account/login/?next=/forbidden/%3Fa%3D1%26b%3D2"' in response.content.decode()


def test_a_bug_shows_a_number_to_report_and_nothing_of_the_inside(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.raise_request_exception = False
    with caplog.at_level(logging.ERROR):
        response = client.get("/broken/", headers={"x-request-id": "request-0001"})
    assert response.status_code == 500
    assert "<code>request-0001</code>" in response.content.decode()
    assert "RuntimeError" not in response.content.decode()
    assert "a bug" in caplog.text


def test_a_host_that_is_not_ours_is_refused(client: Client) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
