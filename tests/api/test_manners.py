"""What holds for every call: idempotency, rate limits, ETags, errors in one form, the documents."""

import json
import threading
from unittest import mock

import pytest
from django.conf import settings
from django.test import Client
from redis.exceptions import ConnectionError as RedisConnectionError

from arena.accounts.models import User
from arena.api import throttle
from arena.api.models import KeptAnswer
from arena.api.site import api
from arena.bots.models import Bot, BotVersion
from arena.matches.models import Match
from tests.api.conftest import Caller, bot_file, caller
from tests.patience import PATIENCE_S

KEY = {"Idempotency-Key": "one"}
NEW = {"name": "Unique", "games": ["karma"]}


def test_the_same_call_with_the_same_key_creates_once_and_answers_alike(by_alice: Caller) -> None:
    first = by_alice.post("/bots", NEW, **KEY)
    again = by_alice.post("/bots", NEW, **KEY)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert Bot.objects.count() == 1


def test_an_upload_is_recognised_though_its_form_is_written_anew(by_alice: Caller, versions: list[BotVersion]) -> None:
    first = by_alice.upload("/bots/ace/versions", bot_file(), **KEY)
    again = by_alice.upload("/bots/ace/versions", bot_file(), **KEY)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    other = by_alice.upload("/bots/ace/versions", bot_file(b"# new"), **KEY)
    assert (other.status_code, other.json()["code"]) == (409, "key-reused")


def test_practice_with_a_key_is_scheduled_once(by_alice: Caller, versions: list[BotVersion]) -> None:
    given = {"bot": "ace", "variant": "karma-2", "opponents": ["bishop"]}
    assert by_alice.post("/practice", given, **KEY).json() == by_alice.post("/practice", given, **KEY).json()
    assert Match.objects.count() == 1


def test_a_key_belongs_to_one_call(by_alice: Caller) -> None:
    by_alice.post("/bots", NEW, **KEY)
    answer = by_alice.post("/bots", {**NEW, "name": "Other"}, **KEY)
    assert (answer.status_code, answer.json()["code"]) == (409, "key-reused")
    assert Bot.objects.count() == 1


def test_keys_of_different_users_do_not_meet(by_alice: Caller, by_bob: Caller) -> None:
    assert by_alice.post("/bots", NEW, **KEY).status_code == 201
    assert by_bob.post("/bots", {**NEW, "name": "Bobs"}, **KEY).status_code == 201


def test_a_call_that_failed_may_be_mended_under_the_same_key(by_alice: Caller) -> None:
    assert by_alice.post("/bots", {**NEW, "games": ["chess"]}, **KEY).status_code == 422
    assert not KeptAnswer.objects.exists()
    assert by_alice.post("/bots", NEW, **KEY).status_code == 201


