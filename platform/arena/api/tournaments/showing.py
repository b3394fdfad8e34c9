"""From rows and plans of tournaments to what the API tells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, asdict, fields
from typing import Any, get_type_hints

from arena.accounts.models import User
from arena.api.tournaments.bodies import KINDS
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
            "name": kind.name,
            "title": kind.title,
            "summary": kind.summary,
            "least_entrants": kind.least_entrants,
            "match_sizes": list(kind.match_sizes),
            "variants": [known.slug for known in variants() if fits(kind, known)],
            "settings": _settings(kind.settings),
        }
        for kind in KINDS.values()
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


def tournament(row: Tournament, entrants: int | None = None) -> dict[str, Any]:
    return {
        "slug": row.slug,
        "name": row.name,
        "owner": row.owner.name if row.owner else None,
        "state": row.state,
        "variant": row.variant,
        "format": row.format,
        "entrants": row.entrants.count() if entrants is None else entrants,
        "most_entrants": row.most_entrants,
        "by_invitation": row.by_invitation,
        "deadline": row.deadline,
        "created_at": row.created_at,
        "started_at": row.started_at,
        "finished_at": row.finished_at,
        "url": row.get_absolute_url(),
    }


def tournament_in_full(row: Tournament, user: User | None) -> dict[str, Any]:
    seeded = entrants_by_seed(row)
    lines = match_lines(row, seeded, user)
    manages = row.may_manage(user)
    undoable = last_undoable(row) if manages and not row.is_over else None
    return {
        **tournament(row),
        **{name: getattr(row, name) for name in CHOICES},
        "next_reveal_at": row.next_reveal_at,
        "settings": chosen_settings(row),
        "stages": row.stage_setups,
        "round_blocks": row.round_blocks,
        "commitment": row.commitment or None,
        "secret": row.published_secret or None,
        "log_hash": row.log_hash or None,
        "places": places(row.places, seeded),
        "progress": asdict(progress(row, lines, user)) if lines else None,
        "may_manage": manages,
        "trouble": (row.trouble or None) if manages else None,
        "undoable": undoable.text if undoable else None,
    }


def chosen_settings(row: Tournament) -> dict[str, Any]:
    """Without what the variant decides: the same can be sent back."""
    return {name: value for name, value in row.format_settings.items() if name not in DECIDED_BY_VARIANT}


def places(groups: Iterable[Iterable[int]], seeded: dict[int, Entrant]) -> list[dict[str, Any]]:
    return [{"place": place, "seed": seed, "bot": seeded[seed].bot.slug} for place, seed in groups]


def entrant(row: Entrant) -> dict[str, Any]:
    departure = getattr(row, "departure", None)
    return {
        "bot": row.bot.slug,
        "name": row.bot.name,
        "owner": row.owner.name if row.owner else None,
        "version": row.version.number if row.version else None,
        "seed": row.seed,
        "rating": row.rating,
        "entered_round": row.entered_round,
        "departure": departure.kind if departure else None,
        "departure_reason": departure.reason if departure else None,
        "registered_at": row.registered_at,
        "checked_in_at": row.checked_in_at,
    }


def list_line(line: ListLine) -> dict[str, Any]:
    return {
        "line": line.number,
        "text": line.text,
        "bot": line.bot.slug if line.bot else None,
        "seed": line.seed,
        "error": line.error or None,
    }


def invitation(row: Invitation) -> dict[str, Any]:
    return {"name": row.user.name, "created_at": row.created_at}


def announcement(row: Announcement) -> dict[str, Any]:
    return {
        "id": row.pk,
        "title": row.title,
        "text": row.text,
        "by": row.by.name if row.by else None,
        "created_at": row.created_at,
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


def audit(entry: AuditEntry) -> dict[str, Any]:
    return {
        "id": entry.pk,
        "by": entry.by_name or None,
        "action": entry.action,
        "text": entry.text,
        "reason": entry.reason,
        "is_undone": hasattr(entry, "undone_by"),
        "created_at": entry.created_at,
    }


def standings(row: Tournament, user: User | None) -> dict[str, Any]:
    seeded = entrants_by_seed(row)
    plan = shown_tournament_plan(row, user)
    stages = [
        _stage(opening, stage_plan, seeded)
        for opening, stage_plan in (zip(plan.openings, plan.stages, strict=True) if plan else ())
    ]
    shown = performances(row, plan, seeded)
    return {
        "state": row.state,
        "places": places(row.places, seeded),
        "stages": stages,
        "performances": [
            {"seed": seed, "bot": seeded[seed].bot.slug, "performance": shown[seed]} for seed in sorted(shown)
        ],
    }


def _stage(opening: StageOpening, plan: StagePlan, seeded: dict[int, Entrant]) -> dict[str, Any]:
    known = [(line.place, line.entrant) for line in plan.places if isinstance(line.entrant, int)]
    return {
        "stage": opening.stage,
        "format": opening.setup.format,
        "is_complete": plan.is_complete,
        "tables": [_table(table, seeded) for table in plan.tables],
        "places": places(known, seeded),
    }


def _table(table: Standings, seeded: dict[int, Entrant]) -> list[dict[str, Any]]:
    return [_row(table, row, seeded[row.entrant]) for row in table.rows if isinstance(row.entrant, int)]


def _row(table: Standings, row: Row, entered: Entrant) -> dict[str, Any]:
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
        "seed": entered.seed,
        "bot": entered.bot.slug,
        "points": str(row.points),
        "tie_breaks": tie_breaks,
    }
