"""What somebody may see of a tournament: the only place that says so, for pages, API, exports, live pages and news.

Two things are the organiser's for a while. Pairings that are not published: of a bracket the empty structure is shown,
of other formats nothing, because how many tables there are would already say who rests. And, where results are revealed
round by round, everything that follows from results under seal (``arena.tournaments.staging``).
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.db.models import QuerySet

from arena.accounts.models import User
from arena.tournaments.models import AuditEntry, Node, NodeState, Round, RoundState, Stage, Tournament
from arena.tournaments.models.structure import slot_row
from arena.tournaments.planning.plans import NodeStatus, PlannedNode, RoundPlan, Slot, StagePlan
from arena.tournaments.planning.qualifying import BRACKETS
from arena.tournaments.planning.stages import TournamentPlan
from arena.tournaments.running.facts import plan_of
from arena.tournaments.staging import Staging, staging_of

_TELLING = ("override", "replay", "shrink", "swap", "undo")
"""Entries of the log that tell results, or who meets."""


def hides_drafts(tournament: Tournament, user: User | None) -> bool:
    """Where pairings publish themselves there is nothing to hide: a draft is a round nobody has reached."""
    return not tournament.publishes_itself and not tournament.may_manage(user)


def hides_results(tournament: Tournament, user: User | None) -> bool:
    """Whether results may be under seal for somebody. It ends when all are revealed, and finishes only then."""
    return tournament.is_staged and tournament.is_started and not tournament.may_manage(user)


def shown_nodes(tournament: Tournament, nodes: Iterable[Node], user: User | None) -> Iterator[Node]:
    """The nodes somebody may see, those of unpublished brackets without names. They should come with their stage."""
    if hides_results(tournament, user):
        nodes = _revealed(staging_of(tournament), nodes)
    if not hides_drafts(tournament, user):
        yield from nodes
        return
    for node in nodes:
        if node.round.state != RoundState.DRAFT:
            yield node
        elif node.round.stage.format in BRACKETS:
            yield _veiled(node)


def _veiled(node: Node) -> Node:
    """Never saved: only what is shown changes."""
    node.slots = [[None, source, False] for _entrant, source, _is_bye in node.slots]
    node.state, node.ranks, node.is_veiled = NodeState.WAITING, [], True
    return node


def _revealed(staging: Staging, nodes: Iterable[Node]) -> Iterator[Node]:
    """As they would be if what is under seal had not been played."""
    plan = staging.plan
    for node in nodes:
        planned = plan.nodes.get(node.key) if plan is not None else None
        if planned is not None:
            yield _as_planned(node, planned, staging)


def _as_planned(node: Node, planned: PlannedNode, staging: Staging) -> Node:
    """Never saved, like the above."""
    node.slots = [slot_row(slot) for slot in planned.slots]
    node.state = NodeState(planned.status.value)
    node.ranks = [planned.result.rank_of(entrant) for entrant in planned.entrants] if planned.result else []
    node.is_veiled = node.key in staging.sealed or planned.result is None
    node.round.state = _round_state(node.round, staging)
    return node


def _round_state(row: Round, staging: Staging) -> RoundState:
    if staging.front is None or (row.stage.number, row.number) < staging.front:
        return RoundState(row.state)
    is_next = (row.stage.number, row.number) == staging.front
    return RoundState.PUBLISHED if is_next and row.state != RoundState.DRAFT else RoundState.DRAFT


def shown_rounds(tournament: Tournament, user: User | None) -> list[Round]:
    """Rounds with their stage; those that results under seal led to are not there."""
    rows = Round.objects.filter(stage__tournament=tournament).select_related("stage")
    rounds = list(rows.order_by("stage__number", "number"))
    if not hides_results(tournament, user):
        return rounds
    staging = staging_of(tournament)
    planned = {(key.stage, key.round) for key in staging.plan.nodes} if staging.plan else set()
    shown = [row for row in rounds if (row.stage.number, row.number) in planned]
    for row in shown:
        row.state = _round_state(row, staging)
        if row.state != RoundState.COMPLETE:
            row.completed_at, row.is_edited = None, False
    return shown


def shown_stages(tournament: Tournament, user: User | None) -> list[Stage]:
    stages = list(tournament.stages.all())
    if not hides_results(tournament, user):
        return stages
    plan = staging_of(tournament).plan
    return [stage for stage in stages if plan is not None and stage.number <= len(plan.stages)]


def shown_tournament_plan(tournament: Tournament, user: User | None) -> TournamentPlan | None:
    """What standings and brackets are drawn from. None before the start; raises where it cannot be planned."""
    if not tournament.stages.exists():
        return None
    if hides_results(tournament, user):
        return staging_of(tournament).plan
    return plan_of(tournament)


def shown_plan(tournament: Tournament, stage: int, plan: StagePlan, user: User | None) -> StagePlan:
    """A stage of the above that is handed out, without pairings that are not published."""
    if not hides_drafts(tournament, user):
        return plan
    rows = Round.objects.filter(stage__tournament=tournament, stage__number=stage).select_related("stage")
    drafts = {row.number: row.stage.format in BRACKETS for row in rows if row.state == RoundState.DRAFT}
    rounds = []
    for planned in plan.rounds:
        if planned.number not in drafts:
            rounds.append(planned)
        elif drafts[planned.number]:
            rounds.append(RoundPlan(planned.number, tuple(_veiled_plan(node) for node in planned.nodes)))
    return replace(plan, rounds=tuple(rounds))


def _veiled_plan(node: PlannedNode) -> PlannedNode:
    slots = tuple(Slot(source=slot.source) for slot in node.slots)
    return replace(node, slots=slots, status=NodeStatus.WAITING, result=None, absent=())


def shown_log(tournament: Tournament, user: User | None) -> QuerySet[AuditEntry]:
    """The audit log. Edits of a round that is not published yet tell who meets there: they are shown with it. What
    tells results that may be under seal is shown when everything is revealed."""
    entries = tournament.audit.all()
    if hides_results(tournament, user):
        entries = entries.exclude(action__in=_TELLING)
    if not hides_drafts(tournament, user):
        return entries
    stage = tournament.stages.order_by("number").last()
    drafts = Round.objects.filter(stage=stage, state=RoundState.DRAFT).values_list("number", flat=True)
    return entries.exclude(action="swap", data__round__in=list(drafts))
