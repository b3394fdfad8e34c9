"""Signing up, out and in again, as a person does it."""

import re

from playwright.sync_api import Page, expect

from arena.accounts.models import User
from tests.conftest import PASSWORD


def test_a_person_signs_up_logs_out_and_logs_in(page: Page, transactional_db: None, complaints: list[str]) -> None:
    page.goto("/")
    page.get_by_role("link", name="Log in").click()
    page.get_by_role("link", name="Make an account").click()
    page.get_by_label("Name", exact=True).fill("Carol")
    page.get_by_label("E-mail address").fill("carol@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()

    menu = page.get_by_text("Account menu")
    expect(menu).to_be_attached()
    assert User.objects.filter(name="carol").exists()

    menu.locator("..").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()

    page.get_by_role("link", name="Log in").click()
    page.get_by_label("Name or e-mail address").fill("carol")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("Account menu")).to_be_attached()


def test_a_wrong_password_is_told_beside_the_form(page: Page, member: User, complaints: list[str]) -> None:
    page.goto("/account/login/")
    page.get_by_label("Name or e-mail address").fill("alice")
    page.get_by_label("Password").fill("wrong-password")
    page.get_by_role("button", name="Log in").click()
    expect(page.locator(".errorlist")).to_contain_text(re.compile("not correct"))


def test_a_message_can_be_dismissed(page: Page, member: User, complaints: list[str]) -> None:
    page.goto("/account/login/")
    page.get_by_label("Name or e-mail address").fill("alice")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.locator("[data-toast]")).to_have_count(1)
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator("[data-toast]")).to_have_count(0)
