"""Every page worth looking at: the screenshots show these, and the browser tests check these for accessibility."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Shown:
    name: str
    path: str
    as_member: bool = False
    """Seen by somebody who has logged in."""


VISITOR_NAME = "alice"

PAGES = (
    Shown("home", "/"),
    Shown("submit", "/submit/"),
    Shown("leaderboards", "/leaderboards/"),
    Shown("tournaments", "/tournaments/"),
    Shown("replays", "/replays/"),
    Shown("login", "/account/login/"),
    Shown("signup", "/account/signup/"),
    Shown("password-reset", "/account/password/reset/"),
    Shown("password-reset-done", "/account/password/reset/done/"),
    Shown("password-reset-bad-link", "/account/password/reset/key/1-set-password/"),
    Shown("verification-sent", "/account/confirm-email/"),
    Shown("inactive", "/account/inactive/"),
    Shown("profile", f"/u/{VISITOR_NAME}/"),
    Shown("not-found", "/no/such/page/"),
    Shown("design", "/design/"),
    Shown("own-profile", f"/u/{VISITOR_NAME}/", as_member=True),
    Shown("submit-member", "/submit/", as_member=True),
    Shown("account", "/account/", as_member=True),
    Shown("account-email", "/account/email/", as_member=True),
    Shown("account-password", "/account/password/change/", as_member=True),
    Shown("logout", "/account/logout/", as_member=True),
)
