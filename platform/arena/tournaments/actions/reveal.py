"""Staged reveal: show results that were played under seal, round by round or match by match, in the order of play."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _

from arena.lib.stored_words import filled
from arena.tournaments.actions.audit import ActionError, log, managed, require_state
from arena.tournaments.models import Tournament, TournamentState
from arena.tournaments.planning.values import NodeKey
from arena.tournaments.running.advance import advance_locked
from arena.tournaments.running.revealing import announce_revealed, reveal_round
from arena.tournaments.staging import Place, Staging, lift_seals, staging_of
from engines.words import mark

if TYPE_CHECKING:
    from arena.accounts.models import User

_STARTED = (TournamentState.RUNNING, TournamentState.PAUSED)


def reveal(tournament_id: int, by: User, match: str = "", next_round: str = "") -> list[NodeKey]:
    """Show the next round, or one match of it by its key. Returns what was revealed.

    ``next_round``, as "stage.round", is the round that whoever asks believes to be next. Where it is revealed already
    nothing happens: a second click, a second screen and a countdown that ends by itself must not show one round more.
    """
    with managed(tournament_id, by) as tournament:
        if next_round and _is_past(tournament, _place(next_round)):
            return []
        require_state(tournament, *_STARTED)
        here = _require_sealed(tournament)
        keys = _wanted(here, match) if match else here.next_matches
        waiting = [key for key in keys if key not in here.played]
        if waiting:
            raise ActionError(_("Not played to the end yet: %(matches)s.") % {"matches": ", ".join(map(str, waiting))})
        now = timezone.now()
        if match:
            lift_seals(tournament, keys)
            log(tournament, by, "reveal", filled(mark("Revealed match {match}."), match=match), match=match)
            announce_revealed(tournament)
        else:
            reveal_round(tournament, here, by)
        _set_time(tournament, None)
        advance_locked(tournament, now)
        return keys


def _is_past(tournament: Tournament, place: Place) -> bool:
    if not tournament.is_staged or not tournament.commitment:
        return False
    front = staging_of(tournament).front
    return front is None or place < front


def _place(text: str) -> Place:
    stage, _dot, number = text.partition(".")
    if not all(part.isascii() and part.isdecimal() and len(part) < 6 for part in (stage, number)):
        raise ActionError(_("Name a round by stage and number, like 1.3."), "round")
    return int(stage), int(number)


def reveal_at(tournament_id: int, by: User, moment: datetime | None) -> None:
    """Let the next round be revealed by itself at a moment, which pages count down to; None: by hand."""
    with managed(tournament_id, by, *_STARTED) as tournament:
        _require_sealed(tournament)
        if moment is not None and moment <= timezone.now():
            raise ActionError(_("Choose a moment that is yet to come."), "at")
        _set_time(tournament, moment)
        text = mark("The next round is revealed by hand.")
        if moment:
            text = filled(mark("The next round is revealed at {moment}."), moment=moment.isoformat(timespec="seconds"))
        log(tournament, by, "reveal_at", text)


def _set_time(tournament: Tournament, moment: datetime | None) -> None:
    tournament.next_reveal_at = moment
    tournament.save(update_fields=["next_reveal_at"])


def _require_sealed(tournament: Tournament) -> Staging:
    if not tournament.is_staged:
        raise ActionError(_("This tournament shows its results as they come. Staged reveal is a setting of a draft."))
    here = staging_of(tournament)
    if here.front is None:
        raise ActionError(_("Everything that was played is revealed."))
    return here


def _wanted(here: Staging, match: str) -> list[NodeKey]:
    keys = [key for key in here.next_matches if str(key) == match]
    if not keys:
        names = ", ".join(map(str, here.next_matches))
        raise ActionError(_("Results are revealed in the order of play; next are %(matches)s.") % {"matches": names})
    return keys
