"""Write a plan: insert what is missing, bring derived rows up to date, retire what the plan has no place for any more.

Writing a plan twice changes nothing.
"""

from dataclasses import dataclass, field
from datetime import datetime

from arena.tournaments.models import Node, NodeState, PlayState, Round, RoundState, Stage, StageState, Tournament
from arena.tournaments.models.structure import slot_row
from arena.tournaments.planning.plans import NodeStatus, PlannedNode, RoundPlan, StagePlan
from arena.tournaments.planning.qualifying import StageOpening
from arena.tournaments.planning.registry import get_format
from arena.tournaments.planning.stages import TournamentPlan
from arena.tournaments.running.rows import Rows, save_all

_FIELDS = ("state", "slots", "bracket", "number_in_bracket", "group", "advancing", "ranks")
_UNPLAYED = (NodeStatus.WAITING, NodeStatus.BYE)


@dataclass
class Written:
    """What changed."""

    now: datetime
    completed: list[Round] = field(default_factory=list)
    opened: list[StageOpening] = field(default_factory=list)
    is_changed: bool = False


def write_plan(tournament: Tournament, plan: TournamentPlan, rows: Rows, now: datetime) -> Written:
    written = Written(now)
    for opening, stage_plan in zip(plan.openings, plan.stages, strict=True):
        stage = _write_stage(tournament, opening, stage_plan, rows, written)
        for planned in stage_plan.rounds:
            _write_round(tournament, stage, planned, rows, written)
    # From the inside out: a round is empty once its nodes are gone, a stage once its rounds are.
    for retire in (_retire_nodes, _retire_rounds, _retire_stages):
        written.is_changed = retire(plan, rows) or written.is_changed
    return written


def _write_stage(tournament: Tournament, opening: StageOpening, plan: StagePlan, rows: Rows, written: Written) -> Stage:
    by_seed = sorted(opening.entrants, key=lambda entrant: entrant.seed)
    values = {
        "state": StageState.CLOSED.value if plan.is_complete else StageState.RUNNING.value,
        "frozen": [[place.place, place.entrant] for place in plan.places] if plan.is_complete else [],
        "seeds": [[entrant.seed, entrant.id] for entrant in by_seed],
        "format": opening.setup.format,
    }
    stage = rows.stages.get(opening.stage)
    if stage is None:
        stage = Stage.objects.create(tournament=tournament, number=opening.stage, **values)
        rows.stages[opening.stage] = stage
        written.opened.append(opening)
        written.is_changed = True
    elif any(getattr(stage, name) != value for name, value in values.items()):
        for name, value in values.items():
            setattr(stage, name, value)
        stage.save(update_fields=list(values))
        written.is_changed = True
    return stage


def _write_round(tournament: Tournament, stage: Stage, planned: RoundPlan, rows: Rows, written: Written) -> None:
    row = rows.rounds.setdefault((stage.number, planned.number), Round(stage=stage, number=planned.number))
    is_new = row.pk is None
    state = _round_state(tournament, row, planned)
    is_other = state != row.state
    if is_other:
        row.state = state
        row.completed_at = written.now if state == RoundState.COMPLETE else None
    if is_new or is_other:
        row.save(update_fields=None if is_new else ["state", "completed_at"])
        written.is_changed = True
    _write_nodes(row, planned, rows, written)
    if is_other and state == RoundState.COMPLETE:
        written.completed.append(row)


def _round_state(tournament: Tournament, row: Round, planned: RoundPlan) -> RoundState:
    if planned.is_complete:
        return RoundState.COMPLETE
    if not tournament.publishes_itself:
        return RoundState.PUBLISHED if row.state != RoundState.DRAFT else RoundState.DRAFT
    # Follows from the plan alone: a round that an undo emptied again is not published any more.
    is_paired = get_format(row.stage.format).pairs_by_round or any(
        node.status not in _UNPLAYED for node in planned.nodes
    )
    return RoundState.PUBLISHED if is_paired else RoundState.DRAFT


def _write_nodes(row: Round, planned: RoundPlan, rows: Rows, written: Written) -> None:
    new: list[Node] = []
    changed: list[Node] = []
    for planned_node in planned.nodes:
        values = _values(planned_node, rows)
        node = rows.nodes.get(planned_node.key)
        if node is None:
            new.append(Node(round=row, number=planned_node.key.number, **values))
        elif any(getattr(node, name) != value for name, value in values.items()):
            for name, value in values.items():
                setattr(node, name, value)
            changed.append(node)
    Node.objects.bulk_create(new)
    save_all(changed, _FIELDS)
    rows.nodes.update({node.key: node for node in new})
    written.is_changed = written.is_changed or bool(new or changed)


def _values(node: PlannedNode, rows: Rows) -> dict[str, object]:
    play = rows.live(node.key)
    is_running = node.status is NodeStatus.READY and play is not None and play.state == PlayState.OPEN
    ranks = [node.result.rank_of(entrant) for entrant in node.entrants] if node.result else []
    return {
        "state": NodeState.RUNNING.value if is_running else NodeState(node.status.value).value,
        "slots": [slot_row(slot) for slot in node.slots],
        "bracket": node.bracket,
        "number_in_bracket": node.number_in_bracket,
        "group": node.group,
        "advancing": node.advancing,
        "ranks": ranks,
    }


def _retire_nodes(plan: TournamentPlan, rows: Rows) -> bool:
    """A ruling took them out of the plan. Where something was played or ruled they stay to be looked at, as void."""
    strays = [node for key, node in rows.nodes.items() if key not in plan.nodes]
    ruled = {node.pk for node in Node.objects.filter(pk__in=[node.pk for node in strays], overrides__isnull=False)}
    gone = [node for node in strays if node.key not in rows.plays and node.pk not in ruled]
    void = [node for node in strays if node not in gone and node.state != NodeState.VOID]
    for node in void:
        node.state = NodeState.VOID
    save_all(void, ["state"])
    Node.objects.filter(pk__in=[node.pk for node in gone]).delete()
    for node in gone:
        del rows.nodes[node.key]
    return bool(gone or void)


def _retire_rounds(plan: TournamentPlan, rows: Rows) -> bool:
    """Rounds that are not planned (yet): gone if empty, otherwise open to be paired anew."""
    planned = {(key.stage, key.round) for key in plan.nodes}
    strays = {place: row for place, row in rows.rounds.items() if place not in planned}
    used = {(key.stage, key.round) for key in rows.nodes}
    is_changed = False
    for place, row in strays.items():
        if place not in used:
            row.delete()
            del rows.rounds[place]
        elif row.state != RoundState.DRAFT:
            row.state, row.completed_at, row.is_edited = RoundState.DRAFT, None, False
            row.save(update_fields=["state", "completed_at", "is_edited"])
        else:
            continue
        is_changed = True
    return is_changed


def _retire_stages(plan: TournamentPlan, rows: Rows) -> bool:
    """Stages that have not opened after all, unless rounds with played matches are left in them."""
    used = {stage for stage, _number in rows.rounds}
    gone = [number for number in rows.stages if number > len(plan.stages) and number not in used]
    for number in gone:
        rows.stages.pop(number).delete()
    return bool(gone)
