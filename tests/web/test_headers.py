import pytest
from django.test import Client

POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "report-uri /csp-report/",
}


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/account/login/", "/no/such/page/"])
def test_each_page_carries_the_strict_policy(client: Client, path: str) -> None:
    header = client.get(path)["Content-Security-Policy"]
    assert {part.strip() for part in header.split(";")} == POLICY


@pytest.mark.django_db
def test_the_other_headers_are_there(client: Client) -> None:
    response = client.get("/")
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in response["Permissions-Policy"]


@pytest.mark.django_db
def test_the_cookie_of_a_session_is_closed_to_scripts(client: Client, alice: object) -> None:
    from tests.conftest import PASSWORD

    response = client.post("/account/login/", {"login": "alice", "password": PASSWORD})
    cookie = response.cookies["sessionid"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_pictures_and_styles_are_served(client: Client) -> None:
    response = client.get("/static/css/tokens.css")
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/css")
