"""Webhooks: addresses that are told of news, every delivery, and every try to deliver."""

from __future__ import annotations

import base64
import secrets
from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from arena.news.models.event import Kind

PREFIX = "whsec_"


def new_secret() -> str:
    """As the Standard Webhooks write it: base64 of random bytes behind a prefix, with its padding and in the usual
    alphabet, for their libraries take no other."""
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


class WebhookAbout(models.TextChoices):
    MINE = "mine", _("your bots, and tournaments that you play in or organise")
    TOURNAMENT = "tournament", _("one tournament")
    ARENA = "arena", _("everything that everybody may know")


class Webhook(models.Model):
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks")
    url = models.URLField(_("address"), max_length=500)
    about = models.CharField(_("about"), max_length=10, choices=WebhookAbout.choices, default=WebhookAbout.MINE)
    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    kinds = ArrayField(models.CharField(max_length=30, choices=Kind.choices), default=list, blank=True)
    """Empty: all."""
    secret = models.CharField(max_length=80, default=new_secret)
    """In the clear, because we sign with it; shown once, when it is made."""
    old_secret = models.CharField(max_length=80, blank=True)
    old_secret_until = models.DateTimeField(null=True, blank=True)
    """After a rotation deliveries are signed with both, so that the receiver can change over in peace."""
    is_active = models.BooleanField(default=True)
    switched_off_reason = models.TextField(blank=True)
    failures = models.PositiveIntegerField(default=0)
    """Deliveries in a row that were given up."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(about="tournament", tournament__isnull=False)
                | (~Q(about="tournament") & Q(tournament=None)),
                name="a_webhook_about_a_tournament_names_it",
            )
        ]

    def __str__(self) -> str:
        return self.url


class DeliveryState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    DELIVERED = "delivered", _("delivered")
    GIVEN_UP = "given-up", _("given up")


class Delivery(models.Model):
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.ForeignKey("news.Event", on_delete=models.CASCADE, related_name="deliveries")
    state = models.CharField(max_length=10, choices=DeliveryState.choices, default=DeliveryState.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True, blank=True)
    """Empty in final states."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["webhook", "event"], name="news_is_delivered_once"),
            models.CheckConstraint(
                condition=~Q(state="waiting") | Q(next_try_at__isnull=False), name="a_waiting_delivery_has_a_time"
            ),
        ]
        indexes: ClassVar = [models.Index(F("next_try_at"), name="deliveries_due", condition=Q(state="waiting"))]

    def __str__(self) -> str:
        return f"event {self.event_id} to webhook {self.webhook_id}"


class DeliveryAttempt(models.Model):
    delivery = models.ForeignKey(Delivery, on_delete=models.CASCADE, related_name="attempts")
    at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    """Empty: no answer came."""
    error = models.TextField(blank=True)
    answer = models.TextField(blank=True)
    """Its beginning."""
    took_ms = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"attempt on {self.delivery_id}"
