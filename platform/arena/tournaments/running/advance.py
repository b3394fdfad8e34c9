"""Move a tournament on. The only writer of structure.

One transaction under the lock of the tournament's row: decide what is over, ask the planner what should exist, write
it, schedule what can be played. Running it twice, at the same time or after a crash gives the same rows, because every
row has a natural key and everything is computed from facts.
"""

from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile

from django.db import transaction
from django.utils import timezone

from arena.bots.models import BotVersion
from arena.lib.stored_words import filled
from arena.matches.models import MatchState
from arena.tournaments.actions.audit import log
from arena.tournaments.models import NodeState, PlayState, Round, RoundState, Tournament, TournamentState
from arena.tournaments.planning.plans import NodeStatus, PlannedNode
from arena.tournaments.planning.stages import TournamentPlan
from arena.tournaments.planning.values import NodeKey
from arena.tournaments.running import plays, trouble
from arena.tournaments.running.facts import plan_of
from arena.tournaments.running.log_hash import log_hash
from arena.tournaments.running.revealing import announce, reveal_if_due
from arena.tournaments.running.rows import Rows, save_all
from arena.tournaments.running.writing import Written, write_plan
from arena.tournaments.staging import is_sealed, sealed_rounds
from arena.tournaments.telling import tell_insiders
from engines.words import mark


def advance(tournament_id: int, now: datetime | None = None) -> bool:
    """Bring everything up to date. True: something changed."""
    with transaction.atomic():
        # Closes the race of two workers that report the last two matches of a round.
        tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
        is_changed = advance_locked(tournament, now or timezone.now())
        trouble.is_over(tournament)
        if is_changed:
            tell_insiders(tournament)
        return is_changed


def try_to_advance(tournament_id: int, now: datetime | None = None) -> bool:
    """For those who come by on their own: a failure is noted, shown and tried again later, and stops nobody else."""
    now = now or timezone.now()
    if trouble.is_waiting(tournament_id, now):
        return False
    try:
        return advance(tournament_id, now)
    except Exception as reason:
        trouble.note(tournament_id, reason, now)
        return False


@dataclass
class Look:
    """What is there and what should be, read and planned once."""

    rows: Rows
    plan: TournamentPlan
    is_changed: bool
    """Whether series that were over were decided on the way."""


def look(tournament: Tournament) -> Look:
    """Under the lock: read the structure, decide what is over, plan."""
    rows = Rows.read(tournament)
    is_changed = _decide(tournament, rows)
    return Look(rows, plan_of(tournament, rows), is_changed)


def advance_locked(tournament: Tournament, now: datetime, first_look: Look | None = None) -> bool:
    """The same for callers that hold the lock. ``first_look`` is theirs, if they had to look already."""
    if not tournament.is_started:
        return False
    is_changed = False
    here: Look | None = first_look
    while True:
        here = here or look(tournament)
        written = write_plan(tournament, here.plan, here.rows, now)
        dropped = _drop(here.plan, here.rows)
        is_changed = is_changed or here.is_changed or written.is_changed or dropped
        again = _settle_absent(here.plan, here.rows)
        if not again:
            begun = _begin(tournament, here.plan, here.rows, now)
            is_changed = is_changed or bool(begun)
            # Somebody who left a pod before it began: the next turn settles it without them.
            again = any(node.absent for node in begun)
        _announce(tournament, here.plan, here.rows, written)
        _log_what_was_given_up(tournament, written)
        if not again:
            break
        is_changed = True
        here = None
    is_changed = reveal_if_due(tournament, now) or is_changed
    # Places, the secret and the end itself would tell results that are not revealed: it waits for the organiser.
    if here.plan.is_complete and not is_sealed(tournament):
        _finish(tournament, here.plan, now)
    return is_changed


def _decide(tournament: Tournament, rows: Rows) -> bool:
    open_plays = [play for play in rows.all_live() if play.state == PlayState.OPEN]
    over = [play for play in open_plays if play.match.state == MatchState.DONE]
    is_changed = plays.settle_all(tournament, over, lambda play: rows.stage_seeds(play.node.key))
    for play in open_plays:
        if play.match.state == MatchState.CANCELLED:
            plays.drop(play, mark("The match was cancelled by staff; it is played again."))
            is_changed = True
    return is_changed


