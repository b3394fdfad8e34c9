"""Pairings that are not published are the organiser's: what everybody else gets to see instead.

Pages, the API, exports and live pages ask here. Of a bracket the empty structure is shown, of other formats nothing:
how many tables there are would already say who rests.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.db.models import QuerySet

from arena.accounts.models import User
from arena.tournaments.models import AuditEntry, Node, NodeState, Round, RoundState, Tournament
from arena.tournaments.planning.plans import NodeStatus, PlannedNode, RoundPlan, Slot, StagePlan
from arena.tournaments.planning.qualifying import BRACKETS


def hides_drafts(tournament: Tournament, user: User | None) -> bool:
    """Where pairings publish themselves there is nothing to hide: a draft is a round nobody has reached."""
    return not tournament.publishes_itself and not tournament.may_manage(user)


def shown_nodes(tournament: Tournament, nodes: Iterable[Node], user: User | None) -> Iterator[Node]:
    """The nodes somebody may see, those of unpublished brackets without names. They should come with their stage."""
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
    node.state, node.ranks = NodeState.WAITING, []
    return node


def shown_plan(tournament: Tournament, stage: int, plan: StagePlan, user: User | None) -> StagePlan:
    """The same for a plan that is handed out."""
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
    """The audit log. Edits of a round that is not published yet tell who meets there: they are shown with it."""
    entries = tournament.audit.all()
    if not hides_drafts(tournament, user):
        return entries
    stage = tournament.stages.order_by("number").last()
    drafts = Round.objects.filter(stage=stage, state=RoundState.DRAFT).values_list("number", flat=True)
    return entries.exclude(action="swap", data__round__in=list(drafts))
