"""What pages show of each stage: matches as a bracket, cross tables or rounds; standings; who would go on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from arena.tournaments.models import Entrant, Tournament
from arena.tournaments.planning.errors import TournamentError
from arena.tournaments.planning.qualifying import BRACKETS, StageOpening
from arena.tournaments.planning.registry import FORMATS, get_format
from arena.tournaments.planning.stages import TournamentPlan
from arena.tournaments.planning.values import StageFacts
from arena.tournaments.reading import MatchLine, bracket_title, rounds_of
from arena.web.tournaments.bracket import draw
from arena.web.tournaments.tables import cross_tables, place_lines, tables_of


def match_stages(
    tournament: Tournament, lines: list[MatchLine], entrants: dict[int, Entrant], followed: int | None
) -> list[dict[str, Any]]:
    stages = []
    for stage in tournament.stages.all():
        own = [line for line in lines if line.node.round.stage_id == stage.pk]
        picture = None
        if stage.format in BRACKETS:
            titles = {f"{line.node.bracket} {line.node.number_in_bracket}": bracket_title(line.node) for line in own}
            picture = draw(own, titles, followed)
        stages.append(
            {
                "stage": stage,
                "title": FORMATS[stage.format].title,
                "picture": picture,
                "crosses": cross_tables(own, entrants),
                "rounds": rounds_of(own),
            }
        )
    return stages


def standing_stages(
    tournament: Tournament, plan: TournamentPlan | None, entrants: dict[int, Entrant]
) -> list[dict[str, Any]]:
    stages = []
    for number, stage_plan in enumerate(plan.stages if plan else (), start=1):
        places = [[place.place, place.entrant] for place in stage_plan.places if isinstance(place.entrant, int)]
        stages.append(
            {
                "number": number,
                "title": FORMATS[tournament.setups()[number - 1].format].title,
                "tables": tables_of(stage_plan, entrants),
                "places": place_lines(places, entrants),
            }
        )
    return stages


@dataclass(frozen=True)
class Preview:
    """The next stage if the running one ended now."""

    title: str
    lines: list[tuple[int, Entrant, str]]
    """New seed, who, and where from."""
    pairs: list[list[Entrant | None]]
    """Matches of its first round; None rests."""


def preview_of(tournament: Tournament, plan: TournamentPlan | None, entrants: dict[int, Entrant]) -> Preview | None:
    if plan is None or plan.preview is None or not plan.preview.entrants:
        return None
    opening = plan.preview
    setup = tournament.setups()[opening.stage - 1]
    several = len({entry.group for entry in opening.sources}) > 1
    origin = {
        entry.entrant: _("place %(place)d of group %(group)s") % {"place": entry.place, "group": chr(64 + entry.group)}
        if several
        else _("place %(place)d") % {"place": entry.place}
        for entry in opening.sources
    }
    lines = [
        (each.seed, entrants[each.id], origin.get(each.id, "")) for each in opening.entrants if isinstance(each.id, int)
    ]
    return Preview(get_format(setup.format).title, lines, _first_round(tournament, opening, entrants))


def _first_round(
    tournament: Tournament, opening: StageOpening, entrants: dict[int, Entrant]
) -> list[list[Entrant | None]]:
    setup = tournament.setups()[opening.stage - 1]
    state = StageFacts(opening.entrants, stage=opening.stage, lineup=opening.lineup, secret=tournament.secret.encode())
    try:
        first = get_format(setup.format).plan(setup.settings, state).rounds[0]
    except TournamentError:
        return []  # too few for this format: the tournament will end with the stage before
    return [
        [entrants[slot.entrant] if isinstance(slot.entrant, int) else None for slot in match.slots]
        for match in first.nodes
    ]