def _drop(plan: TournamentPlan, rows: Rows) -> bool:
    """Open series that need not be played: somebody left, or a ruling came first."""
    is_changed = False
    for play in list(rows.all_live()):
        node = plan.nodes.get(play.node.key)
        if play.state == PlayState.OPEN and (node is None or node.status is not NodeStatus.READY):
            plays.drop(play, mark("Not needed any more: the match was settled without it."))
            is_changed = True
    return is_changed


def _settle_absent(plan: TournamentPlan, rows: Rows) -> bool:
    is_changed = False
    for key, node in plan.nodes.items():
        play = rows.live(key)
        if node.absent and play is not None and play.state == PlayState.OPEN:
            gone = tuple(entrant for entrant in node.absent if isinstance(entrant, int))
            plays.settle_without(play, gone, rows.stage_seeds(key))
            is_changed = True
    return is_changed


def _begin(tournament: Tournament, plan: TournamentPlan, rows: Rows, now: datetime) -> list[PlannedNode]:
    """Schedule every node that is ready in a published round."""
    ready = [
        node
        for key, node in sorted(plan.nodes.items())
        if node.status is NodeStatus.READY
        and rows.live(key) is None
        and rows.rounds[key.stage, key.round].state != RoundState.DRAFT
        and _is_time(tournament, key, now)
    ]
    takes = [(rows.nodes[node.key], len(rows.plays.get(node.key, ())) + 1) for node in ready]
    plays.begin_all(tournament, takes, _versions(tournament) if ready else {}, now)
    for row, _take in takes:
        row.state = NodeState.RUNNING
    save_all([row for row, _take in takes], ["state"])
    return ready


def _is_time(tournament: Tournament, key: NodeKey, now: datetime) -> bool:
    """Beat comes by until it is."""
    time = tournament.round_time(key.stage, key.round)
    return time is None or time <= now


def _versions(tournament: Tournament) -> dict[int, BotVersion]:
    rows = tournament.entrants.select_related("version")
    return {entrant.seed: entrant.version for entrant in rows if entrant.seed is not None and entrant.version}


def _announce(tournament: Tournament, plan: TournamentPlan, rows: Rows, written: Written) -> None:
    """Ratings close the periods of a round when it and all before it are complete: live ratings depend on the order,
    and rounds of a double elimination end in any. Ratings tell results, so rounds under seal wait to be revealed."""
    if not written.completed:
        return
    first = min(_place(row) for row in written.completed)
    planned = [
        rows.rounds[number, row.number] for number, stage in enumerate(plan.stages, start=1) for row in stage.rounds
    ]
    sealed = sealed_rounds(tournament)
    for row in takewhile(lambda row: row.state == RoundState.COMPLETE and _place(row) not in sealed, planned):
        if _place(row) >= first:
            announce(row)
    written.completed.clear()


def _place(row: Round) -> tuple[int, int]:
    return row.stage.number, row.number


def _log_what_was_given_up(tournament: Tournament, written: Written) -> None:
    for opening in written.opened:
        if opening.given_up:
            text = mark("Stage {stage} has {count} entrants, so {steps}.")
            steps = " and ".join(opening.given_up)
            log(tournament, None, "shrink", filled(text, stage=opening.stage, count=len(opening.entrants), steps=steps))


def _finish(tournament: Tournament, plan: TournamentPlan, now: datetime) -> None:
    if tournament.state == TournamentState.FINISHED:
        return
    tournament.state = TournamentState.FINISHED
    tournament.finished_at = now
    tournament.places = [[place.place, place.entrant] for place in plan.places]
    tournament.log_hash = log_hash(tournament)
    tournament.save(update_fields=["state", "finished_at", "places", "log_hash"])
    if plan.unplayed is not None:
        text = mark("Stage {stage} was not played: {count} entrants were left.")
        log(tournament, None, "shrink", filled(text, stage=plan.unplayed.stage, count=len(plan.unplayed.entrants)))
    log(tournament, None, "finish", mark("The tournament is over; the secret is published."))
