"""Entrants who leave a running tournament, and late ones who come."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.lib.stored_words import filled
from arena.tournaments.actions.audit import ActionError, NotAllowedError, log, managed, require_state
from arena.tournaments.actions.drafts import remember, unpublished
from arena.tournaments.actions.registration import remove, require_fit, require_room_for_owner
from arena.tournaments.models import Departure, Entrant, Round, RoundState, Stage, Tournament, TournamentState
from arena.tournaments.planning.errors import TournamentError
from arena.tournaments.planning.registry import get_format
from arena.tournaments.refusals import told
from arena.tournaments.running.advance import advance_locked
from arena.tournaments.running.facts import plan_of
from engines.words import mark

_STARTED = (TournamentState.RUNNING, TournamentState.PAUSED)


@transaction.atomic
def withdraw(tournament_id: int, entrant: Entrant, by: User, reason: str = "", now: datetime | None = None) -> None:
    """By the owner or the organiser. What is being played becomes a walkover; what was played stays."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
    if not tournament.may_manage(by) and entrant.owner_id != by.pk:
        raise NotAllowedError(_("Only the bot's owner or the organiser may withdraw it."))
    require_state(tournament, *_STARTED)
    _leave(tournament, entrant, by, Departure.Kind.WITHDRAWN, reason)
    advance_locked(tournament, now or timezone.now())


def disqualify(tournament_id: int, entrant: Entrant, by: User, reason: str, *, as_losses: bool = False) -> None:
    """Behind everybody who finishes. In tables its results count as played, or as losses; brackets stay as they are."""
    with managed(tournament_id, by, *_STARTED) as tournament:
        if not reason.strip():
            raise ActionError(_("Say why: the owner and all entrants will read it."), "reason")
        _leave(tournament, entrant, by, Departure.Kind.DISQUALIFIED, reason, as_losses=as_losses)
        advance_locked(tournament, timezone.now())


def _leave(
    tournament: Tournament,
    entrant: Entrant,
    by: User | None,
    kind: Departure.Kind,
    reason: str,
    *,
    as_losses: bool = False,
) -> None:
    if entrant.tournament_id != tournament.pk:
        raise ActionError(_("This bot does not take part in this tournament."))
    if Departure.objects.filter(entrant=entrant).exists():
        raise ActionError(_("%(name)s has left already.") % {"name": entrant.bot.name})
    stage, last = last_published(tournament)
    # An edited draft names somebody who is not there any more: it is paired anew.
    edited = Round.objects.filter(stage=stage, state=RoundState.DRAFT, is_edited=True).select_related("stage")
    remembered = remember(edited)
    edited.update(is_edited=False)
    number = stage.number if stage else 1
    Departure.objects.create(
        entrant=entrant, stage=number, round=last + 1, kind=kind, reason=reason, as_losses=as_losses
    )
    text = mark("Withdrew {bot}.")
    if kind == Departure.Kind.DISQUALIFIED:
        text = mark("Disqualified {bot}.")
        if as_losses:
            text = mark("Disqualified {bot}. Its results count as losses.")
    data: dict[str, Any] = {"entrant": entrant.pk, "rounds": remembered, "drafts": unpublished(tournament)}
    log(tournament, by, "leave", filled(text, bot=entrant.bot.name), reason, **data)


def let_go(bot: Bot) -> None:
    """The bot's author has left the arena: it leaves every tournament that is not over."""
    entries = Entrant.objects.filter(bot=bot).order_by("tournament").values_list("pk", "tournament")
    for pk, tournament_id in list(entries):
        with transaction.atomic():
            tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
            if tournament.is_over or Departure.objects.filter(entrant=pk).exists():
                continue
            entrant = Entrant.objects.select_related("bot").get(pk=pk)
            if tournament.is_started:
                _leave(tournament, entrant, None, Departure.Kind.WITHDRAWN, _("Its author has left the arena."))
                advance_locked(tournament, timezone.now())
            else:
                remove(tournament, entrant)
                text = mark("Took {bot} out: its author has left the arena.")
                log(tournament, None, "unregister", filled(text, bot=entrant.bot.name))


def last_published(tournament: Tournament) -> tuple[Stage | None, int]:
    """The stage that runs (or ran last) and the number of its last published round."""
    stage = tournament.stages.order_by("number").last()
    if stage is None:
        return None, 0
    published = stage.rounds.exclude(state=RoundState.DRAFT).aggregate(last=Max("number"))["last"]
    return stage, published or 0


def takes_late_entries(tournament: Tournament) -> bool:
    """Whether its format does at all; ``enter_late`` knows whether there is still time."""
    stage, _last = last_published(tournament)
    if not tournament.is_started or stage is None or stage.number > 1:
        return False
    return get_format(stage.format).takes_late_entries


def enter_late(tournament_id: int, bot: Bot, by: User) -> Entrant:
    """Swiss formats only, until half the rounds are paired. Missed rounds score nothing."""
    with managed(tournament_id, by, *_STARTED) as tournament:
        require_fit(tournament, bot)
        require_room_for_owner(tournament, bot)
        if not bot.is_house and bot.owner_id != by.pk and not tournament.invitations.filter(user=bot.owner).exists():
            raise NotAllowedError(_("Invite the owner of %(name)s first.") % {"name": bot.name})
        _stage, last = last_published(tournament)
        if not takes_late_entries(tournament):
            raise ActionError(_("This format takes no late entries: the structure is fixed at the start."))
        most = tournament.entrants.aggregate(last=Max("seed"))["last"] or 0
        entrant = Entrant.objects.create(
            tournament=tournament,
            bot=bot,
            owner=bot.owner,
            family=bot.owner_id,
            version=bot.active_version,
            seed=most + 1,
            entered_round=last + 1,
        )
        try:
            plan_of(tournament)
        except TournamentError as reason:
            raise ActionError(told(reason)) from None
        text = mark("Entered {bot} from round {round} on.")
        log(tournament, by, "late", filled(text, bot=bot.name, round=last + 1), bot=bot.pk)
        advance_locked(tournament, timezone.now())
        return entrant
