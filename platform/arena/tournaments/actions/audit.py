"""The audit log, and the door through which every organiser action goes."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.tournaments.models import AuditEntry, Tournament, TournamentState
from arena.tournaments.planning.errors import TournamentError
from arena.tournaments.refusals import told
from arena.tournaments.running import trouble
from arena.tournaments.telling import tell_everybody


class ActionError(TournamentError):
    """What was asked is not possible; the sentence says why and what is. ``field`` names the form's field."""

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


class NotAllowedError(ActionError):
    """Somebody asked who may not."""


class CascadeError(ActionError):
    """A ruling would take away matches that were played; ``matches`` names them. Ask again with ``cascade``."""

    def __init__(self, sentence: str, matches: list[str]) -> None:
        super().__init__(sentence)
        self.matches = matches


@contextmanager
def managed(tournament_id: int, by: User, *states: TournamentState) -> Iterator[Tournament]:
    """One transaction with the tournament locked, for somebody who may manage it, in one of the states."""
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
        if not tournament.may_manage(by):
            raise NotAllowedError(_("Only the organiser of this tournament or staff may do this."))
        require_state(tournament, *states)
        try:
            yield tournament
        except ActionError:
            raise
        except TournamentError as reason:
            # The plan that follows from the action cannot be made: nothing was done, and the sentence says why.
            raise ActionError(told(reason)) from reason
        trouble.is_over(tournament)
        tell_everybody(tournament)


def require_state(tournament: Tournament, *states: TournamentState) -> None:
    if states and tournament.state not in states:
        possible = _(" or ").join(str(state.label) for state in states)
        raise ActionError(
            _("The tournament is %(now)s; this is possible while it is %(possible)s.")
            % {"now": tournament.get_state_display(), "possible": possible}
        )


def log(
    tournament: Tournament,
    by: User | None,
    action: str,
    text: str,
    reason: str = "",
    *,
    undoes: AuditEntry | None = None,
    **data: Any,
) -> AuditEntry:
    return AuditEntry.objects.create(
        tournament=tournament,
        by=by,
        by_name=str(by) if by else "",
        action=action,
        text=text,
        reason=reason.strip(),
        data=data,
        undoes=undoes,
    )
