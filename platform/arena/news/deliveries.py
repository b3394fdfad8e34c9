"""Deliver news to webhooks: signed, tried again with growing pauses, every try written down."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import datetime, timedelta

import orjson
from django.db import transaction
from django.db.models import F, QuerySet

from arena.lib.stored_words import filled
from arena.news.models import Delivery, DeliveryAttempt, DeliveryState, Event, Webhook
from arena.news.posting import Answer, post
from arena.news.signatures import headers
from arena.news.visibility import visible_events
from arena.news.wording import as_values
from engines.words import mark

PAUSES = tuple(timedelta(seconds=seconds) for seconds in (10, 60, 300, 1800, 7200, 6 * 3600, 12 * 3600, 24 * 3600))
"""Before the second try, the third, …; after the last one it is given up, about two days later."""
BREATH = timedelta(seconds=10)
"""In which a webhook that failed is left alone, whatever else there is for it: as the first of ``PAUSES``."""
MOST_FAILURES = 20
"""Deliveries given up in a row until a webhook is switched off."""
KEPT = timedelta(days=30)
"""For who looks why a message did not come; the tables grow with every event otherwise."""
_AT_ONCE = 8
"""Threads that wait for other people's servers, each for ``posting.TIMEOUT_S`` at most."""
_CLAIM = timedelta(seconds=60)
"""How long a claimed delivery is left alone: longer than a try can take, so a killed worker costs a minute."""


def is_anything_due(now: datetime) -> bool:
    return _due(now).exists()


def _due(now: datetime) -> QuerySet[Delivery]:
    return Delivery.objects.filter(state=DeliveryState.WAITING, next_try_at__lte=now)


def _never() -> bool:
    return False


def deliver_due(now: datetime, is_over: Callable[[], bool] = _never) -> int:
    """Try all that are due, side by side, one of each webhook at a time; none is begun when the time ``is_over``.
    Returns how many were tried."""
    tried = 0
    under_way: dict[Future[Answer | None], Delivery] = {}
    # Threads only wait for the network; the database is asked before and after, in this one.
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        while True:
            free = 0 if is_over() else _AT_ONCE - len(under_way)
            busy = {delivery.webhook_id for delivery in under_way.values()}
            for delivery in _claim(now, free, busy) if free else ():
                under_way[pool.submit(_post, _prepared(delivery, now))] = delivery
            if not under_way:
                return tried
            # The first answer makes room for the next delivery: who is slow keeps a thread, and nobody else.
            answered, _others = wait(under_way, return_when=FIRST_COMPLETED)
            for each in answered:
                _note(under_way.pop(each), each.result(), now)
                tried += 1


def _post(letter: tuple[str, bytes, dict[str, str]] | None) -> Answer | None:
    return post(*letter) if letter else None


@transaction.atomic
def _claim(now: datetime, most: int, busy: Collection[int]) -> list[Delivery]:
    """One of each webhook at most, the oldest first, and none of those that are being waited for."""
    first = _due(now).exclude(webhook__in=busy).order_by("webhook_id", "event_id").distinct("webhook_id")
    keys = list(first.values_list("pk", flat=True))
    rows = Delivery.objects.select_for_update(skip_locked=True, of=("self",)).filter(pk__in=keys)
    claimed = list(rows.select_related("webhook__owner").order_by("next_try_at")[:most])
    Delivery.objects.filter(pk__in=[delivery.pk for delivery in claimed]).update(next_try_at=now + _CLAIM)
    return claimed


def _prepared(delivery: Delivery, now: datetime) -> tuple[str, bytes, dict[str, str]] | None:
    """None: its owner may not know of it any more."""
    hook = delivery.webhook
    event = (
        visible_events(hook.owner)
        .filter(pk=delivery.event_id)
        .select_related("tournament")
        .prefetch_related("bots")
        .first()
    )
    if event is None or not hook.is_active:
        return None
    body = body_of(event)
    signed = headers(secrets_of(hook, now), f"msg_{delivery.pk}", int(now.timestamp()), body)
    return hook.url, body, {"Content-Type": "application/json", "User-Agent": "Karma-Arena-Webhooks/1", **signed}


def body_of(event: Event) -> bytes:
    return orjson.dumps({"type": event.kind, "timestamp": event.created_at.isoformat(), "data": as_values(event)})


def secrets_of(hook: Webhook, now: datetime) -> Sequence[str]:
    overlaps = hook.old_secret and hook.old_secret_until is not None and hook.old_secret_until > now
    return (hook.secret, hook.old_secret) if overlaps else (hook.secret,)


@transaction.atomic
def _note(delivery: Delivery, answer: Answer | None, now: datetime) -> None:
    if answer is None:
        _end(delivery, DeliveryState.GIVEN_UP)
        DeliveryAttempt.objects.create(
            delivery=delivery, at=now, error=mark("Not sent: it is not shown any more, or the webhook is switched off.")
        )
        return
    DeliveryAttempt.objects.create(
        delivery=delivery, at=now, status=answer.status, error=answer.error, answer=answer.text, took_ms=answer.took_ms
    )
    delivery.tries += 1
    if answer.is_taken:
        _end(delivery, DeliveryState.DELIVERED)
        Webhook.objects.filter(pk=delivery.webhook_id).update(failures=0)
        return
    _spare(delivery, now + BREATH)
    if delivery.tries > len(PAUSES):
        _end(delivery, DeliveryState.GIVEN_UP)
        _count_failure(delivery.webhook_id)
    else:
        delivery.next_try_at = now + PAUSES[delivery.tries - 1]
        delivery.save(update_fields=["tries", "next_try_at"])


def _spare(failed: Delivery, until: datetime) -> None:
    """The other news of that webhook wait a moment too: hundreds of them would each find the same closed door."""
    others = Delivery.objects.filter(webhook=failed.webhook_id, state=DeliveryState.WAITING, next_try_at__lt=until)
    others.exclude(pk=failed.pk).update(next_try_at=until)


def _end(delivery: Delivery, state: DeliveryState) -> None:
    delivery.state, delivery.next_try_at = state, None
    delivery.save(update_fields=["state", "next_try_at", "tries"])


def _count_failure(webhook_id: int) -> None:
    hooks = Webhook.objects.filter(pk=webhook_id)
    hooks.update(failures=F("failures") + 1)
    reason = filled(mark("{count} deliveries in a row could not be made."), count=MOST_FAILURES)
    hooks.filter(failures__gte=MOST_FAILURES, is_active=True).update(is_active=False, switched_off_reason=reason)


def forget_old(now: datetime) -> None:
    """The log is kept for a month."""
    Delivery.objects.filter(created_at__lt=now - KEPT).exclude(state=DeliveryState.WAITING).delete()
