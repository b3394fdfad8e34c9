"""Read a tournament out of the database as the facts that the pure planner takes.

Who has read its structure already hands that in: nodes and plays are by far the most rows, and reading them twice took
as long as pairing a round.
"""

from collections.abc import Iterable

from arena.tournaments.models import Departure, Entrant, Node, NodeState, Override, Play, PlayState, RoundState, Stage
from arena.tournaments.models.structure import light
from arena.tournaments.models.tournament import Tournament
from arena.tournaments.planning import stages, values
from arena.tournaments.planning.registry import get_format
from arena.tournaments.planning.values import Pairing, PairingKind
from arena.tournaments.running.rows import Rows

_KINDS = {NodeState.BYE.value: PairingKind.BYE, NodeState.SIT_OUT.value: PairingKind.SIT_OUT}


def tournament_facts(tournament: Tournament, rows: Rows | None = None) -> stages.TournamentFacts:
    """Six queries, however large the tournament; three with its rows at hand."""
    entrants = tuple(_entrants(tournament))
    known = Stage.objects.filter(tournament=tournament) if rows is None else rows.stages.values()
    lineups = {stage.number: stage.lineup for stage in known if stage.lineup}
    facts = values.StageFacts(
        entrants=entrants,
        results=tuple(play.result() for play in (_decided(tournament) if rows is None else _decided_of(rows))),
        published=tuple(_published(tournament) if rows is None else _published_of(rows)),
        departures=tuple(_departures(tournament)),
        overrides=tuple(_overrides(tournament)),
        lineup=tuple(lineups.get(1, ())),
        secret=tournament.secret.encode(),
    )
    return stages.TournamentFacts(
        tournament.setups(), facts, {number: tuple(lineup) for number, lineup in lineups.items()}
    )


def plan_of(tournament: Tournament, rows: Rows | None = None) -> stages.TournamentPlan:
    return stages.plan_tournament(tournament_facts(tournament, rows))


def _entrants(tournament: Tournament) -> Iterable[values.Entrant]:
    for entrant in Entrant.objects.filter(tournament=tournament).order_by("seed"):
        if entrant.seed is not None:
            yield values.Entrant(entrant.seed, entrant.seed, entrant.family, entrant.entered_round)


def _decided(tournament: Tournament) -> Iterable[Play]:
    decided = Play.objects.filter(node__round__stage__tournament=tournament, state=PlayState.DECIDED)
    return decided.select_related("node__round__stage").defer(*light("node__round__stage"))


def _decided_of(rows: Rows) -> Iterable[Play]:
    return (play for takes in rows.plays.values() for play in takes if play.state == PlayState.DECIDED)


def _published(tournament: Tournament) -> Iterable[Pairing]:
    stages_by_round = [stage.pk for stage in tournament.stages.all() if get_format(stage.format).pairs_by_round]
    nodes = Node.objects.filter(round__stage__in=stages_by_round).select_related("round__stage")
    return _pairings(nodes.defer(*light("round__stage")))


def _published_of(rows: Rows) -> Iterable[Pairing]:
    by_round = {number for number, stage in rows.stages.items() if get_format(stage.format).pairs_by_round}
    return _pairings(node for key, node in rows.nodes.items() if key.stage in by_round)


def _pairings(nodes: Iterable[Node]) -> Iterable[Pairing]:
    """Rounds that may not be paired again. Brackets need none: their pairings follow from results."""
    for node in nodes:
        if node.state != NodeState.VOID and (node.round.state != RoundState.DRAFT or node.round.is_edited):
            yield Pairing(node.key, node.entrants, _KINDS.get(node.state, PairingKind.MATCH))


def _departures(tournament: Tournament) -> Iterable[values.Departure]:
    rows = Departure.objects.filter(entrant__tournament=tournament).select_related("entrant").order_by("id")
    for row in rows:
        if row.entrant.seed is not None:
            yield values.Departure(
                row.entrant.seed, row.stage, row.round, values.DepartureKind(row.kind), as_losses=row.as_losses
            )


def _overrides(tournament: Tournament) -> Iterable[values.Override]:
    rulings = Override.objects.filter(node__round__stage__tournament=tournament, is_lifted=False)
    for ruling in rulings.select_related("node__round__stage").defer(*light("node__round__stage")).order_by("id"):
        yield values.Override(ruling.node.key, tuple(ruling.entrants), tuple(ruling.ranks), ruling.reason)
