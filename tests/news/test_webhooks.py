"""Webhooks: signed, tried again with growing pauses, logged, rotated."""

import base64
import json
import threading
from datetime import timedelta
from functools import partial

import pytest
from django.test import Client
from django.utils import timezone

from arena.accounts.models import User
from arena.news import actions, deliveries
from arena.news.collecting import collect
from arena.news.deliveries import PAUSES, deliver_due
from arena.news.models import Delivery, DeliveryState, Event, Kind, Webhook
from arena.news.models.webhook import new_secret
from arena.news.posting import post
from arena.news.signatures import sign
from arena.tournaments.actions import lifecycle, registration
from tests.news.conftest import Receiver
from tests.patience import PATIENCE_S
from tests.tournament_engine import cast


@pytest.fixture
def hook(olga: User, receiver: Receiver) -> Webhook:
    return actions.create_webhook(olga, receiver.url, "mine")


@pytest.fixture
def news(hook: Webhook, olga: User) -> Delivery:
    cast.opened(olga, cast.field(2), "swiss")
    collect()
    return Delivery.objects.get()


def test_a_delivery_is_signed_and_logged(news: Delivery, hook: Webhook, receiver: Receiver) -> None:
    assert deliver_due(timezone.now()) == 1
    headers, body = receiver.got[0]
    told = json.loads(body)
    assert told["type"] == Kind.REGISTRATION_OPENED
    assert told["data"]["tournament"] == "cup"
    expected = sign(hook.secret, headers["webhook-id"], int(headers["webhook-timestamp"]), body)
    assert headers["webhook-signature"] == expected
    news.refresh_from_db()
    assert (news.state, news.tries) == (DeliveryState.DELIVERED, 1)
    attempt = news.attempts.get()
    assert (attempt.status, attempt.answer) == (200, "thanks")
    assert deliver_due(timezone.now()) == 0


def test_a_failure_is_tried_again_with_growing_pauses_and_given_up(news: Delivery, receiver: Receiver) -> None:
    receiver.status = 500
    now = timezone.now()
    for pause in PAUSES:
        assert deliver_due(now) == 1
        news.refresh_from_db()
        assert news.next_try_at == now + pause
        assert deliver_due(now + pause - timedelta(seconds=1)) == 0
        now += pause
    assert deliver_due(now) == 1
    news.refresh_from_db()
    assert (news.state, news.next_try_at) == (DeliveryState.GIVEN_UP, None)
    assert news.attempts.count() == len(PAUSES) + 1 == len(receiver.got)
    assert Webhook.objects.get().failures == 1


def events_of_a_tournament(olga: User) -> int:
    """A dozen, and more."""
    cast.play_all(cast.started(olga, cast.field(8), "single_elimination"))
    collect()
    return Event.objects.count()


def test_who_is_slow_keeps_nobody_else_waiting(
    three_receivers: list[Receiver], olga: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "post", partial(post, timeout_s=2 * PATIENCE_S))
    slow, *quick = three_receivers
    for each in three_receivers:
        actions.create_webhook(olga, each.url, "arena")
    count = events_of_a_tournament(olga)
    all_are_told = threading.Event()

    def look() -> None:
        if all(len(each.got) == count for each in quick):
            all_are_told.set()

    for each in quick:
        each.before = look
    slow.before = lambda: all_are_told.wait(PATIENCE_S)
    is_enough = iter([False] * (2 * count + 1))
    deliver_due(timezone.now(), lambda: next(is_enough, True))
    assert all_are_told.is_set(), "everybody heard everything before the slow one had answered once"
    assert [len(each.got) for each in quick] == [count, count]
    assert len(slow.got) < count


def test_when_the_time_is_over_nothing_new_is_begun(receiver: Receiver, hook: Webhook, olga: User) -> None:
    count = events_of_a_tournament(olga)
    looks = iter([False, False, False, True])
    assert deliver_due(timezone.now(), lambda: next(looks, True)) == 3
    assert len(receiver.got) == 3
    assert deliver_due(timezone.now()) == count - 3


def test_the_other_news_of_a_webhook_that_failed_wait_a_moment(receiver: Receiver, hook: Webhook, olga: User) -> None:
    count = events_of_a_tournament(olga)
    receiver.status = 500
    now = timezone.now()
    assert deliver_due(now) == 1, "not each of them finds the same closed door"
    receiver.status = 200
    assert deliver_due(now + deliveries.BREATH - timedelta(seconds=1)) == 0
    assert deliver_due(now + deliveries.BREATH) == count
    assert len({headers["webhook-id"] for headers, _body in receiver.got}) == count


