"""What organisers and entrants do: each button is one action, each refusal a sentence."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from arena.accounts.models import User
from arena.lib.stored_words import said
from arena.tournaments.actions import (
    announcements,
    departures,
    lifecycle,
    pairings,
    registration,
    reveal,
    rulings,
    seeding,
    timetable,
    undo,
)
from arena.tournaments.actions.audit import ActionError, CascadeError, NotAllowedError
from arena.tournaments.actions.departures import takes_late_entries
from arena.tournaments.models import Entrant, SeedingMethod, Tournament
from arena.tournaments.planning.shrinking import wanted_entrants
from arena.tournaments.reading import MatchLine, entrants_by_seed, match_lines, rounds_of
from arena.tournaments.staging import staging_of
from arena.web.person import person
from arena.web.tournaments.forms import RegisterForm
from arena.web.tournaments.views import frame, line_of, managed_tournament, node_of, shown

MOST_COUNTDOWN_S = 24 * 3600
"""For anything later there are times of rounds."""


def _user(request: HttpRequest) -> User:
    user = person(request)
    if user is None:
        raise PermissionDenied
    return user


def _number(request: HttpRequest, name: str) -> int:
    try:
        return int(request.POST.get(name, ""))
    except ValueError:
        raise ActionError(_("%(name)s must be a number.") % {"name": name}) from None


@login_required
def organise(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = managed_tournament(request, slug)
    user = _user(request)
    entrants = entrants_by_seed(tournament)
    lines = match_lines(tournament, entrants, user)
    first = tournament.setups()[0]
    context = {
        **frame(request, tournament, "organise"),
        "entrants": tournament.entrants.select_related("bot", "owner", "departure"),
        "drafts": [round_ for round_ in rounds_of(lines) if round_.state == "draft" and _is_paired(round_.matches)],
        "register": RegisterForm(tournament, user) if tournament.state == "registration" else None,
        "late": RegisterForm(tournament, user) if takes_late_entries(tournament) else None,
        "lengths": sorted(tournament.round_blocks.items()),
        "undoable": undo.last_undoable(tournament) if not tournament.is_over else None,
        "seedings": SeedingMethod.choices,
        "least": wanted_entrants(first),
        "staging": staging_of(tournament) if tournament.is_staged and tournament.is_started else None,
        "announcements": tournament.announcements.filter(is_taken_down=False),
        "invited": tournament.invitations.select_related("user"),
    }
    return render(request, "tournaments/organise.html", context)


def _is_paired(lines: list[MatchLine]) -> bool:
    return any(line.node.state not in ("waiting", "void") for line in lines)


@login_required
@require_POST
def act(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    """One organiser action, named in the address; what it needs is in the form."""
    tournament = shown(request, slug)
    if action not in ACTIONS:
        raise Http404
    back = request.POST.get("back", "")
    where = redirect(f"tournaments:{back if back in ('home', 'present') else 'organise'}", slug)
    if action == "move":  # the line that moved stays under the keyboard
        where["Location"] += f"#seed-{request.POST.get('entrant', '')}"
    try:
        message = ACTIONS[action](request, tournament, _user(request))
    except CascadeError as reason:
        return _confirm(request, tournament, action, reason)
    except NotAllowedError as reason:
        raise PermissionDenied(str(reason)) from None
    except ActionError as reason:
        messages.error(request, str(reason))
    else:
        messages.success(request, message)
    return where


def _confirm(request: HttpRequest, tournament: Tournament, action: str, reason: CascadeError) -> HttpResponse:
    """The clear warning before played matches become void."""
    fields = [(name, value) for name, value in request.POST.items() if name not in ("csrfmiddlewaretoken", "cascade")]
    context = {**frame(request, tournament, "organise"), "action": action, "reason": reason, "given": fields}
    return render(request, "tournaments/confirm.html", context, status=409)


def _entrant(request: HttpRequest, tournament: Tournament) -> Entrant:
    return get_object_or_404(tournament.entrants.select_related("bot"), pk=_number(request, "entrant"))


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "")[:1000]


def _open(_request: HttpRequest, tournament: Tournament, by: User) -> str:
    registration.open_registration(tournament.pk, by)
    return _("Registration is open.")


def _close(_request: HttpRequest, tournament: Tournament, by: User) -> str:
    registration.close_registration(tournament.pk, by)
    return _("Registration is closed. Look at the seeds, then start.")


def _register(request: HttpRequest, tournament: Tournament, by: User) -> str:
    form = RegisterForm(tournament, by, request.POST)
    if not form.is_valid():
        raise ActionError(_("Choose one of your bots that plays this game and has passed its check."))
    entrant = registration.register(tournament.pk, form.cleaned_data["bot"], by)
    return _("%(name)s is registered.") % {"name": entrant.bot.name}


def _late(request: HttpRequest, tournament: Tournament, by: User) -> str:
    form = RegisterForm(tournament, by, request.POST)
    if not form.is_valid():
        raise ActionError(_("Choose a bot that plays this game and has passed its check."))
    entrant = departures.enter_late(tournament.pk, form.cleaned_data["bot"], by)
    words = {"name": entrant.bot.name, "round": entrant.entered_round}
    return _("%(name)s plays from round %(round)d on.") % words


def _unregister(request: HttpRequest, tournament: Tournament, by: User) -> str:
    registration.take_back(tournament.pk, _entrant(request, tournament), by)
    return _("Taken back.")


def _fill(request: HttpRequest, tournament: Tournament, by: User) -> str:
    count = registration.fill(tournament.pk, by, _number(request, "size"))
    return ngettext("%(count)d house bot is entered.", "%(count)d house bots are entered.", count) % {"count": count}


def _check_in(request: HttpRequest, tournament: Tournament, by: User) -> str:
    entrant = _entrant(request, tournament)
    timetable.check_in(tournament.pk, entrant, by)
    return _("%(name)s is checked in.") % {"name": entrant.bot.name}


def _invite(request: HttpRequest, tournament: Tournament, by: User) -> str:
    name = request.POST.get("name", "").strip().lower()
    guest = User.objects.filter(name=name, is_active=True).first()
    if guest is None:
        raise ActionError(_("There is nobody called %(name)s.") % {"name": name})
    registration.invite(tournament.pk, by, guest)
    return _("%(name)s is invited.") % {"name": guest}


def _deadline(request: HttpRequest, tournament: Tournament, by: User) -> str:
    text = request.POST.get("deadline", "")
    try:
        when = parse_datetime(text) if text else None
    except ValueError:
        when = None
    if text and when is None:
        raise ActionError(_("Write the deadline as 2026-05-01T18:00."))
    if when is not None and is_naive(when):
        when = when.replace(tzinfo=tournament.zone)
    registration.extend_deadline(tournament.pk, by, when, _reason(request))
    return _("The deadline is extended.")


def _seed_by(request: HttpRequest, tournament: Tournament, by: User) -> str:
    seeding.seed_by(tournament.pk, by, request.POST.get("seeding", ""))
    return _("Seeded anew.")


def _move(request: HttpRequest, tournament: Tournament, by: User) -> str:
    entrant = _entrant(request, tournament)
    seeding.move_seed(tournament.pk, by, entrant, _number(request, "seed"))
    return _("%(name)s is moved.") % {"name": entrant.bot.name}


def _start(_request: HttpRequest, tournament: Tournament, by: User) -> str:
    lifecycle.start(tournament.pk, by)
    return _("The tournament is running.")


def _pause(request: HttpRequest, tournament: Tournament, by: User) -> str:
    lifecycle.pause(tournament.pk, by, _reason(request))
    return _("Paused. Running games finish, no new ones begin.")


def _resume(_request: HttpRequest, tournament: Tournament, by: User) -> str:
    lifecycle.resume(tournament.pk, by)
    return _("Resumed.")


def _cancel(request: HttpRequest, tournament: Tournament, by: User) -> str:
    lifecycle.cancel(tournament.pk, by, _reason(request))
    return _("The tournament is cancelled.")


def _publish(request: HttpRequest, tournament: Tournament, by: User) -> str:
    lifecycle.publish(tournament.pk, by, _number(request, "stage"), _number(request, "round"))
    return _("The round is published.")


def _swap(request: HttpRequest, tournament: Tournament, by: User) -> str:
    one, other = _number(request, "one"), _number(request, "other")
    pairings.swap(tournament.pk, by, _number(request, "round"), one, other, reason=_reason(request))
    return _("Swapped.")


def _blocks(request: HttpRequest, tournament: Tournament, by: User) -> str:
    blocks = _number(request, "blocks") if request.POST.get("blocks") else None
    pairings.set_round_blocks(tournament.pk, by, _number(request, "stage"), _number(request, "round"), blocks)
    return _("The length of the round is set.")


def _withdraw(request: HttpRequest, tournament: Tournament, by: User) -> str:
    departures.withdraw(tournament.pk, _entrant(request, tournament), by, _reason(request))
    return _("Withdrawn.")


def _disqualify(request: HttpRequest, tournament: Tournament, by: User) -> str:
    as_losses = request.POST.get("results") == "losses"
    departures.disqualify(tournament.pk, _entrant(request, tournament), by, _reason(request), as_losses=as_losses)
    return _("Disqualified.")


def _override(request: HttpRequest, tournament: Tournament, by: User) -> str:
    key = request.POST.get("match", "")
    node = node_of(tournament, key, _user(request))
    ranks = [_number(request, f"rank-{seed}") for seed in node.entrants]
    rulings.override(tournament.pk, node, by, ranks, _reason(request), cascade="cascade" in request.POST)
    return _("The ruling holds.")


def _replay(request: HttpRequest, tournament: Tournament, by: User) -> str:
    node = node_of(tournament, request.POST.get("match", ""), _user(request))
    rulings.replay(tournament.pk, node, by, _reason(request), cascade="cascade" in request.POST)
    return _("The match is played again.")


def _undo(request: HttpRequest, tournament: Tournament, by: User) -> str:
    entry = undo.undo(tournament.pk, by, _reason(request), cascade="cascade" in request.POST)
    return said(entry.text)


def _reveal(request: HttpRequest, tournament: Tournament, by: User) -> str:
    shown_now = reveal.reveal(tournament.pk, by, request.POST.get("match", "")[:20], request.POST.get("round", "")[:20])
    if not shown_now:
        return _("This round is revealed already.")
    return _("Revealed: %(matches)s.") % {"matches": ", ".join(map(str, shown_now))}


def _reveal_in(request: HttpRequest, tournament: Tournament, by: User) -> str:
    """Pages count down to it. Empty or 0: by hand."""
    seconds = _number(request, "seconds") if request.POST.get("seconds") else 0
    if not 0 <= seconds <= MOST_COUNTDOWN_S:
        raise ActionError(_("Count down from at most %(most)d seconds.") % {"most": MOST_COUNTDOWN_S})
    moment = timezone.now() + timedelta(seconds=seconds) if seconds else None
    reveal.reveal_at(tournament.pk, by, moment)
    return _("The countdown runs.") if moment else _("The countdown is stopped.")


def _announce(request: HttpRequest, tournament: Tournament, by: User) -> str:
    announcements.announce(tournament.pk, by, request.POST.get("title", ""), request.POST.get("text", ""))
    return _("Announced.")


def _take_down(request: HttpRequest, tournament: Tournament, by: User) -> str:
    announcements.take_down(tournament.pk, by, _number(request, "announcement"))
    return _("Taken down.")


ACTIONS: dict[str, Callable[[HttpRequest, Tournament, User], str]] = {
    "open": _open,
    "close": _close,
    "register": _register,
    "late": _late,
    "unregister": _unregister,
    "fill": _fill,
    "check-in": _check_in,
    "invite": _invite,
    "deadline": _deadline,
    "seed-by": _seed_by,
    "move": _move,
    "start": _start,
    "pause": _pause,
    "resume": _resume,
    "cancel": _cancel,
    "publish": _publish,
    "swap": _swap,
    "blocks": _blocks,
    "withdraw": _withdraw,
    "disqualify": _disqualify,
    "override": _override,
    "replay": _replay,
    "undo": _undo,
    "reveal": _reveal,
    "reveal-in": _reveal_in,
    "announce": _announce,
    "take-down": _take_down,
}


@login_required
def rule(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The form of a ruling on one match."""
    tournament = managed_tournament(request, slug)
    context = {**frame(request, tournament, "matches"), "line": line_of(tournament, key, _user(request))}
    return render(request, "tournaments/rule.html", context)
