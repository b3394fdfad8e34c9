"""Courses of finished games, made when there is time: first of matches that somebody looked at, then the newest.

About twenty milliseconds a game. While games wait to be played only a few are made, one per cent of a processor.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence

from django.core.cache import cache
from django.db.models import Exists, OuterRef, QuerySet

from arena.matches import replay_store
from arena.matches.models import Game, GameState
from arena.replays.models import GameCourse
from bots.house.values import fitted_judge
from engines import variants
from engines.errors import EngineError
from referee.analysis.course import as_json, course_of, judge_name
from referee.analysis.line import Json, line_of

logger = logging.getLogger(__name__)

AT_ONCE = 50
"""A second of a processor."""
WHILE_GAMES_WAIT = 5
NEWEST = 1000
"""What ended before these is looked at when somebody looks at its match."""
MOST_WANTED = 50
"""Matches; the next who looks at one of the others asks for it again."""
_WANTED = "courses-wanted"
_WANTED_S = 24 * 3600


def estimators() -> dict[str, str]:
    """Of every variant with fitted values, who judges it now."""
    judges = {variant.slug: fitted_judge(variant.slug) for variant in variants()}
    return {slug: judge_name(judge.version) for slug, judge in judges.items() if judge is not None}


def want(matches: Iterable[int]) -> None:
    """Their games are next. A wish that is lost when two ask at once comes again with the next visitor."""
    wanted = _wanted()
    more = list(dict.fromkeys([*wanted, *matches]))[:MOST_WANTED]
    if more != wanted:
        cache.set(_WANTED, more, _WANTED_S)


def _wanted() -> list[int]:
    return cache.get(_WANTED) or []


def follow_some() -> int:
    """Make some courses; how many. Two at once make the same ones, which does no harm."""
    busy = Game.objects.filter(state=GameState.QUEUED).exists()
    judges = estimators()
    games = _next_games(judges, WHILE_GAMES_WAIT if busy else AT_ONCE)
    courses = [GameCourse(game=game, estimator=judges[game.variant], told=_told(game)) for game in games]
    GameCourse.objects.bulk_create(
        courses, update_conflicts=True, unique_fields=["game"], update_fields=["estimator", "told"]
    )
    return len(courses)


def _next_games(judges: dict[str, str], count: int) -> Sequence[Game]:
    for match in _wanted():
        games = list(_unknown(Game.objects.filter(block__match=match), judges)[:count])
        if games:
            return games
        cache.set(_WANTED, [other for other in _wanted() if other != match], _WANTED_S)
    ended = Game.objects.filter(state=GameState.DONE).order_by("-finished_at", "-pk")
    newest = list(ended.values_list("pk", flat=True)[:NEWEST])
    return list(_unknown(Game.objects.filter(pk__in=newest), judges)[:count])


def _unknown(games: QuerySet[Game], judges: dict[str, str]) -> QuerySet[Game]:
    """Of finished blocks: before, nothing that hidden cards tell is made."""
    known = GameCourse.objects.filter(game=OuterRef("pk"), estimator__in=judges.values())
    open_games = games.filter(state=GameState.DONE, block__is_finished=True, replay__isnull=False, variant__in=judges)
    return open_games.filter(~Exists(known)).select_related("replay").order_by("-pk")


def _told(game: Game) -> Json | None:
    """None where it cannot be played again: rules that are gone, a file that is lost."""
    assert game.replay is not None  # noqa: S101 - as asked for
    try:
        return as_json(course_of(line_of(replay_store.load(game.replay))))
    except (EngineError, OSError, EOFError, ValueError):
        logger.warning("game %s has no course", game.pk, exc_info=True)
        return None