def test_secrets_are_base64_as_libraries_read_it() -> None:
    """Theirs know neither the other alphabet nor a text without its padding."""
    for _ in range(64):
        text = new_secret().removeprefix("whsec_")
        assert len(base64.b64decode(text, validate=True)) == 32


def test_redirects_are_not_followed(news: Delivery, receiver: Receiver) -> None:
    receiver.status, receiver.location = 302, receiver.url
    deliver_due(timezone.now())
    assert len(receiver.got) == 1
    assert news.attempts.get().status == 302


def test_after_a_rotation_both_secrets_sign_for_a_day(news: Delivery, hook: Webhook, receiver: Receiver) -> None:
    old = hook.secret
    now = timezone.now()
    new = actions.rotate_secret(hook, now)
    deliver_due(now)
    headers, body = receiver.got[0]
    given = (headers["webhook-id"], int(headers["webhook-timestamp"]), body)
    assert headers["webhook-signature"].split(" ") == [sign(new, *given), sign(old, *given)]
    actions.deliver_again(news, now + timedelta(days=1, minutes=1))
    deliver_due(now + timedelta(days=1, minutes=1))
    headers, body = receiver.got[1]
    given = (headers["webhook-id"], int(headers["webhook-timestamp"]), body)
    assert headers["webhook-signature"] == sign(new, *given)
    assert headers["webhook-id"] == receiver.got[0][0]["webhook-id"], "the same news again"


def test_a_webhook_that_never_answers_is_switched_off(
    news: Delivery, hook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "MOST_FAILURES", 1)
    monkeypatch.setattr(deliveries, "PAUSES", ())
    receiver.status = 410
    deliver_due(timezone.now())
    hook.refresh_from_db()
    assert not hook.is_active
    assert hook.switched_off_reason
    actions.switch(hook, is_active=True)
    assert hook.failures == 0


def test_a_dead_worker_costs_a_minute(news: Delivery, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    with monkeypatch.context() as broken:
        broken.setattr(deliveries, "post", lambda *_given: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            deliver_due(now)
    assert deliver_due(now) == 0
    assert deliver_due(now + timedelta(seconds=61)) == 1


def test_only_the_kinds_that_were_asked_for(olga: User, receiver: Receiver) -> None:
    cup = cast.opened(olga, cast.field(4), "swiss")
    actions.create_webhook(olga, receiver.url, "tournament", cup, [Kind.TOURNAMENT_STARTED])
    registration.close_registration(cup.pk, olga)
    lifecycle.start(cup.pk, olga)
    collect()
    assert [each.event.kind for each in Delivery.objects.select_related("event")] == [Kind.TOURNAMENT_STARTED]


def test_the_owner_sees_the_log_and_sends_again(news: Delivery, hook: Webhook, olga: User, receiver: Receiver) -> None:
    receiver.status = 503
    deliver_due(timezone.now())
    client = Client()
    client.force_login(olga)
    page = client.get(f"/news/webhooks/{hook.pk}/").content.decode()
    assert "503" in page
    assert "Cup: registration is open" in page
    assert hook.secret not in page
    receiver.status = 200
    client.post(f"/news/webhooks/{hook.pk}/deliveries/{news.pk}/again/")
    deliver_due(timezone.now())
    news.refresh_from_db()
    assert news.state == DeliveryState.DELIVERED


def test_nobody_else_sees_or_touches_it(news: Delivery, hook: Webhook, as_alice: Client) -> None:
    assert as_alice.get(f"/news/webhooks/{hook.pk}/").status_code == 404
    for action in ("rotate", "delete", "off"):
        assert as_alice.post(f"/news/webhooks/{hook.pk}/do/{action}/").status_code == 404
    assert as_alice.post(f"/news/webhooks/{hook.pk}/deliveries/{news.pk}/again/").status_code == 404


def test_the_page_makes_one_and_shows_its_secret_once(as_alice: Client, alice: User) -> None:
    refused = as_alice.post("/news/webhooks/", {"url": "http://10.0.0.1/", "about": "mine"})
    assert refused.status_code == 422
    made = as_alice.post("/news/webhooks/", {"url": "https://hooks.example.org/in", "about": "mine"})
    secret = Webhook.objects.get(owner=alice).secret
    assert secret in made.content.decode()
    assert secret not in as_alice.get("/news/webhooks/").content.decode()
    rotated = as_alice.post(f"/news/webhooks/{Webhook.objects.get().pk}/do/rotate/").content.decode()
    assert Webhook.objects.get().secret in rotated
