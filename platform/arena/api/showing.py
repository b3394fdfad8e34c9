"""From rows to what the API tells. The same things that pages show, to the same people."""

from __future__ import annotations

from math import isfinite
from typing import Any

from arena.accounts.models import User
from arena.bots.models import Bot, BotVersion
from arena.matches.games_of_match import series_score
from arena.matches.models import Game, Match, Seat
from arena.matches.models.game import FINAL_STATES
from arena.matches.reading import attempts_of
from arena.ratings.ladder.places import LadderPlace
from arena.replays.access import is_open, may_read_logs
from arena.replays.trial_luck import without_luck
from arena.trials.actions.move import standing_of
from arena.trials.models import Trial


def bot(row: Bot) -> dict[str, Any]:
    return {
        "slug": row.slug,
        "name": row.name,
        "owner": row.owner.name if row.owner else None,
        "description": row.description,
        "games": row.games,
        "ladders": row.ladders,
        "is_house": row.is_house,
        "is_private": row.is_private,
        "is_retired": row.is_retired,
        "allows_practice": row.allows_practice,
        "activates_automatically": row.activates_automatically,
        "trial_variant": row.trial_variant,
        "active_version": row.active_version.number if row.active_version else None,
        "created_at": row.created_at,
        "url": row.get_absolute_url(),
    }


def version(row: BotVersion) -> dict[str, Any]:
    return {
        "bot": row.bot.slug,
        "number": row.number,
        "state": row.state,
        "reason": row.reason,
        "runtime": row.runtime,
        "content_hash": row.content_hash,
        "size_bytes": row.size_bytes,
        "file_count": row.file_count,
        "changelog": row.changelog,
        "created_at": row.created_at,
        "checked_at": row.checked_at,
        "is_active": row.is_active,
        "progress": row.progress,
        "url": row.get_absolute_url(),
    }


def ladder_place(row: LadderPlace) -> dict[str, Any]:
    return {
        "variant": row.pool.variant,
        "state": row.state,
        "reason": row.reason,
        "games": row.games,
        "games_missing": row.missing,
        "about": row.about,
        "rating": row.rating,
        "margin_95": row.margin,
        "is_final": row.is_final,
        "url": row.pool.get_absolute_url(),
    }


def version_in_full(row: BotVersion, user: User | None) -> dict[str, Any]:
    return {**version(row), "report": row.report if may_read_logs(user, row.bot) else None}


def trial(row: Trial) -> dict[str, Any]:
    where = standing_of(row)
    low, high = row.test.bounds()
    return {
        "id": row.pk,
        "bot": row.version.bot.slug,
        "version": row.version.number,
        "against": row.against.number,
        "variant": row.variant,
        "elo0": row.elo0,
        "elo1": row.elo1,
        "max_games": row.max_games,
        "is_required": row.is_required,
        "state": row.state,
        "reason": row.reason,
        "llr": row.llr,
        "low": low,
        "high": high,
        "elo": row.elo,
        "margin_95": row.margin,
        "blocks": len(row.units),
        "games": row.games,
        "blocks_left": where.units_left(row.test, row.plan.games_per_unit) if where and not row.is_final else None,
        "points": [where.new_points, where.old_points] if where else [],
        "without_luck": None,
        "faults": [where.new_faults, where.old_faults] if where else [],
        "created_at": row.created_at,
        "finished_at": row.finished_at,
        "url": row.get_absolute_url(),
    }


def trial_in_full(row: Trial) -> dict[str, Any]:
    """With what has to be read from every game of it."""
    return {**trial(row), "without_luck": _without_luck(row)}


def _without_luck(row: Trial) -> dict[str, Any] | None:
    told = without_luck(row)
    if told is None or not told.helps:
        return None
    return {
        "elo": told.elo.elo if isfinite(told.elo.elo) else None,
        "margin_95": told.elo.margin if isfinite(told.elo.margin) else None,
        "blocks": told.units,
        "variance_left": told.variance_left,
    }


def seat(row: Seat) -> dict[str, Any]:
    return {
        "seat": row.seat,
        "side": row.side,
        "bot": row.version.bot.slug,
        "version": row.version.number,
        "rank": row.rank,
        "fault": row.fault or None,
        "fault_sentence": row.fault_sentence or None,
    }


def game(row: Game) -> dict[str, Any]:
    return {
        "id": row.pk,
        "match": row.block.match_id,
        "block": row.block.number,
        "number": row.number,
        "variant": row.variant,
        "state": row.state,
        "reason": row.reason,
        "termination": row.termination or None,
        "queued_at": row.queued_at,
        "finished_at": row.finished_at,
        "decision_count": row.decision_count,
        "transcript_hash": row.transcript_hash or None,
        "has_replay": is_open(row),
        "seats": [seat(place) for place in row.seats.all()],
        "url": row.get_absolute_url(),
    }


def game_in_full(row: Game) -> dict[str, Any]:
    keys = ("number", "outcome", "started_at", "ended_at")
    return {**game(row), "attempts": [{key: getattr(tried, key) for key in keys} for tried in attempts_of(row)]}


def log(row: Seat) -> dict[str, Any]:
    return {
        "game": row.game_id,
        "seat": row.seat,
        "variant": row.game.variant,
        "version": row.version.number,
        "rank": row.rank,
        "fault": row.fault or None,
        "fault_sentence": row.fault_sentence or None,
        "clock": row.clock,
        "evidence": row.evidence,
    }


def match(row: Match) -> dict[str, Any]:
    states = list(Game.objects.filter(block__match=row).values_list("state", flat=True))
    score = series_score(row)
    return {
        "id": row.pk,
        "kind": row.kind,
        "variant": row.variant,
        "state": row.state,
        "reason": row.reason,
        "is_rated": row.is_rated,
        "entrants": [entrant.version.bot.slug for entrant in row.entrants.select_related("version__bot")],
        "blocks": row.blocks_planned,
        "games": len(states),
        "games_done": sum(state in FINAL_STATES for state in states),
        "points": [float(points) for points in score.points],
        "created_at": row.created_at,
        "finished_at": row.finished_at,
        "url": row.get_absolute_url(),
    }
