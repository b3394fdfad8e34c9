"""News by mail: one mail with all that has come together, no more often than its reader wants, to confirmed addresses
only, and one click to end it."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arena.accounts.language import written_for
from arena.accounts.models import User
from arena.news.models import Event, Letter, MailChoice
from arena.news.visibility import visible_events
from arena.news.wording import absolute, path, text, title

MOST_IN_A_MAIL = 50
"""A mail that somebody reads; the rest is counted in its last line."""
_signer = Signer(salt="arena.news.unsubscribe")


def due_readers(now: datetime) -> list[int]:
    """Users with letters to send whose pause is over."""
    waiting = Letter.objects.filter(sent_at=None).values("user")
    choices = MailChoice.objects.filter(user__in=waiting, user__is_active=True).order_by("last_sent_at")
    return [
        choice.user_id
        for choice in choices
        if choice.last_sent_at is None or choice.last_sent_at + timedelta(minutes=choice.pause_minutes) <= now
    ]


@transaction.atomic
def send_mail_to(user_id: int, now: datetime) -> bool:
    """One mail with everything that waits. A mail server that refuses leaves everything as it was."""
    # Of two workers the second waits here, and finds nothing left to send.
    choice = MailChoice.objects.select_for_update().select_related("user").get(user=user_id)
    letters = Letter.objects.filter(user=user_id, sent_at=None)
    wanted = visible_events(choice.user).filter(pk__in=letters.values("event"))
    events = list(wanted.select_related("tournament").prefetch_related("bots").order_by("pk"))
    address = _confirmed(choice.user)
    letters.update(sent_at=now)
    if not events or not choice.topics or address is None:
        return False
    with written_for(choice.user):
        message = _message(choice.user, address, events)
    message.send()
    choice.last_sent_at = now
    choice.save(update_fields=["last_sent_at"])
    return True


def _confirmed(user: User) -> str | None:
    """Anybody may type any address; mail goes only to those who proved that it is theirs."""
    address = EmailAddress.objects.filter(user=user, verified=True, primary=True).first()
    return address.email if address else None


def _message(user: User, address: str, events: list[Event]) -> EmailMessage:
    end = absolute(reverse("news:unsubscribe", args=[token_for(user)]))
    lines = [{"title": title(event), "text": text(event), "url": absolute(path(event))} for event in events]
    shown = lines[:MOST_IN_A_MAIL]
    context = {
        "user": user, "lines": shown, "more": len(lines) - len(shown), "end": end,
        "settings_url": absolute(reverse("news:mail")), "news_url": absolute(reverse("news:arena")),
    }  # fmt: skip
    subject = (
        lines[0]["title"]
        if len(lines) == 1
        else ngettext("%(count)d piece of news", "%(count)d pieces of news", len(lines)) % {"count": len(lines)}
    )
    return EmailMessage(
        _("Karma Arena: %(subject)s") % {"subject": " ".join(subject.split())},
        render_to_string("news/mail.txt", context),
        to=[address],
        headers={
            # RFC 8058: the mail program shows its own button, which posts here without a log-in.
            "List-Unsubscribe": f"<{end}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "List-Id": "Karma Arena news <news.karma-arena>",
            "Auto-Submitted": "auto-generated",
        },
    )


def token_for(user: User) -> str:
    """Ends mail and does nothing else, so it need not expire."""
    return _signer.sign(str(user.pk))


def unsubscribe(token: str) -> User | None:
    """End all news by mail. None: a link that is not ours."""
    user = reader_of(token)
    if user is not None:
        MailChoice.objects.filter(user=user).update(topics=[])
        Letter.objects.filter(user=user, sent_at=None).delete()
    return user


def reader_of(token: str) -> User | None:
    try:
        return User.objects.filter(pk=int(_signer.unsign(token))).first()
    except (BadSignature, ValueError):
        return None
