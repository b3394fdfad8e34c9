"""What the first page of a tournament shows of its play: live scores, who leads, how the bracket ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, Sum

from arena.accounts.models import User
from arena.matches.models import GameState, Seat
from arena.tournaments.models import Entrant, NodeState, Tournament
from arena.tournaments.planning.qualifying import BRACKETS
from arena.tournaments.planning.stages import TournamentPlan
from arena.tournaments.reading import MatchLine, SlotLine
from arena.tournaments.visibility import hides_results, shown_stages
from arena.web.tournaments.bracket import Picture, draw
from arena.web.tournaments.stages import titles_of
from arena.web.tournaments.tables import Table, tables_of

MOST_LIVE = 12
LEADERS = 3
LAST_ROUNDS = 3
"""Of a bracket: quarter-finals, semi-finals and final."""


@dataclass(frozen=True)
class LiveSlot:
    slot: SlotLine
    points: float | None
    """None: nobody may know yet, or nothing is played."""


@dataclass(frozen=True)
class LiveMatch:
    line: MatchLine
    slots: tuple[LiveSlot, ...]


def live_matches(lines: Sequence[MatchLine]) -> list[LiveMatch]:
    """Those being played, with the points so far; one query. A veiled match has no play to count."""
    running = [line for line in lines if line.node.state == NodeState.RUNNING][:MOST_LIVE]
    plays = {line.key: line.play.match_id for line in running if line.play is not None}
    sums = _sums(list(plays.values()))
    return [
        LiveMatch(line, tuple(LiveSlot(slot, _points(sums, plays.get(line.key), line, slot)) for slot in line.slots))
        for line in running
    ]


def _sums(matches: list[int]) -> dict[tuple[int, int], float]:
    """By match and version: what its side made of each game that is over, in half points."""
    played = Seat.objects.filter(game__block__match__in=matches, game__state=GameState.DONE, points__isnull=False)
    rows = played.values_list("game__block__match", "version").annotate(
        points=Sum("points"), seats=Count("pk"), games=Count("game", distinct=True)
    )
    return {(match, version): points * games / seats for match, version, points, seats, games in rows}


def _points(sums: dict[tuple[int, int], float], match: int | None, line: MatchLine, slot: SlotLine) -> float | None:
    if match is None or slot.entrant is None or slot.entrant.version_id is None:
        return None
    total = sums.get((match, slot.entrant.version_id))
    return None if total is None else total / (2 * max(1, len(line.slots) - 1))


def leading(plan: TournamentPlan | None, entrants: dict[int, Entrant]) -> list[Table]:
    """The tables of the stage that is being played, where anything is decided."""
    tables = tables_of(plan.stages[-1], entrants) if plan and plan.stages else []
    decided = [table for table in tables if any(line.points != "0" for line in table.lines)]
    return [replace(table, lines=table.lines[:LEADERS]) for table in decided]


def winner_of(tournament: Tournament, user: User | None) -> int | None:
    """The seed of the winner, once everybody may know."""
    return tournament.places[0][1] if tournament.places and not hides_results(tournament, user) else None


def closing_bracket(
    tournament: Tournament, lines: Sequence[MatchLine], followed: int | None, user: User | None
) -> Picture | None:
    """How the last bracket ends, small enough for any page."""
    for stage in reversed(shown_stages(tournament, user)):
        own = [line for line in lines if line.node.round.stage_id == stage.pk]
        if stage.format in BRACKETS and own:
            return draw(own, titles_of(own), followed, last_rounds=LAST_ROUNDS)
    return None
