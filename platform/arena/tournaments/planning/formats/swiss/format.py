"""Swiss system for two sides: equals meet equals, nobody is out, few rounds suffice."""

from collections.abc import Sequence

from arena.tournaments.planning.errors import StateError
from arena.tournaments.planning.formats.interface import Format
from arena.tournaments.planning.formats.swiss.cost import Contender
from arena.tournaments.planning.formats.swiss.pairing import pair_swiss
from arena.tournaments.planning.formats.swiss.settings import SwissSettings, last_entry_round, swiss_rounds
from arena.tournaments.planning.plans import RoundPlan, StagePlan, table_plan
from arena.tournaments.planning.rounds import available, book_of, keyed, unroll
from arena.tournaments.planning.standings.table import standings
from arena.tournaments.planning.values import EntrantId, Pairing, PairingKind, StageFacts


def contenders(state: StageFacts, number: int, rounds: Sequence[RoundPlan]) -> tuple[Contender, ...]:
    """The field to pair in round `number`, after the rounds before it."""
    book = book_of(state, rounds)
    before = book_of(state, rounds[:-1]).points
    floated = {
        entrant
        for node in (rounds[-1].nodes if rounds else ())
        for entrant in node.entrants
        if any(before[other] < before[entrant] for other in node.entrants)
    }
    met: dict[EntrantId, list[EntrantId]] = {entrant: [] for entrant in book.entrants}
    for node in (node for planned in rounds for node in planned.nodes):
        for entrant in node.entrants:
            met[entrant] += [other for other in node.entrants if other != entrant]
    return tuple(
        Contender(
            e,
            state.seed(e),
            book.points[e],
            tuple(met[e]),
            book.byes.get(e, 0),
            owner=state.by_id[e].owner,
            floated_down=e in floated,
        )
        for e in available(state, number)
    )


def plan(settings: SwissSettings, state: StageFacts) -> StagePlan:
    total = swiss_rounds(sum(entrant.entered_round == 1 for entrant in state.entrants), settings.rounds)
    check_late_entries(state, total)

    def pair(number: int, rounds: Sequence[RoundPlan]) -> tuple[Pairing, ...] | None:
        field = contenders(state, number, rounds) if number <= total else ()
        if len(field) < 2:
            return None
        paired = pair_swiss(field)
        free = () if paired.bye is None else (paired.bye,)
        return keyed(state, number, paired.pairs, free, PairingKind.BYE)

    unrolled = unroll(state, pair, "swiss", lambda _size, _matches: 0)
    return table_plan(
        unrolled.rounds,
        unrolled.conflicts,
        lambda: standings(book_of(state, unrolled.rounds), settings.tie_breaks),
        is_complete=unrolled.is_complete,
    )


def check_late_entries(state: StageFacts, rounds: int) -> None:
    last = last_entry_round(rounds)
    for entrant in state.entrants:
        if entrant.entered_round > last:
            raise StateError(
                f"{entrant.id!r} cannot enter in round {entrant.entered_round}: late entries close after round {last} "
                f"of {rounds}, when half the rounds are paired"
            )


FORMAT = Format(
    name="swiss",
    title="Swiss system",
    summary="Equals meet equals for a few rounds and nobody is out: for fields too large for a round robin.",
    match_sizes=range(2, 3),
    least_entrants=2,
    settings=SwissSettings,
    plan_with=plan,
    pairs_by_round=True,
    takes_late_entries=True,
    rounds_with=lambda settings, entrants: swiss_rounds(entrants, settings.rounds),
)
