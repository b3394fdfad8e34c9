"""What pages show of each stage: matches as a bracket, cross tables or rounds; standings; who would go on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.tournaments.models import Entrant, Tournament
from arena.tournaments.planning.qualifying import BRACKETS, StageOpening
from arena.tournaments.planning.registry import FORMATS, get_format
from arena.tournaments.planning.stages import TournamentPlan
from arena.tournaments.planning.values import StageFacts
from arena.tournaments.reading import MatchLine, rounds_of
from arena.tournaments.visibility import hides_drafts, shown_stages
from arena.web.tournaments.bracket import draw
from arena.web.tournaments.tables import cross_tables, place_lines, tables_of


def match_stages(
    tournament: Tournament,
    lines: list[MatchLine],
    entrants: dict[int, Entrant],
    followed: int | None,
    user: User | None,
) -> list[dict[str, Any]]:
    stages = []
    for stage in shown_stages(tournament, user):
        own = [line for line in lines if line.node.round.stage_id == stage.pk]
        picture = None
        if stage.format in BRACKETS:
            picture = draw(own, titles_of(own), followed)
        stages.append(
            {
                "stage": stage,
                "title": _(FORMATS[stage.format].title),
                "picture": picture,
                "crosses": cross_tables(own, entrants),
                "rounds": rounds_of(own),
            }
        )
    return stages


def titles_of(lines: list[MatchLine]) -> dict[str, str]:
    """Headings of a bracket's rounds."""
    return {f"{line.node.bracket} {line.node.number_in_bracket}": line.title for line in lines}


def standing_stages(
    tournament: Tournament, plan: TournamentPlan | None, entrants: dict[int, Entrant]
) -> list[dict[str, Any]]:
    stages = []
    for opening, stage_plan in zip(plan.openings, plan.stages, strict=True) if plan else ():
        places = [[place.place, place.entrant] for place in stage_plan.places if isinstance(place.entrant, int)]
        stages.append(
            {
                "number": opening.stage,
                "title": _(FORMATS[opening.setup.format].title),
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


def preview_of(
    tournament: Tournament, plan: TournamentPlan | None, entrants: dict[int, Entrant], user: User | None
) -> Preview | None:
    if plan is None or plan.preview is None or not plan.preview.entrants:
        return None
    opening = plan.preview
    several = len({entry.group for entry in opening.sources}) > 1
    origin = {
        entry.entrant: _("place %(place)d of group %(group)s") % {"place": entry.place, "group": chr(64 + entry.group)}
        if several
        else _("place %(place)d") % {"place": entry.place}
        for entry in opening.sources
    }
    lines = [
        (entrant.seed, entrants[entrant.id], origin.get(entrant.id, ""))
        for entrant in opening.entrants
        if isinstance(entrant.id, int)
    ]
    # Who would meet is a pairing that nobody has published.
    pairs = [] if hides_drafts(tournament, user) else _first_round(tournament, opening, entrants)
    return Preview(_(get_format(opening.setup.format).title), lines, pairs)


def _first_round(
    tournament: Tournament, opening: StageOpening, entrants: dict[int, Entrant]
) -> list[list[Entrant | None]]:
    if not opening.is_played:
        return []  # the tournament will end with the stage before
    setup = opening.setup
    state = StageFacts(opening.entrants, stage=opening.stage, lineup=opening.lineup, secret=tournament.secret.encode())
    first = get_format(setup.format).plan(setup.settings, state).rounds[0]
    return [
        [entrants[slot.entrant] if isinstance(slot.entrant, int) else None for slot in match.slots]
        for match in first.nodes
    ]
