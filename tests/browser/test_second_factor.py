"""A second factor in a real browser: an app's codes, and passkeys by Chromium's own virtual authenticator."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from arena.accounts.models import User
from tests.accounts.codes import code
from tests.conftest import PASSWORD


def enter(page: Page) -> None:
    page.goto("/account/login/")
    page.get_by_label("Name or e-mail address").fill("alice")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()


def leave(page: Page) -> None:
    page.goto("/account/logout/")
    page.locator("main").get_by_role("button").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()


def again(page: Page) -> None:
    """Before anything about log-ins is changed the password is asked for once more."""
    if "/reauthenticate/" in page.url:
        page.get_by_label("Password").fill(PASSWORD)
        page.locator("main").get_by_role("button").first.click()


@pytest.mark.usefixtures("member")
def test_an_app(page: Page, complaints: list[str], live_server: LiveServer) -> None:
    enter(page)
    expect(page.get_by_text("Account menu")).to_be_attached()
    page.goto("/account/2fa/totp/activate/")
    again(page)
    secret = page.locator("#authenticator_secret").input_value()
    # A half minute may end before it arrives: codes of the one before and after are taken, each once.
    page.locator("#id_code").fill(code(secret))
    page.get_by_role("button", name="Activate").click()
    expect(page.get_by_role("heading", name="Recovery Codes")).to_be_visible()
    leave(page)
    enter(page)
    expect(page).to_have_url(re.compile("/account/2fa/authenticate/"))
    page.locator("#id_code").fill(code(secret, 1))
    page.get_by_role("button", name="Sign In").click()
    expect(page.get_by_text("Account menu")).to_be_attached()


def test_a_passkey(page: Page, member: User, log_in: Callable[[], None], live_server: LiveServer) -> None:
    """Browsers know passkeys on localhost by name; an address of four numbers is nobody's domain."""
    site = live_server.url.replace("127.0.0.1", "localhost")
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page.goto(f"{site}/account/login/")
    page.get_by_label("Name or e-mail address").fill("alice")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_text("Account menu")).to_be_attached()
    page.goto(f"{site}/account/2fa/webauthn/add/")
    again(page)
    page.locator("#id_name").fill("My laptop")
    page.locator("#id_passwordless").check()
    page.locator("#mfa_webauthn_add").click()
    expect(page.get_by_text(re.compile("recovery codes|My laptop|Recovery Codes")).first).to_be_visible()
    page.goto(f"{site}/account/logout/")
    page.locator("main").get_by_role("button").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    page.goto(f"{site}/account/login/")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("Account menu")).to_be_attached()
    page.goto(f"{site}/account/")
    expect(page.get_by_role("heading", name="Your profile")).to_be_visible()
