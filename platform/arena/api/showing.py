"""From rows to what the API tells. The same things that pages show, to the same people."""

from __future__ import annotations

from typing import Any

from arena.accounts.models import User
from arena.bots.models import Bot, BotVersion
from arena.matches.games_of_match import series_score
from arena.matches.models import Game, Match, Seat
from arena.matches.models.game import FINAL_STATES
from arena.matches.reading import attempts_of
from arena.replays.access import is_open, may_read_logs


def bot(found: Bot) -> dict[str, Any]:
    return {
        "slug": found.slug,
        "name": found.name,
        "owner": found.owner.name if found.owner else None,
        "description": found.description,
        "games": found.games,
        "is_house": found.is_house,
        "is_private": found.is_private,
        "is_retired": found.is_retired,
        "allows_practice": found.allows_practice,
        "activates_automatically": found.activates_automatically,
        "active_version": found.active_version.number if found.active_version else None,
        "created_at": found.created_at,
        "url": found.get_absolute_url(),
    }


def version(found: BotVersion) -> dict[str, Any]:
    return {
        "bot": found.bot.slug,
        "number": found.number,
        "state": found.state,
        "reason": found.reason,
        "runtime": found.runtime,
        "content_hash": found.content_hash,
        "size_bytes": found.size_bytes,
        "file_count": found.file_count,
        "changelog": found.changelog,
        "created_at": found.created_at,
        "checked_at": found.checked_at,
        "is_active": found.is_active,
        "progress": found.progress,
        "url": found.get_absolute_url(),
    }


def version_in_full(found: BotVersion, user: User | None) -> dict[str, Any]:
    return {**version(found), "report": found.report if may_read_logs(user, found.bot) else None}


def seat(found: Seat) -> dict[str, Any]:
    return {
        "seat": found.seat,
        "side": found.side,
        "bot": found.version.bot.slug,
        "version": found.version.number,
        "rank": found.rank,
        "fault": found.fault or None,
        "fault_sentence": found.fault_sentence or None,
    }


def game(found: Game) -> dict[str, Any]:
    return {
        "id": found.pk,
        "match": found.block.match_id,
        "block": found.block.number,
        "number": found.number,
        "variant": found.variant,
        "state": found.state,
        "reason": found.reason,
        "termination": found.termination or None,
        "queued_at": found.queued_at,
        "finished_at": found.finished_at,
        "decision_count": found.decision_count,
        "transcript_hash": found.transcript_hash or None,
        "has_replay": is_open(found),
        "seats": [seat(each) for each in found.seats.all()],
        "url": found.get_absolute_url(),
    }


def game_in_full(found: Game) -> dict[str, Any]:
    keys = ("number", "outcome", "started_at", "ended_at")
    return {**game(found), "attempts": [{key: getattr(tried, key) for key in keys} for tried in attempts_of(found)]}


def log(found: Seat) -> dict[str, Any]:
    return {
        "game": found.game_id,
        "seat": found.seat,
        "variant": found.game.variant,
        "version": found.version.number,
        "rank": found.rank,
        "fault": found.fault or None,
        "fault_sentence": found.fault_sentence or None,
        "clock": found.clock,
        "evidence": found.evidence,
    }


def match(found: Match) -> dict[str, Any]:
    states = list(Game.objects.filter(block__match=found).values_list("state", flat=True))
    score = series_score(found)
    return {
        "id": found.pk,
        "kind": found.kind,
        "variant": found.variant,
        "state": found.state,
        "reason": found.reason,
        "is_rated": found.is_rated,
        "entrants": [each.version.bot.slug for each in found.entrants.select_related("version__bot")],
        "blocks": found.blocks_planned,
        "games": len(states),
        "games_done": sum(state in FINAL_STATES for state in states),
        "points": [float(points) for points in score.points],
        "created_at": found.created_at,
        "finished_at": found.finished_at,
        "url": found.get_absolute_url(),
    }
