"""A page for each game: rules, strategy, variants, house bots to beat, starter kits, numbers, tables worth watching."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.db.models import Avg, Count, Max, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

import bots
from arena.bots.models import Bot
from arena.bots.roster import roster
from arena.lib.alphabet import in_order
from arena.matches.models import GameState
from arena.matches.reading import visible_games, with_seats
from arena.web.front.alive import LOOKED_AT, Ranked, Table, ratings_of, table_of
from arena.web.front.kept import kept
from arena.web.front.rules import language_of, rules_html, strategy_html
from arena.web.games import GameIntroduction, introduction
from arena.web.kept.pages import kept_for_visitors
from engines import engine
from engines.errors import UnknownVariantError
from engines.registry import game as game_named

KEEP_S = 60
"""Counts over all games of a game are dear, and nobody misses the last minute in them."""
STARTERS = Path(bots.__file__).parent / "starters"
BEST = 6
"""Two rows of three."""


@dataclass(frozen=True)
class Numbers:
    """Statistics of a game over all its variants."""

    games: int
    decisions: float
    longest: int
    faults: int

    @property
    def fault_share(self) -> float:
        return 100 * self.faults / self.games if self.games else 0.0


@kept_for_visitors(lambda name: roster(), KEEP_S)
@require_GET
def game_page(request: HttpRequest, name: str) -> HttpResponse:
    introduction = _introduction(name)
    rules, strategy = (language_of(page, name, get_language() or "") for page in ("rules", "strategy"))
    house = Bot.objects.filter(games__contains=[name], is_retired=False, active_version__isnull=False).exclude(
        house_name=""
    )
    context = {
        "game": introduction,
        "rules": rules_html(name, rules),
        "rules_language": rules,
        "strategy": strategy_html(name, strategy),
        "strategy_language": strategy,
        "variants": engine(name).variants(),
        "options": engine(name).options,
        "house": house.order_by(*in_order("name")),
        "starters": starters(),
        "numbers": kept(f"numbers-1-{name}", KEEP_S, lambda: numbers(name)),
        "best": kept(f"best-1-{name}-{roster()}", KEEP_S, lambda: best_tables(name)),
    }
    return render(request, "front/game.html", context)


@require_GET
def starter_kit(request: HttpRequest, language: str) -> HttpResponse:
    if language not in starters():
        raise Http404
    response = HttpResponse(_packed(language), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="starter-{language}.zip"'
    return response


def starters() -> list[str]:
    return sorted(folder.name for folder in STARTERS.iterdir() if folder.is_dir()) if STARTERS.is_dir() else []


@cache
def _packed(language: str) -> bytes:
    whole = io.BytesIO()
    folder = STARTERS / language
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                # A fixed date: the same kit is the same file on every machine.
                entry = zipfile.ZipInfo(str(path.relative_to(folder)), (2025, 1, 1, 0, 0, 0))
                archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return whole.getvalue()


def numbers(name: str) -> Numbers:
    done = visible_games(None).filter(state=GameState.DONE, variant__startswith=f"{name}-")
    row = done.aggregate(
        games=Count("pk"),
        decisions=Avg("decision_count"),
        longest=Max("decision_count"),
        faults=Count("pk", filter=Q(termination="fault")),
    )
    return Numbers(row["games"], row["decisions"] or 0.0, row["longest"] or 0, row["faults"])


def best_tables(name: str) -> list[Table]:
    """Of the last games played to their natural end: those with the strongest bots at the table."""
    played = visible_games(None).filter(
        state=GameState.DONE, termination="normal", variant__startswith=f"{name}-", block__is_finished=True
    )
    games = list(with_seats(played).order_by("-finished_at")[:LOOKED_AT])
    ratings = ratings_of(games)
    tables = [table_of(game, ratings) for game in games]
    return sorted(tables, key=lambda table: strength(table.players), reverse=True)[:BEST]


def strength(players: Sequence[Ranked]) -> float:
    """Mean rating of those who have one; tables of unrated bots come last."""
    known = [player.rating for player in players if player.rating is not None]
    return sum(known) / len(known) if known else float("-inf")


def _introduction(name: str) -> GameIntroduction:
    try:
        return introduction(game_named(name))
    except UnknownVariantError:
        raise Http404 from None
