"""What people do about their news: choose mail, make webhooks, rotate secrets, ask for a delivery again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.news.addresses import AddressError, check_url
from arena.news.models import Delivery, DeliveryState, Kind, Letter, MailChoice, Topic, Webhook, WebhookAbout
from arena.news.models.webhook import new_secret
from arena.tournaments.models import Tournament

MOST_WEBHOOKS = 10
"""Each may hold a thread for seconds whenever something happens."""
OVERLAP = timedelta(hours=24)
"""How long the old secret still signs after a rotation."""


class NewsError(Exception):
    """A sentence for who asked. ``field`` names the form's field."""

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


def choose_mail(user: User, topics: Sequence[str], pause_minutes: int) -> MailChoice:
    if any(topic not in Topic.values for topic in topics) or pause_minutes not in MailChoice.Pause.values:
        raise NewsError(_("Choose from the list."))
    chosen = {"topics": list(topics), "pause_minutes": pause_minutes}
    choice, _is_new = MailChoice.objects.update_or_create(user=user, defaults=chosen)
    if not topics:
        Letter.objects.filter(user=user, sent_at=None).delete()
    return choice


@transaction.atomic
def create_webhook(
    user: User, url: str, about: str, tournament: Tournament | None = None, kinds: Sequence[str] = ()
) -> Webhook:
    User.objects.select_for_update().get(pk=user.pk)  # two requests at once must not pass the limit together
    if user.webhooks.count() >= MOST_WEBHOOKS:
        raise NewsError(_("You have %(most)d webhooks already: delete one first.") % {"most": MOST_WEBHOOKS})
    if about not in WebhookAbout.values:
        raise NewsError(_("Choose what it is about: mine, tournament or arena."), "about")
    if (about == WebhookAbout.TOURNAMENT) != (tournament is not None):
        raise NewsError(_("Name a tournament, and only for a webhook about one."), "tournament")
    if any(kind not in Kind.values for kind in kinds):
        raise NewsError(_("Choose kinds of news from the list."), "kinds")
    _check(url)
    return Webhook.objects.create(owner=user, url=url, about=about, tournament=tournament, kinds=list(kinds))


def _check(url: str) -> None:
    if len(url) > 500:
        raise NewsError(_("The address is too long."), "url")
    try:
        check_url(url)
    except AddressError as reason:
        raise NewsError(str(reason), "url") from None


def rotate_secret(hook: Webhook, now: datetime | None = None) -> str:
    """A new secret; for a day deliveries are signed with both. Returns the new one, which is not shown again."""
    hook.old_secret, hook.old_secret_until = hook.secret, (now or timezone.now()) + OVERLAP
    hook.secret = new_secret()
    hook.save(update_fields=["secret", "old_secret", "old_secret_until"])
    return hook.secret


def switch(hook: Webhook, *, is_active: bool) -> None:
    hook.is_active, hook.switched_off_reason = is_active, ""
    hook.failures = 0
    hook.save(update_fields=["is_active", "switched_off_reason", "failures"])


def deliver_again(delivery: Delivery, now: datetime | None = None) -> None:
    """Send it once more under its old id: a receiver that had it knows it again."""
    Delivery.objects.filter(pk=delivery.pk).exclude(state=DeliveryState.WAITING).update(
        state=DeliveryState.WAITING, tries=0, next_try_at=now or timezone.now()
    )
    Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.WAITING).update(next_try_at=now or timezone.now())
