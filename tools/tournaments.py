"""Tournaments worth looking at, in every state: for screenshots and for the browser tests.

Games are really played, by house bots that choose at random, so that brackets, tables and replays are real.
"""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Any

from django.utils import timezone

from arena.accounts.models import Role, User
from arena.bots.actions.house import house_hash
from arena.bots.models import Bot, BotVersion, CheckState
from arena.matches.actions.claim import claim
from arena.matches.worker import play_batch
from arena.news.collecting import collect
from arena.news.models import DeliveryAttempt, DeliveryState, Webhook, WebhookAbout
from arena.tournaments.actions import announcements, departures, lifecycle, registration, reveal, rulings, timetable
from arena.tournaments.actions.create import create as announce
from arena.tournaments.models import Entrant, Node, NodeState, Play, Tournament
from arena.tournaments.running.advance import advance
from engines.registry import games, names

_NAMES = (
    "Last Laugh", "Ten Keeper", "Two Minds", "Patience", "Burn It All", "Slow Hand", "The Counter", "Second Thought",
)  # fmt: skip
_MOST_GAMES = 400


FIRST, LAST = games()[0].engine.variants(), games()[-1].engine.variants()
"""The last of our own games is the quickest, and its last variant has the largest table."""


def create(member: User) -> dict[str, str]:
    """Make the rows; returns what stands for the placeholders in the addresses of the showcase."""
    if not member.is_organiser:
        member.role = Role.ORGANISER
        member.save(update_fields=["role"])
    bots = [_bot(name) for name in _NAMES]
    draft = announce(member, "Winter Draft", FIRST[0].slug, "groups_knockout", {"groups": 2})
    swiss = _started(member, bots, "Autumn Swiss", LAST[0].slug, "swiss", {"rounds": 4})
    _play(swiss)
    pods = _started(member, bots[:7], "Table Night", LAST[-1].slug, "pod_swiss", {"rounds": 3})
    _play(pods)
    groups = _started(member, bots, "Group Cup", LAST[0].slug, "groups_knockout", {"groups": 2})
    _play(groups, games=20)
    bracket = _started(member, bots, "Double Trouble", LAST[0].slug, "double_elimination", {})
    _play(bracket, games=12)
    _rule(bracket, member)
    seeded = _opened(member, bots, "Spring Open", FIRST[0].slug, "single_elimination", {"third_place": True})
    registration.close_registration(seeded.pk, member)
    staged = _started(member, bots, "Gala Night", LAST[0].slug, "single_elimination", {}, is_staged=True)
    _play(staged)
    reveal.reveal(staged.pk, member)
    reveal.reveal(staged.pk, member, "1.2.1")
    reveal.reveal_at(staged.pk, member, timezone.now() + timedelta(hours=23))
    announcements.announce(
        staged.pk, member, "Doors open at seven", "The final is shown at nine.\n\nRules: https://example.org/rules"
    )
    gathering = _gathering(member, bots)
    webhook = _news(member)
    return {
        "webhook": str(webhook.pk),
        "staged": staged.slug,
        "bracket": bracket.slug,
        "swiss": swiss.slug,
        "pods": pods.slug,
        "groups": groups.slug,
        "seeded": seeded.slug,
        "draft": draft.slug,
        "gathering": gathering.slug,
        "decided": str(Play.objects.filter(node__round__stage__tournament=bracket, state="decided")[0].node.key),
    }


def _bot(name: str, owner: User | None = None) -> Bot:
    """A house bot, or one of an owner that only enters."""
    slug, house = name.lower().replace(" ", "-"), "" if owner else "random"
    bot = Bot.objects.create(owner=owner, name=name, slug=f"sample-{slug}", games=names(), house_name=house)
    bot.active_version = BotVersion.objects.create(
        bot=bot,
        number=1,
        content_hash=house_hash("random"),
        runtime="python" if owner else "house",
        state=CheckState.READY,
    )
    bot.save(update_fields=["active_version"])
    return bot


def _opened(by: User, bots: list[Bot], name: str, *choice: Any, **more: Any) -> Tournament:
    """``choice`` is the variant, the format and its settings."""
    made = announce(by, name, *choice, blocks=1, description="Random bots, for the looks of it.", **more)
    Tournament.objects.filter(pk=made.pk).update(secret=hashlib.sha256(name.encode()).hexdigest())
    registration.open_registration(made.pk, by)
    for bot in bots:
        registration.register(made.pk, bot, by)
    return made


def _gathering(member: User, bots: list[Bot]) -> Tournament:
    """It begins in a moment: of the member's two bots one is there already, and one may still be checked in."""
    when = timezone.now() + timedelta(minutes=20)
    made = _opened(member, bots[:4], "Lunch Break", FIRST[0].slug, "swiss", {}, starts_at=when, check_in_minutes=30,
                   bots_per_owner=2)  # fmt: skip
    first, _second = (registration.register(made.pk, _bot(name, member), member) for name in ("Early Bird", "Sleeper"))
    timetable.check_in(made.pk, first, member)
    return made


def _started(by: User, bots: list[Bot], name: str, *choice: Any, **more: Any) -> Tournament:
    made = _opened(by, bots, name, *choice, **more)
    registration.close_registration(made.pk, by)
    lifecycle.start(made.pk, by)
    return made


def _play(tournament: Tournament, games: int = _MOST_GAMES) -> None:
    for _ in range(games):
        batch = claim("arena-1:4711", most=1)
        if batch is None:
            return
        play_batch(batch)
        advance(tournament.pk)


def _rule(tournament: Tournament, by: User) -> None:
    """A ruling and a withdrawal, so that the log and the marks in the bracket have something to show."""
    decided = Node.objects.filter(round__stage__tournament=tournament, state=NodeState.DECIDED)
    first = decided.select_related("round__stage").order_by("round__number", "number")[0]
    ranks = [3 - rank for rank in first.ranks]
    rulings.override(tournament.pk, first, by, ranks, "The winner used a copied program.", cascade=True)
    leaver = Entrant.objects.get(tournament=tournament, seed=8)
    departures.withdraw(tournament.pk, leaver, by, "Its author is on holiday.")


def _news(member: User) -> Webhook:
    """Events of all that, and a webhook with something in its log."""
    hook = Webhook.objects.create(owner=member, url="https://hooks.example.org/arena", about=WebhookAbout.MINE)
    collect()
    now = timezone.now()
    for number, delivery in enumerate(hook.deliveries.order_by("pk")[:3]):
        status = (200, 503, None)[number]
        error = "" if status else "No answer within 5 seconds."
        DeliveryAttempt.objects.create(delivery=delivery, at=now, status=status, error=error, answer="ok", took_ms=84)
        if status == 200:
            delivery.state, delivery.next_try_at, delivery.tries = DeliveryState.DELIVERED, None, 1
            delivery.save()
    return hook
