"""How far a placement is: games missing to a rating that is not provisional, and about when. Pure.

Both are guesses from what its games so far told and how fast they came; the batches are chosen by ``placement``.
"""

from datetime import datetime

from arena.ratings.ladder.information import information, needed
from arena.ratings.ladder.placement import UNKNOWN_ERROR, Newcomer, games_missing
from arena.ratings.ladder.rules import MOST_GAMES
from engines import RankPolicy
from referee.ratings.scale import CENTRE, END_GAMES


def missing(newcomer: Newcomer, policy: RankPolicy, pod_size: int) -> int:
    """Games until its placement is over, as far as can be told: 0 when it is.

    >>> missing(Newcomer(1, None, 1500.0), RankPolicy.FIRST_WINS, 2)
    115
    >>> missing(Newcomer(1, None, 1500.0, error=50.0, games=80), RankPolicy.FIRST_WINS, 2)
    65
    >>> missing(Newcomer(1, None, 900.0, games=30, is_one_sided=True), RankPolicy.FIRST_WINS, 2)
    170
    """
    if newcomer.is_settled:
        return 0
    if newcomer.is_one_sided:  # then its place is at the end; the first game that differs changes that
        return max(END_GAMES - newcomer.games, 1)
    if newcomer.games:
        gain = needed(newcomer.error) / newcomer.games
    else:  # against equals, as far as that is known
        gain = information(policy, newcomer.rating, [CENTRE] * (pod_size - 1), UNKNOWN_ERROR)
    return min(games_missing(newcomer, gain), max(MOST_GAMES - newcomer.games, 1))


def about(games: int, left: int, since: datetime, now: datetime) -> datetime | None:
    """When the games that are left will be over, at the pace since then. None: there is no pace yet.

    >>> from datetime import UTC
    >>> about(100, 50, datetime(2026, 1, 1, 12, 0, tzinfo=UTC), datetime(2026, 1, 1, 12, 10, tzinfo=UTC))
    datetime.datetime(2026, 1, 1, 12, 15, tzinfo=datetime.timezone.utc)
    """
    passed = now - since
    if games <= 0 or passed.total_seconds() <= 0:
        return None
    return now + passed * (left / games)
