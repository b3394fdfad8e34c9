"""Move a tournament on. The only writer of structure.

One transaction under the lock of the tournament's row: decide what is over, ask the planner what should exist, write
it, schedule what can be played. Running it twice, at the same time or after a crash gives the same rows, because every
row has a natural key and everything is computed from facts.
"""

from datetime import datetime
from itertools import takewhile

from django.db import transaction
from django.utils import timezone

from arena.bots.models import BotVersion
from arena.matches import signals
from arena.matches.models import MatchState
from arena.tournaments.actions.audit import log
from arena.tournaments.models import NodeState, Play, PlayState, Round, RoundState, Tournament, TournamentState
from arena.tournaments.planning.plans import NodeStatus, PlannedNode
from arena.tournaments.planning.stages import TournamentPlan
from arena.tournaments.planning.values import NodeKey
from arena.tournaments.running import plays
from arena.tournaments.running.facts import plan_of
from arena.tournaments.running.log_hash import log_hash
from arena.tournaments.running.writing import Rows, Written, save_all, write_plan


def advance(tournament_id: int, now: datetime | None = None) -> bool:
    """Bring everything up to date. True: something changed."""
    with transaction.atomic():
        # Closes the race of two workers that report the last two matches of a round.
        tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
        return advance_locked(tournament, now or timezone.now())


def advance_locked(tournament: Tournament, now: datetime) -> bool:
    """The same for callers that hold the lock."""
    if not tournament.is_started:
        return False
    is_changed = False
    while True:
        rows = Rows.read(tournament)
        is_changed = _decide(tournament, rows) or is_changed
        plan = plan_of(tournament)
        written = write_plan(tournament, plan, rows, now)
        is_changed = _drop(plan, rows) or written.is_changed or is_changed
        again = _settle_absent(plan, rows)
        if not again:
            begun = _begin(tournament, plan, rows, now)
            is_changed = is_changed or bool(begun)
            again = any(match.absent for match in begun)
        _announce(plan, rows, written)
        if not again:
            break
        is_changed = True
    if plan.is_complete:
        _finish(tournament, plan, now)
    return is_changed


def _decide(tournament: Tournament, rows: Rows) -> bool:
    open_plays = [play for play in rows.all_live() if play.state == PlayState.OPEN]
    over = [play for play in open_plays if play.match.state == MatchState.DONE]
    is_changed = plays.settle_all(tournament, over, lambda play: _stage_seeds(rows, play))
    for play in open_plays:
        if play.match.state == MatchState.CANCELLED:
            plays.drop(play, "The match was cancelled by staff; it is played again.")
            is_changed = True
    return is_changed


def _drop(plan: TournamentPlan, rows: Rows) -> bool:
    """Open series that need not be played: somebody left, or a ruling came first."""
    is_changed = False
    planned = _planned(plan)
    for play in list(rows.all_live()):
        match = planned.get(play.node.key)
        if play.state == PlayState.OPEN and (match is None or match.status is not NodeStatus.READY):
            plays.drop(play, "Not needed any more: the match was settled without it.")
            is_changed = True
    return is_changed


def _settle_absent(plan: TournamentPlan, rows: Rows) -> bool:
    is_changed = False
    for key, match in _planned(plan).items():
        play = rows.live(key)
        if match.absent and play is not None and play.state == PlayState.OPEN:
            gone = tuple(entrant for entrant in match.absent if isinstance(entrant, int))
            plays.settle_without(play, gone, _stage_seeds(rows, play))
            is_changed = True
    return is_changed


def _begin(tournament: Tournament, plan: TournamentPlan, rows: Rows, now: datetime) -> list[PlannedNode]:
    """Schedule every match that is ready in a published round."""
    ready = [
        match
        for key, match in sorted(_planned(plan).items())
        if match.status is NodeStatus.READY
        and rows.live(key) is None
        and rows.rounds[key.stage, key.round].state != RoundState.DRAFT
    ]
    takes = [(rows.nodes[match.key], len(rows.plays.get(match.key, ())) + 1) for match in ready]
    plays.begin_all(tournament, takes, _versions(tournament) if ready else {}, now)
    for node, _take in takes:
        node.state = NodeState.RUNNING
    save_all([node for node, _take in takes], ["state"])
    return ready


def _versions(tournament: Tournament) -> dict[int, BotVersion]:
    entrants = tournament.entrants.select_related("version")
    return {each.seed: each.version for each in entrants if each.seed is not None and each.version is not None}


def _stage_seeds(rows: Rows, play: Play) -> dict[int, int]:
    return {entrant: seed for seed, entrant in rows.stages[play.node.key.stage].seeds}


def _planned(plan: TournamentPlan) -> dict[NodeKey, PlannedNode]:
    return {key: match for stage in plan.stages for key, match in stage.by_key.items()}


def _announce(plan: TournamentPlan, rows: Rows, written: Written) -> None:
    """Ratings close the periods of a round when it and all before it are complete: live ratings depend on the order,
    and rounds of a double elimination end in any."""
    if not written.completed:
        return
    first = min(_place(found) for found in written.completed)
    planned = [
        rows.rounds[number, each.number] for number, stage in enumerate(plan.stages, start=1) for each in stage.rounds
    ]
    for found in takewhile(lambda each: each.state == RoundState.COMPLETE, planned):
        if _place(found) >= first:
            announce(found)
    written.completed.clear()


def _place(found: Round) -> tuple[int, int]:
    return found.stage.number, found.number


def announce(found: Round) -> None:
    """Told within this transaction: who listens writes it down with it, so that neither a crash nor a lost message
    leaves a round unrated."""
    for period in periods_of(found):
        signals.period_complete.send(sender=Tournament, period=period)


def periods_of(found: Round) -> list[str]:
    rows = Play.objects.filter(node__round=found, match__is_rated=True).values_list("match__period", flat=True)
    return sorted(set(rows))


def _finish(tournament: Tournament, plan: TournamentPlan, now: datetime) -> None:
    if tournament.state == TournamentState.FINISHED:
        return
    tournament.state = TournamentState.FINISHED
    tournament.finished_at = now
    tournament.places = [[place.place, place.entrant] for place in plan.places]
    tournament.log_hash = log_hash(tournament)
    tournament.save(update_fields=["state", "finished_at", "places", "log_hash"])
    log(tournament, None, "finish", "The tournament is over; the secret is published.")
