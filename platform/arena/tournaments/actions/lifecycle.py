"""Start, pause, resume, cancel, publish a round."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.lib.stored_words import filled
from arena.matches.actions.switch import set_source_paused
from arena.tournaments.actions.audit import ActionError, log, managed
from arena.tournaments.models import Play, PlayState, Round, RoundState, Tournament, TournamentState
from arena.tournaments.planning.errors import TournamentError
from arena.tournaments.refusals import told
from arena.tournaments.running import plays
from arena.tournaments.running.advance import advance_locked
from arena.tournaments.running.facts import plan_of
from arena.tournaments.running.revealing import announce
from arena.tournaments.running.rows import save_all
from arena.tournaments.staging import lift_seals
from engines.words import mark


def start(tournament_id: int, by: User) -> None:
    """Versions and seeds freeze, the hash of the secret is published, the first round is made."""
    with managed(tournament_id, by, TournamentState.SEEDED) as tournament:
        start_locked(tournament, by, timezone.now())


def start_locked(tournament: Tournament, by: User | None, now: datetime) -> None:
    """The same for callers that hold the lock."""
    _freeze(tournament)
    tournament.state = TournamentState.RUNNING
    tournament.commitment = tournament.seal()
    tournament.started_at = now
    tournament.save(update_fields=["state", "commitment", "started_at"])
    try:
        plan_of(tournament)
    except TournamentError as reason:
        raise ActionError(told(reason)) from None
    text = mark("Started. Hash of the sealed secret: {hash}.")
    log(tournament, by, "start", filled(text, hash=tournament.commitment))
    advance_locked(tournament, now)


def _freeze(tournament: Tournament) -> None:
    entrants = list(tournament.entrants.select_related("bot__active_version"))
    for entrant in entrants:
        if entrant.bot.active_version is None:
            raise ActionError(
                _("%(name)s has no active version any more. Take it out, or ask its owner to bring one back.")
                % {"name": entrant.bot.name}
            )
        entrant.version = entrant.bot.active_version
    save_all(entrants, ["version"])


def pause(tournament_id: int, by: User, reason: str = "") -> None:
    """No new games begin. Those being played finish and count."""
    with managed(tournament_id, by, TournamentState.RUNNING) as tournament:
        set_paused(tournament, is_paused=True)
        log(tournament, by, "pause", mark("Paused: running games finish, no new ones begin."), reason)


def resume(tournament_id: int, by: User) -> None:
    with managed(tournament_id, by, TournamentState.PAUSED) as tournament:
        set_paused(tournament, is_paused=False)
        log(tournament, by, "resume", mark("Resumed."))
        advance_locked(tournament, timezone.now())


def set_paused(tournament: Tournament, *, is_paused: bool) -> None:
    tournament.state = TournamentState.PAUSED if is_paused else TournamentState.RUNNING
    tournament.save(update_fields=["state"])
    set_source_paused(tournament.source, is_paused=is_paused)


def cancel(tournament_id: int, by: User, reason: str) -> None:
    """End it for good. Played games stay and are shown; the secret is published if it was sealed."""
    possible = [
        state for state in TournamentState if state not in (TournamentState.FINISHED, TournamentState.CANCELLED)
    ]
    with managed(tournament_id, by, *possible) as tournament:
        if not reason.strip():
            raise ActionError(_("Say why: entrants will read it."), "reason")
        open_plays = Play.objects.filter(node__round__stage__tournament=tournament, state=PlayState.OPEN)
        for play in open_plays.select_related("match"):
            plays.drop(play, mark("The tournament was cancelled."))
        lift_seals(tournament)  # nobody will reveal the rest any more
        # What was decided stays rated, in the order of play, also in rounds that will not be complete any more.
        for round_ in Round.objects.filter(stage__tournament=tournament).order_by("stage__number", "number"):
            announce(round_)
        tournament.state = TournamentState.CANCELLED
        tournament.finished_at = timezone.now()
        tournament.save(update_fields=["state", "finished_at"])
        log(tournament, by, "cancel", mark("Cancelled the tournament."), reason)


def publish(tournament_id: int, by: User, stage: int, number: int) -> None:
    """Make the pairings of a round binding; its matches begin."""
    with managed(tournament_id, by, TournamentState.RUNNING, TournamentState.PAUSED) as tournament:
        round_ = Round.objects.filter(stage__tournament=tournament, stage__number=stage, number=number).first()
        if round_ is None or round_.state != RoundState.DRAFT:
            raise ActionError(_("There is no unpublished round %(number)d.") % {"number": number})
        if not round_.nodes.exclude(state="waiting").exists():
            raise ActionError(_("Nobody is paired in this round yet: wait for the one before."))
        round_.state = RoundState.PUBLISHED
        round_.save(update_fields=["state"])
        text = mark("Published round {number} of stage {stage}.")
        log(tournament, by, "publish", filled(text, number=number, stage=stage))
        advance_locked(tournament, timezone.now())
