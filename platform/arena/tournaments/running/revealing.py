"""What ``advance`` and the organiser's reveal share: show a round, and let ratings count what is shown."""

from datetime import datetime
from itertools import takewhile

from arena.accounts.models import User
from arena.lib.stored_words import filled
from arena.matches import signals
from arena.tournaments.actions.audit import log
from arena.tournaments.models import Play, Round, RoundState, Tournament
from arena.tournaments.staging import Staging, lift_seals, sealed_rounds, staging_of
from arena.tournaments.telling import tell_everybody
from engines.words import mark


def reveal_round(tournament: Tournament, here: Staging, by: User | None) -> None:
    """All matches of the next round. Under the lock."""
    stage, number = here.front or (0, 0)
    lift_seals(tournament, here.next_matches)
    log(tournament, by, "reveal", filled(mark("Revealed round {number} of stage {stage}."), number=number, stage=stage))
    announce_revealed(tournament)


def reveal_if_due(tournament: Tournament, now: datetime) -> bool:
    """The countdown is over: show the next round, as soon as it is played to its end."""
    if tournament.next_reveal_at is None or tournament.next_reveal_at > now:
        return False
    here = staging_of(tournament)
    if not here.is_ready:
        return False
    reveal_round(tournament, here, None)
    tournament.next_reveal_at = None
    tournament.save(update_fields=["next_reveal_at"])
    tell_everybody(tournament)
    return True


def announce_revealed(tournament: Tournament) -> None:
    """Games count in the ratings when everybody may know them: as far as all rounds are complete and revealed."""
    sealed = sealed_rounds(tournament)
    rows = (
        Round.objects.filter(stage__tournament=tournament).select_related("stage").order_by("stage__number", "number")
    )
    shown = takewhile(
        lambda row: row.state == RoundState.COMPLETE and (row.stage.number, row.number) not in sealed, rows
    )
    for row in shown:
        announce(row)


def announce(row: Round) -> None:
    """Told within this transaction: who listens writes it down with it, so that neither a crash nor a lost message
    leaves a round unrated."""
    for period in periods_of(row):
        signals.period_complete.send(sender=Tournament, period=period)


def periods_of(row: Round) -> list[str]:
    plays_here = Play.objects.filter(node__round=row, match__is_rated=True)
    return sorted(set(plays_here.values_list("match__period", flat=True)))
