"""Pod Swiss: like a Swiss system, with three to six at a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.tournaments.planning.formats.interface import Format
from arena.tournaments.planning.formats.pod_settings import POD_SIZES, check_pod_size, pod_tie_breaks
from arena.tournaments.planning.formats.swiss.format import check_late_entries
from arena.tournaments.planning.plans import RoundPlan, StagePlan, table_plan
from arena.tournaments.planning.pod_swaps import PodEntrant
from arena.tournaments.planning.pods import exact_sizes, pod_sizes, ranked_pods, snake_pods
from arena.tournaments.planning.rounds import available, book_of, keyed, meetings_of, unroll
from arena.tournaments.planning.settings import check_at_least
from arena.tournaments.planning.standings.book import Book
from arena.tournaments.planning.standings.table import standings
from arena.tournaments.planning.values import EntrantId, Pairing, PairingKind, StageFacts


@dataclass(frozen=True)
class PodSwissSettings:
    pod_size: int = 4
    rounds: int | None = None
    """None: as many as a knockout between two would need, at least 3."""
    exact: bool = False
    """Only full pods (two against two); whoever does not fit sits out with half a point, in turn."""
    last_loses: bool = False
    """Whether the game knows one loser and no winner; changes the default tie-breaks."""
    tie_breaks: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        check_pod_size(self.pod_size)
        check_at_least("rounds", self.rounds, 1)
        self.order()

    def order(self) -> tuple[str, ...]:
        return pod_tie_breaks(self.tie_breaks, last_loses=self.last_loses)


def plan(settings: PodSwissSettings, state: StageFacts) -> StagePlan:
    at_start = sum(entrant.entered_round == 1 for entrant in state.entrants)
    total = pod_swiss_rounds(settings, at_start)
    check_late_entries(state, total)

    def pair(number: int, rounds: Sequence[RoundPlan]) -> tuple[Pairing, ...] | None:
        field = available(state, number) if number <= total else ()
        if len(field) < (settings.pod_size if settings.exact else 2):
            return None
        book = book_of(state, rounds)
        ranking = sorted(field, key=lambda entrant: (-book.points[entrant], state.seed(entrant)))
        resting = sitting_out(ranking, book, len(ranking) % settings.pod_size) if settings.exact else ()
        seated = [PodEntrant(e, book.points[e], state.by_id[e].owner) for e in ranking if e not in resting]
        sizes = (exact_sizes if settings.exact else pod_sizes)(len(seated), settings.pod_size)
        pods = ranked_pods(seated, meetings_of(rounds), sizes) if rounds else snake_pods(seated, sizes)
        return keyed(state, number, pods, resting, PairingKind.SIT_OUT)

    unrolled = unroll(state, pair, "pod", lambda _size, _matches: 0)
    return table_plan(
        unrolled.rounds,
        unrolled.conflicts,
        lambda: standings(book_of(state, unrolled.rounds), settings.order()),
        is_complete=unrolled.is_complete,
    )


def pod_swiss_rounds(settings: PodSwissSettings, entrants: int) -> int:
    return settings.rounds or max(3, (entrants - 1).bit_length())


def sitting_out(ranking: Sequence[EntrantId], book: Book, count: int) -> tuple[EntrantId, ...]:
    """Who rests: those who rested least so far, the last of the ranking first."""
    turn = sorted(range(len(ranking)), key=lambda place: (book.sit_outs.get(ranking[place], 0), -place))
    return tuple(ranking[place] for place in turn[:count])


FORMAT = Format(
    name="pod_swiss",
    title="Pod Swiss",
    summary="Tables of three to six with equal scores, for a few rounds; nobody is out.",
    match_sizes=POD_SIZES,
    least_entrants=3,
    settings=PodSwissSettings,
    plan_with=plan,
    pairs_by_round=True,
    takes_late_entries=True,
    rounds_with=pod_swiss_rounds,
    least_with=lambda settings: settings.pod_size if settings.exact else 3,
)
