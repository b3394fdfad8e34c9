"""Write a plan: insert what is missing, bring derived rows up to date. Writing it twice changes nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from arena.tournaments.models import Node, NodeState, Play, PlayState, Round, RoundState, Stage, StageState, Tournament
from arena.tournaments.models.structure import slot_row
from arena.tournaments.planning.plans import NodeStatus, PlannedNode, RoundPlan
from arena.tournaments.planning.registry import get_format
from arena.tournaments.planning.stages import TournamentPlan
from arena.tournaments.planning.values import NodeKey

M = TypeVar("M", Node, Play)
_FIELDS = ("state", "slots", "bracket", "number_in_bracket", "group", "advancing", "ranks")
_UNPLAYED = (NodeStatus.WAITING, NodeStatus.BYE)


@dataclass
class Rows:
    """The structure as it stands, by natural key."""

    stages: dict[int, Stage] = field(default_factory=dict)
    rounds: dict[tuple[int, int], Round] = field(default_factory=dict)
    nodes: dict[NodeKey, Node] = field(default_factory=dict)
    plays: dict[NodeKey, list[Play]] = field(default_factory=dict)
    """All takes, oldest first."""

    @classmethod
    def read(cls, tournament: Tournament) -> "Rows":
        rows = cls(stages={stage.number: stage for stage in tournament.stages.all()})
        stages = {stage.pk: stage for stage in rows.stages.values()}
        rounds = {found.pk: found for found in Round.objects.filter(stage__in=stages)}
        for found in rounds.values():
            found.stage = stages[found.stage_id]
            rows.rounds[found.stage.number, found.number] = found
        nodes = {node.pk: node for node in Node.objects.filter(round__in=rounds)}
        for node in nodes.values():
            node.round = rounds[node.round_id]
            rows.nodes[node.key] = node
        # Put together by hand: a join would bring the stage, with all its seeds, once for every match.
        for play in Play.objects.filter(node__round__in=rounds).select_related("match").order_by("take"):
            play.node = nodes[play.node_id]
            rows.plays.setdefault(play.node.key, []).append(play)
        return rows

    def live(self, key: NodeKey) -> Play | None:
        """The play that counts, if any."""
        return next((play for play in self.plays.get(key, ()) if play.state != PlayState.VOID), None)

    def all_live(self) -> Iterable[Play]:
        return (play for key in sorted(self.plays) if (play := self.live(key)) is not None)


@dataclass
class Written:
    """What changed."""

    now: datetime
    completed: list[Round] = field(default_factory=list)
    is_changed: bool = False


def save_all(rows: Sequence[M], fields: Sequence[str]) -> None:
    """As ``bulk_update``, which builds a condition for each row and field; this takes a tenth of the time."""
    if rows:
        rows[0].__class__._default_manager.bulk_create(
            rows, batch_size=1000, update_conflicts=True, unique_fields=["id"], update_fields=fields
        )


def write_plan(tournament: Tournament, plan: TournamentPlan, rows: Rows, now: datetime) -> Written:
    written = Written(now)
    for opening, stage_plan in zip(plan.openings, plan.stages, strict=True):
        by_seed = sorted(opening.entrants, key=lambda each: each.seed)
        seeds: list[list[object]] = [[entrant.seed, entrant.id] for entrant in by_seed]
        stage = _stage(tournament, opening.stage, seeds, rows)
        closed = StageState.CLOSED if stage_plan.is_complete else StageState.RUNNING
        frozen = [[place.place, place.entrant] for place in stage_plan.places] if stage_plan.is_complete else []
        if (stage.state, stage.frozen, stage.seeds) != (closed, frozen, seeds):
            stage.state, stage.frozen, stage.seeds = closed, frozen, seeds
            stage.save(update_fields=["state", "frozen", "seeds"])
            written.is_changed = True
        for planned in stage_plan.rounds:
            _write_round(tournament, stage, planned, rows, written)
    _remove_strays(plan, rows, written)
    return written


def _stage(tournament: Tournament, number: int, seeds: list[list[object]], rows: Rows) -> Stage:
    if number not in rows.stages:
        chosen = tournament.setups()[number - 1].format
        rows.stages[number], _ = Stage.objects.get_or_create(
            tournament=tournament, number=number, defaults={"format": chosen, "seeds": seeds}
        )
    return rows.stages[number]


def _write_round(tournament: Tournament, stage: Stage, planned: RoundPlan, rows: Rows, written: Written) -> None:
    place = (stage.number, planned.number)
    if place not in rows.rounds:
        rows.rounds[place], _ = Round.objects.get_or_create(stage=stage, number=planned.number)
        rows.rounds[place].stage = stage
        written.is_changed = True
    found = rows.rounds[place]
    _write_nodes(found, planned, rows, written)
    state = _round_state(tournament, found, planned)
    if state == found.state:
        return
    found.state = state
    found.completed_at = written.now if state == RoundState.COMPLETE else None
    found.save(update_fields=["state", "completed_at"])
    written.is_changed = True
    if state == RoundState.COMPLETE:
        written.completed.append(found)


def _round_state(tournament: Tournament, found: Round, planned: RoundPlan) -> RoundState:
    if planned.is_complete:
        return RoundState.COMPLETE
    if found.state != RoundState.DRAFT:
        return RoundState.PUBLISHED
    is_paired = get_format(found.stage.format).pairs_by_round or any(
        match.status not in _UNPLAYED for match in planned.nodes
    )
    return RoundState.PUBLISHED if tournament.publishes_itself and is_paired else RoundState.DRAFT


def _write_nodes(found: Round, planned: RoundPlan, rows: Rows, written: Written) -> None:
    new: list[Node] = []
    changed: list[Node] = []
    for match in planned.nodes:
        values = _values(match, rows)
        node = rows.nodes.get(match.key)
        if node is None:
            new.append(Node(round=found, number=match.key.number, **values))
        elif any(getattr(node, name) != value for name, value in values.items()):
            for name, value in values.items():
                setattr(node, name, value)
            changed.append(node)
    Node.objects.bulk_create(new)
    save_all(changed, _FIELDS)
    rows.nodes.update({node.key: node for node in new})
    written.is_changed = written.is_changed or bool(new or changed)


def _values(match: PlannedNode, rows: Rows) -> dict[str, object]:
    play = rows.live(match.key)
    is_running = match.status is NodeStatus.READY and play is not None and play.state == PlayState.OPEN
    ranks = [match.result.rank_of(entrant) for entrant in match.entrants] if match.result else []
    return {
        "state": NodeState.RUNNING.value if is_running else NodeState(match.status.value).value,
        "slots": [slot_row(slot) for slot in match.slots],
        "bracket": match.bracket,
        "number_in_bracket": match.number_in_bracket,
        "group": match.group,
        "advancing": match.advancing,
        "ranks": ranks,
    }


def _remove_strays(plan: TournamentPlan, rows: Rows, written: Written) -> None:
    """What a ruling took out of the plan: gone if nothing ever happened there, otherwise kept and marked."""
    planned = {match.key for stage in plan.stages for match in stage.nodes()}
    for key in [key for key in rows.nodes if key not in planned]:
        node = rows.nodes[key]
        if not rows.plays.get(key) and not node.overrides.exists():
            node.delete()
            del rows.nodes[key]
            written.is_changed = True
        elif node.state != NodeState.VOID:
            node.state = NodeState.VOID
            node.save(update_fields=["state"])
            written.is_changed = True
    numbers = {(key.stage, key.round) for key in planned}
    for place in [place for place in rows.rounds if place not in numbers]:
        found = rows.rounds[place]
        if not any((key.stage, key.round) == place for key in rows.nodes):
            found.delete()
            del rows.rounds[place]
        elif found.state != RoundState.DRAFT:
            found.state, found.completed_at, found.is_edited = RoundState.DRAFT, None, False
            found.save(update_fields=["state", "completed_at", "is_edited"])
        else:
            continue
        written.is_changed = True
    last = len(plan.stages)
    for number in [number for number in rows.stages if number > last]:
        if not any(place[0] == number for place in rows.rounds):
            rows.stages[number].delete()
            del rows.stages[number]
            written.is_changed = True
