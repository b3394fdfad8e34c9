"""Personal access tokens: scopes, expiry, revoking, and the only place where they are accepted."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from arena.accounts.models import User
from arena.api import throttle
from arena.api.actions import MOST_TOKENS, TokenError, create_token, revoke_token
from arena.api.models import AccessToken
from arena.api.scopes import Scope
from tests.api.conftest import Caller, caller

DAY = timedelta(days=1)


def test_only_a_hash_of_the_secret_is_kept(alice: User) -> None:
    token, secret = create_token(alice, "ci", [Scope.READ], DAY)
    kept = AccessToken.objects.filter(pk=token.pk).values().get()
    assert secret not in str(kept)
    assert secret.startswith(token.beginning)
    assert len(token.beginning) < 12


def test_a_token_says_whose_it_is_and_notes_its_use(by_alice: Caller) -> None:
    answer = by_alice.get("/me")
    assert answer.status_code == 200
    assert answer.json()["name"] == "alice"
    assert AccessToken.objects.get().last_used_at is not None


@pytest.mark.parametrize("header", ["Bearer karma_wrong", "Bearer ", "Basic YTpi", "karma_x"])
def test_anything_else_in_the_header_is_refused(header: str, db: None) -> None:
    answer = Client().get("/api/v1/variants", headers={"Authorization": header})
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert answer.json()["code"] == "token-invalid"
    assert answer.json()["next_step"]


def test_a_token_in_the_address_in_a_form_or_in_a_cookie_is_not_seen(by_alice: Caller) -> None:
    client = Client()
    client.cookies["token"] = by_alice.secret
    for address in ("token", "access_token", "authorization", "api_key"):
        assert client.get(f"/api/v1/me?{address}={by_alice.secret}").status_code == 401
    assert client.post("/api/v1/bots", {"access_token": by_alice.secret}).status_code == 401


def test_a_session_of_a_browser_is_no_token(as_alice: Client) -> None:
    assert as_alice.get("/api/v1/me").status_code == 401


def test_an_expired_token_is_refused(alice: User) -> None:
    _, secret = create_token(alice, "old", [Scope.READ], DAY, now=timezone.now() - 2 * DAY)
    assert Caller(secret).get("/me").status_code == 401


def test_a_revoked_token_is_refused_at_once(alice: User) -> None:
    token, secret = create_token(alice, "x", [Scope.READ], DAY)
    assert Caller(secret).get("/me").status_code == 200
    assert revoke_token(alice, token.pk)
    assert Caller(secret).get("/me").status_code == 401
    assert not revoke_token(alice, token.pk)


def test_nobody_revokes_a_token_of_somebody_else(alice: User, bob: User) -> None:
    token, secret = create_token(alice, "x", [Scope.READ], DAY)
    assert not revoke_token(bob, token.pk)
    assert Caller(secret).get("/me").status_code == 200


def test_the_token_of_a_closed_account_is_refused(alice: User, by_alice: Caller) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert by_alice.get("/me").status_code == 401


def test_a_missing_scope_is_named(alice: User) -> None:
    answer = caller(alice, Scope.READ).post("/bots", {"name": "X", "games": ["karma"]})
    assert (answer.status_code, answer.json()["code"]) == (403, "scope-missing")
    assert "bots" in answer.json()["detail"]


def test_a_token_without_read_sees_what_strangers_see(alice: User, versions: list[object]) -> None:
    alice.bots.update(is_private=True)
    assert caller(alice, Scope.BOTS).get("/bots/ace").status_code == 404
    assert caller(alice, Scope.READ).get("/bots/ace").status_code == 200


def test_tokens_are_bounded_in_number_and_time(alice: User) -> None:
    with pytest.raises(TokenError, match="year"):
        create_token(alice, "x", [Scope.READ], timedelta(days=400))
    with pytest.raises(TokenError, match="scopes"):
        create_token(alice, "x", ["everything"], DAY)
    for number in range(MOST_TOKENS):
        create_token(alice, str(number), [Scope.READ], DAY)
    with pytest.raises(TokenError, match="Revoke one"):
        create_token(alice, "one more", [Scope.READ], DAY)


def test_the_page_shows_the_secret_once(as_alice: Client) -> None:
    page = as_alice.post("/account/tokens/", {"name": "laptop", "scopes": ["read"], "days": "30"})
    secret = AccessToken.objects.get().beginning
    assert page.status_code == 200
    assert "never shown again" in page.content.decode()
    assert "no-store" in page.headers["Cache-Control"]
    assert page.content.decode().count(secret) == 2  # the secret, and its beginning in the list
    assert as_alice.get("/account/tokens/").content.decode().count(secret) == 1


def test_the_page_revokes(as_alice: Client, alice: User, bob: User) -> None:
    mine, _ = create_token(alice, "mine", [Scope.READ], DAY)
    other, _ = create_token(bob, "other", [Scope.READ], DAY)
    assert as_alice.post(f"/account/tokens/{mine.pk}/revoke/").status_code == 302
    assert as_alice.post(f"/account/tokens/{other.pk}/revoke/").status_code == 404
    assert as_alice.get(f"/account/tokens/{mine.pk}/revoke/").status_code == 405
    assert AccessToken.objects.get(pk=other.pk).revoked_at is None


def test_the_page_tells_what_is_missing(as_alice: Client) -> None:
    page = as_alice.post("/account/tokens/", {"name": "", "days": "30"})
    assert page.status_code == 422
    assert not AccessToken.objects.exists()


def test_the_page_is_for_people_who_are_logged_in(client: Client) -> None:
    assert client.get("/account/tokens/").status_code == 302


def test_wrong_tokens_of_one_address_are_stopped_and_right_ones_are_not(by_alice: Caller) -> None:
    guesses = [Caller(f"karma_{number}").get("/me") for number in range(throttle.WRONG_TOKENS + 1)]
    assert {answer.status_code for answer in guesses[:-1]} == {401}
    assert guesses[-1].status_code == 429
    assert guesses[-1].json()["code"] == "rate-limited"
    assert int(guesses[-1].headers["Retry-After"]) > 0
    assert by_alice.get("/me").status_code == 200, "a neighbour behind the same address works on"
    elsewhere = Client().get("/api/v1/me", headers={"Authorization": "Bearer karma_x"}, REMOTE_ADDR="198.51.100.9")
    assert elsewhere.status_code == 401
