"""Undo the last thing an organiser did, where that is possible."""

from collections.abc import Callable
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.lib.stored_words import filled
from arena.matches.models import MatchState
from arena.tournaments.actions import lifecycle, pairings
from arena.tournaments.actions.audit import ActionError, log, managed
from arena.tournaments.actions.drafts import bring_back, withdraw_from_view
from arena.tournaments.actions.rulings import rebuild
from arena.tournaments.actions.seeding import write_order
from arena.tournaments.models import (
    AuditEntry,
    Departure,
    Entrant,
    Override,
    Play,
    PlayState,
    Tournament,
    TournamentState,
)
from arena.tournaments.running import plays
from arena.tournaments.running.advance import Look, advance_locked
from engines.words import mark

_MINOR = ("finish", "shrink", "undo", "reveal", "reveal_at", "announce")
"""Entries one looks past: the arena's own, and earlier undos."""


def last_undoable(tournament: Tournament) -> AuditEntry | None:
    """The newest organiser action that was not undone, if it can be."""
    entries = tournament.audit.filter(undone_by=None, undoes=None).exclude(action__in=_MINOR).order_by("-id")
    entry = entries.first()
    return entry if entry is not None and entry.action in _UNDO else None


def undo(tournament_id: int, by: User, reason: str = "", *, cascade: bool = False) -> AuditEntry:
    with managed(tournament_id, by) as tournament:
        if tournament.is_over:
            raise ActionError(_("The tournament is over; nothing can be undone any more."))
        entry = last_undoable(tournament)
        if entry is None:
            raise ActionError(_("The last action cannot be undone. Overrides, departures, seeds, edits of pairings, "
                                "pauses and deadlines can be."))  # fmt: skip
        first_look = _UNDO[entry.action](tournament, entry, cascade)
        undone = log(tournament, by, "undo", filled(mark("Undid: {text}"), text=entry.text), reason, undoes=entry)
        advance_locked(tournament, timezone.now(), first_look)
        return undone


def _lift(tournament: Tournament, entry: AuditEntry, cascade: bool) -> Look:
    ruling = Override.objects.select_related("node__round__stage").get(pk=entry.data["ruling"])
    if ruling.is_lifted:
        raise ActionError(_("This ruling does not hold any more."))
    ruling.is_lifted = True
    ruling.save(update_fields=["is_lifted"])
    # What it took the place of holds again: the ruling before it, and those on matches that it re-paired.
    Override.objects.filter(pk__in=entry.data.get("lifted", [])).update(is_lifted=False)
    bring_back(tournament, entry.data.get("rounds", []))
    withdraw_from_view(tournament, entry.data.get("drafts", []))
    return rebuild(tournament, ruling.node.key, cascade=cascade).look


def _take_back(tournament: Tournament, entry: AuditEntry, cascade: bool) -> Look:
    departure = Departure.objects.filter(entrant=entry.data["entrant"]).first()
    if departure is None:
        raise ActionError(_("This departure was undone already."))
    departure.delete()
    _play_on(tournament, departure.entrant)
    bring_back(tournament, entry.data.get("rounds", []))
    withdraw_from_view(tournament, entry.data.get("drafts", []))
    return rebuild(tournament, None, cascade=cascade).look


def _play_on(tournament: Tournament, entrant: Entrant) -> None:
    """Tables that were settled because it left, with the rest of its games as faults, are played again."""
    cut_short = Play.objects.filter(
        node__round__stage__tournament=tournament, state=PlayState.DECIDED, match__state=MatchState.CANCELLED
    )
    for play in cut_short.select_related("match"):
        if entrant.seed in play.entrants:
            plays.drop(play, mark("Void: it was cut short when somebody left, which was undone."))


def _reseed(tournament: Tournament, entry: AuditEntry, _cascade: bool) -> None:
    if tournament.state != TournamentState.SEEDED:
        raise ActionError(_("Seeds are frozen: the tournament has started."))
    tournament.seeding = entry.data["method"]
    tournament.save(update_fields=["seeding"])
    write_order(tournament, entry.data["before"])


def _swap_back(tournament: Tournament, entry: AuditEntry, _cascade: bool) -> None:
    pairings.swap_locked(tournament, entry.data["round"], entry.data["one"], entry.data["other"])
    # Swapping back would leave the round marked as arranged by hand, and nobody could be paired into it any more.
    bring_back(tournament, entry.data.get("rounds", []))
    stage = tournament.stages.order_by("number").last()
    if stage is not None and "lineup" in entry.data:
        stage.lineup = entry.data["lineup"]
        stage.save(update_fields=["lineup"])


def _deadline(tournament: Tournament, entry: AuditEntry, _cascade: bool) -> None:
    before = entry.data["before"]
    tournament.deadline = datetime.fromisoformat(before) if before else None
    tournament.save(update_fields=["deadline"])


def _blocks(tournament: Tournament, entry: AuditEntry, _cascade: bool) -> None:
    pairings.write_round_blocks(tournament, entry.data["key"], entry.data["before"])


def _pause(tournament: Tournament, _entry: AuditEntry, _cascade: bool) -> None:
    lifecycle.set_paused(tournament, is_paused=False)


def _resume(tournament: Tournament, _entry: AuditEntry, _cascade: bool) -> None:
    lifecycle.set_paused(tournament, is_paused=True)


_UNDO: dict[str, Callable[[Tournament, AuditEntry, bool], Look | None]] = {
    "override": _lift,
    "leave": _take_back,
    "seed": _reseed,
    "swap": _swap_back,
    "deadline": _deadline,
    "round_blocks": _blocks,
    "pause": _pause,
    "resume": _resume,
}
