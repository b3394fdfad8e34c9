"""What costs a bot most, over all its games whose decisions were judged: for its owner."""

from __future__ import annotations

from dataclasses import dataclass

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.matches.models import Game, Seat
from arena.matches.newest import newest_finished
from arena.matches.reading import visible_games
from arena.replays.access import is_open
from arena.replays.analysing import AnalysisError, ask, is_judged
from arena.replays.models import OPEN_ANALYSES, Analysis, AnalysisState
from engines.errors import EngineError
from referee.analysis.habits import Habit, habits_of

LOOKED_AT = 500
"""The newest games of each version: habits of long ago need not be those of today."""
AT_ONCE = 10
"""Games that one wish has analysed: some seconds of a processor each."""


@dataclass(frozen=True)
class Habits:
    games: int
    """Whose decisions were judged."""
    waiting: int
    """That will be."""
    costliest: list[Habit]


def habits(bot: Bot, user: User) -> Habits:
    """From the newest games of all its versions that this person may see, whoever asked for their analysis."""
    games_seen = visible_games(user).filter(pk__in=_newest(bot))
    sat = Seat.objects.filter(game__in=games_seen, version__bot=bot).select_related("game")
    seats = {(seat.game_id, seat.seat): seat.game for seat in sat}
    games = {game.replay_id: game for game in seats.values()}
    rows = Analysis.objects.filter(replay__in=games)
    done = list(rows.filter(state=AnalysisState.DONE))
    found = [
        (str(game.pk), game.variant, mistake)
        for row in done
        for game in [games[row.replay_id]]
        for mistake in row.mistakes or []
        if (game.pk, mistake["seat"]) in seats
    ]
    return Habits(len(done), rows.filter(state__in=OPEN_ANALYSES).count(), habits_of(found))


def analyse_newest(bot: Bot, user: User) -> int:
    """Ask for the analysis of its newest games that have none. Raises ``AnalysisError`` if that is not possible."""
    asked = 0
    known = set(Analysis.objects.filter(replay__games__seats__version__bot=bot).values_list("replay", flat=True))
    for game in _open_games(bot, user):
        if asked == AT_ONCE:
            break
        if game.replay_id in known:
            continue
        try:
            ask(game, user)
        except AnalysisError:
            if not asked:
                raise
            break
        asked += 1
    return asked


def _newest(bot: Bot) -> list[int]:
    versions = list(bot.versions.values_list("pk", flat=True))
    return newest_finished(versions, LOOKED_AT, None, faults_only=False)


def _open_games(bot: Bot, user: User) -> list[Game]:
    games = visible_games(user).filter(pk__in=_newest(bot)).select_related("block__match", "replay")
    return [game for game in games.order_by("-pk") if is_open(game) and _is_judged(game.variant)]


def _is_judged(slug: str) -> bool:
    try:
        return is_judged(slug)
    except EngineError:  # a game that is no longer installed
        return False
