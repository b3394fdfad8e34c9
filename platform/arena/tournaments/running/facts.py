"""Read a tournament out of the database as the facts that the pure planner takes."""

from collections.abc import Iterable

from arena.tournaments.models import Departure, Entrant, Node, NodeState, Override, Play, PlayState, RoundState, Stage
from arena.tournaments.models.structure import light
from arena.tournaments.models.tournament import Tournament
from arena.tournaments.planning import stages, values
from arena.tournaments.planning.registry import get_format
from arena.tournaments.planning.values import Pairing, PairingKind, Result

_KINDS = {NodeState.BYE.value: PairingKind.BYE, NodeState.SIT_OUT.value: PairingKind.SIT_OUT}


def tournament_facts(tournament: Tournament) -> stages.TournamentFacts:
    """Six queries, however large the tournament."""
    entrants = tuple(_entrants(tournament))
    lineups = dict(Stage.objects.filter(tournament=tournament).exclude(lineup=[]).values_list("number", "lineup"))
    facts = values.StageFacts(
        entrants=entrants,
        results=tuple(_results(tournament)),
        published=tuple(_published(tournament)),
        departures=tuple(_departures(tournament)),
        overrides=tuple(_overrides(tournament)),
        lineup=tuple(lineups.get(1, ())),
        secret=tournament.secret.encode(),
    )
    return stages.TournamentFacts(
        tournament.setups(), facts, {number: tuple(lineup) for number, lineup in lineups.items()}
    )


def plan_of(tournament: Tournament) -> stages.TournamentPlan:
    return stages.plan_tournament(tournament_facts(tournament))


def _entrants(tournament: Tournament) -> Iterable[values.Entrant]:
    for entrant in Entrant.objects.filter(tournament=tournament).order_by("seed"):
        if entrant.seed is not None:
            yield values.Entrant(entrant.seed, entrant.seed, entrant.family, entrant.entered_round)


def _results(tournament: Tournament) -> Iterable[Result]:
    decided = Play.objects.filter(node__round__stage__tournament=tournament, state=PlayState.DECIDED)
    for play in decided.select_related("node__round__stage").defer(*light("node__round__stage")):
        yield play.result()


def _published(tournament: Tournament) -> Iterable[Pairing]:
    """Rounds that may not be paired again. Brackets need none: their pairings follow from results."""
    stages_by_round = [stage.pk for stage in tournament.stages.all() if get_format(stage.format).pairs_by_round]
    nodes = Node.objects.filter(round__stage__in=stages_by_round)
    paired = nodes.exclude(state=NodeState.VOID).select_related("round__stage")
    for node in paired.defer(*light("round__stage")):
        if node.round.state != RoundState.DRAFT or node.round.is_edited:
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
