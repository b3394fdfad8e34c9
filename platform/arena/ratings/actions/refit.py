"""Fit the pool anew and write the leaderboard's table: derived as a whole, replaced as a whole."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from arena.bots.models import BotVersion
from arena.matches.models import Seat
from arena.ratings.actions.close_period import live_table
from arena.ratings.batch import BatchFit, fit
from arena.ratings.board import board_ranges
from arena.ratings.games import Entrant, RatedGame
from arena.ratings.live import expected_points
from arena.ratings.models import Anchor, Period, Pool, RatingEvent, Snapshot, Standing
from arena.ratings.rated_games import effective_games
from arena.ratings.scale import CENTRE
from referee.points import points

TREND_PERIODS = 5


@dataclass
class _Tally:
    """What the games say of a version, apart from its rating."""

    games: int = 0
    points: float = 0.0
    expected: float = 0.0
    faults: int = 0


def refit(pool_id: int, now: datetime | None = None) -> int:
    """Compute outside the lock, write under it; a fit of an older log never replaces a newer one."""
    pool = Pool.objects.get(pk=pool_id)
    seq = pool.last_seq
    games = effective_games(RatingEvent.objects.filter(pool=pool, seq__lte=seq).order_by("seq").iterator(5000))
    if not games:
        return 0
    anchors: dict[Entrant, float] = dict(Anchor.objects.filter(pool=pool).values_list("version", "rating"))
    found = fit(games, anchors)
    lines = _lines(pool, games, found, set(anchors))
    with transaction.atomic():
        locked = Pool.objects.select_for_update().get(pk=pool_id)
        if locked.fitted_seq > seq:
            return 0
        Standing.objects.filter(pool=pool).delete()
        Standing.objects.bulk_create(lines, batch_size=2000)
        locked.fitted_seq = seq
        locked.fitted_at = now or timezone.now()
        locked.save(update_fields=["fitted_seq", "fitted_at"])
        _keep_on_last_period(pool, found)
    return len(lines)


def _lines(pool: Pool, games: list[RatedGame], found: BatchFit, anchors: set[Entrant]) -> list[Standing]:
    ranges = board_ranges(found)
    places = {line.entrant: place for place, line in enumerate(found.ratings)}
    live, trend = live_table(pool), _trends(pool)
    tallies = _tallies(games, {line.entrant: line.rating for line in found.ratings})
    versions = BotVersion.objects.select_related("bot").in_bulk([int(each) for each in tallies])
    last = dict(
        Seat.objects.filter(version__in=versions, game__variant__startswith=pool.variant)
        .values_list("version")
        .annotate(last=Max("game__finished_at"))
    )
    lines = []
    for pk, tally in tallies.items():
        place = places.get(pk)
        rating = found.ratings[place] if place is not None else None
        bot = versions[pk].bot
        lines.append(
            Standing(
                pool=pool,
                version_id=pk,
                is_on_board=bot.active_version_id == pk and not bot.is_retired,
                is_anchor=pk in anchors,
                is_rated=rating is not None,
                is_provisional=rating is None or rating.is_provisional,
                rating=rating.rating if rating else None,
                error=rating.standard_error if rating else None,
                live=live.ratings.get(pk, CENTRE),
                trend=trend.get(pk, 0.0),
                best_rank=ranges[place].best if place is not None else None,
                worst_rank=ranges[place].worst if place is not None else None,
                tie_first=ranges[place].tie.first if place is not None else None,
                tie_last=ranges[place].tie.last if place is not None else None,
                blocks_to_next=ranges[place].blocks_to_next if place is not None else None,
                position=0,
                games=tally.games,
                blocks=rating.blocks if rating else 0,
                points=tally.points / tally.games,
                expected=tally.expected / tally.games,
                faults=tally.faults,
                last_game_at=last.get(pk),
            )
        )
    return _positioned(lines)


def _positioned(lines: list[Standing]) -> list[Standing]:
    """Rated ones by rating; those without a rating always stand below."""
    ordered = sorted(lines, key=lambda line: (line.rating is None, -(line.rating or 0.0), line.version_id))
    for position, line in enumerate(ordered, 1):
        line.position = position
    return ordered


def _tallies(games: list[RatedGame], ratings: dict[str | int, float]) -> dict[int, _Tally]:
    tallies: dict[int, _Tally] = defaultdict(_Tally)
    for game in games:
        worth = [sum(ratings.get(member, CENTRE) for member in side) / len(side) for side in game.sides]
        hoped = expected_points(game.policy, worth)
        earned = points(game.ranks)
        worst = max(game.ranks)
        for side, got, hope, rank in zip(game.sides, earned, hoped, game.ranks, strict=True):
            for member in set(side):
                tally = tallies[int(member)]
                tally.games += 1
                tally.points += float(got)
                tally.expected += hope
                tally.faults += game.fault and rank == worst
    return tallies


def _trends(pool: Pool) -> dict[int, float]:
    """Change of live Elo over the last closed periods."""
    numbers = list(
        Period.objects.filter(pool=pool).order_by("-number").values_list("number", flat=True)[:TREND_PERIODS]
    )
    if not numbers:
        return {}
    first: dict[int, float] = {}
    last: dict[int, float] = {}
    rows = Snapshot.objects.filter(period__pool=pool, period__number__gte=min(numbers)).order_by("period__number")
    for version, live in rows.values_list("version", "live"):
        first.setdefault(version, live)
        last[version] = live
    return {version: last[version] - first[version] for version in last}


def _keep_on_last_period(pool: Pool, found: BatchFit) -> None:
    """The band around a trend line: the fit as it was when the newest period had closed."""
    period = Period.objects.filter(pool=pool).order_by("-number").first()
    if period is None:
        return
    ratings = {line.entrant: line for line in found.ratings}
    rows = [row for row in Snapshot.objects.filter(period=period) if row.version_id in ratings]
    for row in rows:
        row.rating = ratings[row.version_id].rating
        row.error = ratings[row.version_id].standard_error
    Snapshot.objects.bulk_update(rows, ["rating", "error"])