@pytest.mark.parametrize("key", ["", "x" * 201, "\x01"])
def test_a_key_has_a_form(by_alice: Caller, key: str) -> None:
    assert by_alice.post("/bots", NEW, **{"Idempotency-Key": key}).status_code == 422
    assert not Bot.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_calls_at_once_with_one_key_create_once(alice: User) -> None:
    who = caller(alice)
    answers = []

    def call() -> None:
        from django.db import connection

        answers.append(who.post("/bots", NEW, **KEY))
        connection.close()

    threads = [threading.Thread(target=call) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert [answer.status_code for answer in answers] == [201] * 4
    assert len({answer.content for answer in answers}) == 1
    assert sum("Idempotency-Replayed" in answer.headers for answer in answers) == 3
    assert Bot.objects.count() == 1


def test_every_answer_tells_the_rate(stranger: Caller, by_alice: Caller) -> None:
    answer = stranger.get("/variants")
    assert answer.headers["RateLimit-Limit"] == str(throttle.STRANGER)
    assert answer.headers["RateLimit-Remaining"] == str(throttle.STRANGER - 1)
    assert 0 < int(answer.headers["RateLimit-Reset"]) <= throttle.WINDOW_S
    assert by_alice.get("/me").headers["RateLimit-Limit"] == str(throttle.READS)
    assert by_alice.post("/bots", NEW).headers["RateLimit-Limit"] == str(throttle.WRITES)


def test_too_many_calls_are_refused_with_the_time_to_wait(stranger: Caller, by_alice: Caller) -> None:
    with mock.patch.object(throttle, "STRANGER", 2):
        answers = [stranger.get("/variants") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[-1].json()["code"] == "rate-limited"
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert by_alice.get("/variants").status_code == 200  # a token has a count of its own


def test_more_tokens_give_no_more_calls(alice: User) -> None:
    one, other = caller(alice), caller(alice)
    with mock.patch.object(throttle, "READS", 2):
        assert [each.get("/me").status_code for each in (one, other, one)] == [200, 200, 429]


def test_an_address_is_believed_only_from_our_own_proxies(rf: object, settings: object) -> None:
    from django.test import RequestFactory

    request = RequestFactory().get("/", headers={"X-Forwarded-For": "6.6.6.6, 1.2.3.4"}, REMOTE_ADDR="10.0.0.1")
    assert throttle.address_of(request) == "10.0.0.1"
    with mock.patch("django.conf.settings.ALLAUTH_TRUSTED_PROXY_COUNT", 1):
        assert throttle.address_of(request) == "1.2.3.4"


def test_without_redis_the_api_still_answers(stranger: Caller) -> None:
    with mock.patch("arena.lib.rates.client", side_effect=RedisConnectionError("away")):
        answer = stranger.get("/variants")
    assert answer.status_code == 200
    assert "RateLimit-Limit" not in answer.headers


def test_what_has_not_changed_is_not_sent_again(by_alice: Caller, versions: list[BotVersion]) -> None:
    etag = by_alice.get("/bots/ace").headers["ETag"]
    same = by_alice.get("/bots/ace", **{"If-None-Match": etag})
    assert (same.status_code, same.content) == (304, b"")
    Bot.objects.filter(slug="ace").update(description="new")
    assert by_alice.get("/bots/ace", **{"If-None-Match": etag}).status_code == 200


def test_answers_are_not_shared_by_caches(by_alice: Caller) -> None:
    answer = by_alice.get("/me")
    assert "Authorization" in answer.headers["Vary"]
    assert answer.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("get", "/api/v1/nothing", 404, "not-found"),
        ("get", "/api/v2/bots", 404, "not-found"),
        ("delete", "/api/v1/bots", 405, "method-not-allowed"),
        ("get", "/api/v1/games/99999999999999999999", 422, "invalid"),
        ("get", "/api/v1/games/one", 422, "invalid"),
        ("get", "/api/v1/bots?limit=1000", 422, "invalid"),
        ("get", "/api/v1/bots/%00", 422, "invalid"),
    ],
)
def test_every_error_has_the_same_form(db: None, method: str, path: str, status: int, code: str) -> None:
    answer = Client().generic(method.upper(), path)
    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "application/problem+json"
    body = answer.json()
    assert set(body) == {"type", "title", "status", "detail", "code", "next_step", "errors"}
    assert (body["status"], body["code"]) == (status, code)
    assert all(body[key] for key in ("type", "title", "detail", "next_step"))


def test_an_unreadable_body_is_told_as_such(by_alice: Caller) -> None:
    answer = Client().post("/api/v1/bots", b"{", content_type="application/json", headers=by_alice.headers({}))
    assert answer.status_code in {400, 422}
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_the_documentation_is_a_page_of_ours_without_scripts_of_others(db: None) -> None:
    page = Client().get("/api/v1/docs")
    text = page.content.decode()
    assert page.status_code == 200
    assert "/api/v1/bots/{slug}/versions" in text
    assert 'id="rate-limited"' in text
    assert "Needs a token with the scope enter or organise." in text
    others = text.replace(settings.SITE_URL, "").replace("http://testserver", "").replace("http://www.w3.org", "")
    assert "http://" not in others
    assert "<style" not in text
    assert "cdn" not in text.lower()


def test_problem_types_lead_to_the_documentation(stranger: Caller) -> None:
    address, _, anchor = stranger.get("/games/1").json()["type"].partition("#")
    assert f'id="{anchor}"' in Client().get(address).content.decode()


def test_the_document_is_written_once_and_is_the_one_of_the_api(client: Client) -> None:
    answer = client.get("/api/v1/openapi.json")
    assert answer.json() == json.loads(json.dumps(api.get_openapi_schema(path_prefix="/api/v1/"), default=str))
    with mock.patch.object(api, "get_openapi_schema", side_effect=AssertionError("written anew")):
        again = client.get("/api/v1/openapi.json")
        assert client.get("/api/v1/docs").status_code == 200, "the page for people reads the same document"
    assert again.content == answer.content
    assert client.get("/api/v1/openapi.json", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
