"""One function says who may know: tried for mail, webhooks, feeds, the API and the page alike."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import Bot, BotVersion, CheckState
from arena.news.actions import choose_mail, create_webhook
from arena.news.collecting import collect
from arena.news.deliveries import deliver_due
from arena.news.letters import due_readers, send_mail_to
from arena.news.models import Topic
from arena.tournaments.actions import announcements, reveal
from arena.tournaments.models import Tournament
from tests.matches.cast import ready_version
from tests.news.conftest import Receiver, confirmed
from tests.tournament_engine import cast

CHANNELS = ("mail", "webhook", "feed", "api", "page")


class Listener:
    """Everything that somebody hears by one channel."""

    def __init__(self, channel: str, user: User, receiver: Receiver, about: str = "arena") -> None:
        self.channel, self.user, self.receiver = channel, confirmed(user), receiver
        if channel == "mail":
            choose_mail(user, Topic.values, 10)
        if channel == "webhook":
            create_webhook(user, receiver.url, about)

    def hears(self, *paths: str) -> str:
        collect()
        now = timezone.now()
        if self.channel == "mail":
            for reader in due_readers(now + timedelta(days=1)):
                send_mail_to(reader, now)
            return "\n".join(f"{each.subject}\n{each.body}" for each in mail.outbox)
        if self.channel == "webhook":
            while deliver_due(now):
                pass
            return "\n".join(body.decode() for _headers, body in self.receiver.got)
        client = Client()
        client.force_login(self.user)
        where = {"feed": paths or ("/news/arena.atom",), "api": ("/api/v1/events",), "page": ("/news/",)}[self.channel]
        return "\n".join(client.get(path).content.decode() for path in where)


@pytest.fixture(params=CHANNELS)
def channel(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def owner_of(cup: Tournament) -> User:
    owner = cup.entrants.get(seed=1).owner
    assert owner is not None
    return owner


def test_results_under_seal_come_with_the_reveal(channel: str, olga: User, receiver: Receiver) -> None:
    cup = cast.started(olga, cast.field(4), "single_elimination", is_staged=True, name="Gala")
    listener = Listener(channel, owner_of(cup), receiver)
    cast.play_all(cup)
    before = listener.hears("/news/arena.atom", f"/news/tournaments/{cup.slug}.atom", "/news/bots/bot01.atom")
    assert "Gala" in before
    assert "Semi-final:" not in before
    assert "is over" not in before
    reveal.reveal(cup.pk, olga)
    after = listener.hears("/news/arena.atom", f"/news/tournaments/{cup.slug}.atom", "/news/bots/bot01.atom")
    assert "Bot01 2 – Bot04 0" in after or "Bot01" in after.replace(before, "")
    assert "is over" not in after


def test_pairings_that_are_not_published_stay_away(channel: str, olga: User, receiver: Receiver) -> None:
    cup = cast.started(olga, cast.field(4), "swiss", publishes_itself=False, name="Gala")
    listener = Listener(channel, owner_of(cup), receiver)
    assert "pairings" not in listener.hears()


def test_a_bot_that_became_private_is_not_named(channel: str, bob: User, alice: User, receiver: Receiver) -> None:
    listener = Listener(channel, bob, receiver)
    version = ready_version(alice, "Hawk")
    BotVersion.objects.filter(pk=version.pk).update(checked_at=timezone.now())
    collect()
    Bot.objects.filter(pk=version.bot_id).update(is_private=True)
    assert "Hawk" not in listener.hears()


def test_a_rejection_is_told_to_the_owner_alone(channel: str, bob: User, alice: User, receiver: Receiver) -> None:
    version = ready_version(alice, "Hawk")
    BotVersion.objects.filter(pk=version.pk).update(
        state=CheckState.REJECTED, reason="It does not start.", checked_at=timezone.now()
    )
    assert "Hawk" not in Listener(channel, bob, receiver).hears()
    if channel in ("mail", "webhook", "page"):
        receiver.got.clear()
        mail.outbox.clear()
        BotVersion.objects.filter(pk=version.pk).update(checked_at=timezone.now())
        assert "Hawk v1 was rejected" in Listener(channel, alice, receiver, "mine").hears()


def test_an_announcement_that_was_taken_down_goes_out_no_more(channel: str, olga: User, receiver: Receiver) -> None:
    cup = cast.opened(olga, cast.field(2), "swiss", name="Gala")
    author = cup.entrants.order_by("pk").first()
    assert author is not None
    assert author.owner is not None
    listener = Listener(channel, author.owner, receiver)
    made = announcements.announce(cup.pk, olga, "A slip of the tongue")
    collect()
    announcements.take_down(cup.pk, olga, made.pk)
    assert "slip of the tongue" not in listener.hears()
    announcements.announce(cup.pk, olga, "Well <b>thought</b> out")
    heard = listener.hears()
    assert "thought" in heard
    if channel in ("feed", "page"):
        assert "<b>" not in heard
