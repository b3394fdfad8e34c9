"""Which games are analysed without anybody asking, when nothing else is to be done: games of tournament matches that
are decided, the last block first, and the day's strongest tables of the ladders.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from statistics import fmean

from django.db.models import Exists, OuterRef, Q, QuerySet

from arena.matches.models import Game, GameState, Match, MatchKind, MatchState
from arena.matches.reading import visible_matches, with_seats
from arena.ratings.models import Standing
from arena.replays.models import Analysis

MOST_A_DAY = 300
"""At some seconds each a quarter of an hour of a processor: an arena at rest should rest most of the time."""
RECENT = timedelta(days=2)
"""What ended earlier is analysed when somebody asks."""
MATCHES = 50
"""The newest tournament matches: of a tournament that ends, all of its last rounds."""
GAMES = 300
"""The newest games of ladders, among which the strongest are looked for."""
BEST = 5
"""Of a day: those that most will watch."""


def pick(variants: Sequence[str], now: datetime) -> Game | None:
    """The next one, of variants whose decisions can be judged."""
    day = now - timedelta(days=1)
    if Analysis.objects.filter(asked_by=None, asked_at__gt=day).count() >= MOST_A_DAY:
        return None
    return _of_tournaments(variants, now - RECENT) or _of_the_day(variants, day)


def _of_tournaments(variants: Sequence[str], since: datetime) -> Game | None:
    decided = visible_matches(None).filter(kind=MatchKind.TOURNAMENT, state=MatchState.DONE, finished_at__gt=since)
    newest = list(decided.filter(variant__in=variants).order_by("-pk").values_list("pk", flat=True)[:MATCHES])
    return _open_games(newest).filter(_is_unknown()).order_by("-block__match", "-block__number", "number").first()


def _of_the_day(variants: Sequence[str], day: datetime) -> Game | None:
    """All seats of such a table are rated; the mean rating says how strong it is."""
    recent = Match.objects.filter(pk__in=visible_matches(None), kind=MatchKind.LADDER, finished_at__gt=day)
    newest = list(recent.filter(variant__in=variants).order_by("-pk").values_list("pk", flat=True)[:GAMES])
    games = list(with_seats(_open_games(newest)).order_by("-pk")[:GAMES])
    ratings = _ratings({seat.version_id for game in games for seat in game.seats.all()})
    rated = []
    for game in games:
        places = [(seat.version_id, game.variant) for seat in game.seats.all()]
        if all(place in ratings for place in places):
            rated.append((fmean(ratings[place] for place in places), game.pk))
    best = [pk for _strength, pk in sorted(rated, reverse=True)[:BEST]]
    unknown = {game.pk: game for game in Game.objects.filter(_is_unknown(), pk__in=best).select_related("replay")}
    return next((unknown[pk] for pk in best if pk in unknown), None)


def _open_games(matches: Sequence[int]) -> QuerySet[Game]:
    """Those that everybody may see with all cards."""
    games = Game.objects.filter(block__match__in=matches, block__is_finished=True, state=GameState.DONE)
    return games.filter(replay__isnull=False, termination="normal").select_related("replay", "block__match")


def _is_unknown() -> Q:
    return ~Q(Exists(Analysis.objects.filter(replay=OuterRef("replay"))))


def _ratings(versions: set[int]) -> dict[tuple[int, str], float]:
    rows = Standing.objects.filter(pool__is_open=True, version__in=versions, rating__isnull=False)
    return {
        (version, slug): rating
        for version, slug, rating in rows.values_list("version", "pool__variant", "rating")
        if rating is not None
    }
