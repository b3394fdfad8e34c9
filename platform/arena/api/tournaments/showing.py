"""From rows and plans of tournaments to what the API tells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, asdict, fields
from typing import Any, get_type_hints

from arena.accounts.models import User
from arena.api.tournaments.given import KINDS
from arena.tournaments.actions.create import CHOICES
from arena.tournaments.actions.entrant_list import ListLine
from arena.tournaments.actions.undo import last_undoable
from arena.tournaments.fitting import DECIDED_BY_VARIANT, fits
from arena.tournaments.models import Announcement, AuditEntry, Entrant, Invitation, Tournament
from arena.tournaments.performances import performances
from arena.tournaments.planning.plans import StagePlan
from arena.tournaments.planning.qualifying import StageOpening
from arena.tournaments.planning.standings.table import Row, Standings
from arena.tournaments.reading import MatchLine, entrants_by_seed, match_lines, progress
from arena.tournaments.results import match_values
from arena.tournaments.visibility import shown_tournament_plan
from engines import variants


def kinds() -> list[dict[str, Any]]:
    return [
        {
            "name": each.name,
            "title": each.title,
            "summary": each.summary,
            "least_entrants": each.least_entrants,
            "match_sizes": list(each.match_sizes),
            "variants": [known.slug for known in variants() if fits(each, known)],
            "settings": _settings(each.settings),
        }
        for each in KINDS.values()
    ]


def _settings(kind: Any) -> list[dict[str, Any]]:
    hints = get_type_hints(kind)
    return [
        {
            "name": field.name,
            "type": hints[field.name].__name__ if isinstance(hints[field.name], type) else str(hints[field.name]),
            "default": None if field.default is MISSING else field.default,
        }
        for field in fields(kind)
        if field.name not in DECIDED_BY_VARIANT
    ]


def tournament(found: Tournament, entrants: int | None = None) -> dict[str, Any]:
    return {
        "slug": found.slug,
        "name": found.name,
        "owner": found.owner.name if found.owner else None,
        "state": found.state,
        "variant": found.variant,
        "format": found.format,
        "entrants": found.entrants.count() if entrants is None else entrants,
        "most_entrants": found.most_entrants,
        "by_invitation": found.by_invitation,
        "deadline": found.deadline,
        "created_at": found.created_at,
        "started_at": found.started_at,
        "finished_at": found.finished_at,
        "url": found.get_absolute_url(),
    }


def tournament_in_full(found: Tournament, user: User | None) -> dict[str, Any]:
    seeded = entrants_by_seed(found)
    lines = match_lines(found, seeded, user)
    manages = found.may_manage(user)
    undoable = last_undoable(found) if manages and not found.is_over else None
    return {
        **tournament(found),
        **{name: getattr(found, name) for name in CHOICES},
        "next_reveal_at": found.next_reveal_at,
        "settings": chosen_settings(found),
        "stages": found.stage_setups,
        "round_blocks": found.round_blocks,
        "commitment": found.commitment or None,
        "secret": found.published_secret or None,
        "log_hash": found.log_hash or None,
        "places": places(found.places, seeded),
        "progress": asdict(progress(found, lines, user)) if lines else None,
        "may_manage": manages,
        "trouble": (found.trouble or None) if manages else None,
        "undoable": undoable.text if undoable else None,
    }


def chosen_settings(found: Tournament) -> dict[str, Any]:
    """Without what the variant decides: the same can be sent back."""
    return {name: value for name, value in found.format_settings.items() if name not in DECIDED_BY_VARIANT}


def places(found: Iterable[Iterable[int]], seeded: dict[int, Entrant]) -> list[dict[str, Any]]:
    return [{"place": place, "seed": seed, "bot": seeded[seed].bot.slug} for place, seed in found]


def entrant(found: Entrant) -> dict[str, Any]:
    departure = getattr(found, "departure", None)
    return {
        "bot": found.bot.slug,
        "name": found.bot.name,
        "owner": found.owner.name if found.owner else None,
        "version": found.version.number if found.version else None,
        "seed": found.seed,
        "rating": found.rating,
        "entered_round": found.entered_round,
        "departure": departure.kind if departure else None,
        "departure_reason": departure.reason if departure else None,
        "registered_at": found.registered_at,
        "checked_in_at": found.checked_in_at,
    }


def list_line(line: ListLine) -> dict[str, Any]:
    return {
        "line": line.number,
        "text": line.text,
        "bot": line.bot.slug if line.bot else None,
        "seed": line.seed,
        "error": line.error or None,
    }


def invitation(found: Invitation) -> dict[str, Any]:
    return {"name": found.user.name, "created_at": found.created_at}


def announcement(found: Announcement) -> dict[str, Any]:
    return {
        "id": found.pk,
        "title": found.title,
        "text": found.text,
        "by": found.by.name if found.by else None,
        "created_at": found.created_at,
    }


def pairing(line: MatchLine) -> dict[str, Any]:
    slots = [
        {
            "text": slot.text,
            "bot": slot.entrant.bot.slug if slot.entrant else None,
            "seed": slot.entrant.seed if slot.entrant else None,
            "rank": slot.rank,
            "score": slot.score,
        }
        for slot in line.slots
    ]
    return {**match_values(line), "title": line.title, "slots": slots}


def audit(found: AuditEntry) -> dict[str, Any]:
    return {
        "id": found.pk,
        "by": found.by_name or None,
        "action": found.action,
        "text": found.text,
        "reason": found.reason,
        "is_undone": hasattr(found, "undone_by"),
        "created_at": found.created_at,
    }


def standings(found: Tournament, user: User | None) -> dict[str, Any]:
    seeded = entrants_by_seed(found)
    plan = shown_tournament_plan(found, user)
    stages = [
        _stage(opening, stage_plan, seeded)
        for opening, stage_plan in (zip(plan.openings, plan.stages, strict=True) if plan else ())
    ]
    shown = performances(found, plan, seeded)
    return {
        "state": found.state,
        "places": places(found.places, seeded),
        "stages": stages,
        "performances": [
            {"seed": seed, "bot": seeded[seed].bot.slug, "performance": shown[seed]} for seed in sorted(shown)
        ],
    }


def _stage(opening: StageOpening, plan: StagePlan, seeded: dict[int, Entrant]) -> dict[str, Any]:
    known = [(each.place, each.entrant) for each in plan.places if isinstance(each.entrant, int)]
    return {
        "stage": opening.stage,
        "format": opening.setup.format,
        "is_complete": plan.is_complete,
        "tables": [_table(table, seeded) for table in plan.tables],
        "places": places(known, seeded),
    }


def _table(table: Standings, seeded: dict[int, Entrant]) -> list[dict[str, Any]]:
    return [_row(table, row, seeded[row.entrant]) for row in table.rows if isinstance(row.entrant, int)]


def _row(table: Standings, row: Row, found: Entrant) -> dict[str, Any]:
    tie_breaks = [
        {
            "name": name,
            "value": str(value.value) if value is not None else None,
            "skipped": value.skipped if value is not None else None,
        }
        for name, value in zip(table.order, row.tie_breaks, strict=True)
    ]
    return {
        "place": row.place,
        "seed": found.seed,
        "bot": found.bot.slug,
        "points": str(row.points),
        "tie_breaks": tie_breaks,
    }
