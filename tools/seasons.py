"""A ladder in its second season, for the pictures of its pages."""

from datetime import timedelta

from django.utils import timezone

from arena.bots.models import BotVersion
from arena.matches.models import Game, Match
from arena.ratings.log.payloads import payload
from arena.ratings.models import EventKind, FinalPlace, Period, Pool, RatingEvent, Snapshot, Standing

PERIODS = 6


def create(variant: str, versions: list[BotVersion], played: Match) -> None:
    """The first season is over; the versions came in their order, the last one as the anchor. In the second, a match
    is rated, and those who played it stand the other way round."""
    now = timezone.now()
    old = Pool.objects.create(
        variant=variant,
        is_open=False,
        began_at=now - timedelta(days=90),
        ended_at=now - timedelta(days=3),
        carry_over=50,
        last_seq=4200,
        fitted_seq=4200,
        fitted_at=now - timedelta(days=3),
    )
    for place, version in enumerate(versions, 1):
        is_anchor = place == len(versions)
        _stand(old, version, place, is_anchor=is_anchor)
        FinalPlace.objects.create(pool=old, version=version, place=None if is_anchor else place)
    _present(variant, list(reversed(versions)), played)


def _stand(pool: Pool, version: BotVersion, place: int, *, is_anchor: bool) -> Standing:
    return Standing.objects.create(
        pool=pool, version=version, position=place, is_provisional=False, is_anchor=is_anchor,
        rating=1690.0 - 60 * place, error=9.0, margin=17.8, games=2100, blocks=1050, points=0.6 - 0.05 * place,
        live=1680.0 - 60 * place, best_rank=place, worst_rank=place, tie_first=place, tie_last=place,
    )  # fmt: skip


def _present(variant: str, versions: list[BotVersion], played: Match) -> None:
    now = timezone.now()
    games = list(Game.objects.filter(block__match=played).order_by("pk").prefetch_related("seats"))
    last = len(games)
    pool = Pool.objects.create(
        variant=variant, season=2, began_at=now - timedelta(days=3), last_seq=last, fitted_seq=last, fitted_at=now
    )
    standings = [_stand(pool, version, place, is_anchor=place == 1) for place, version in enumerate(versions, 1)]
    for number in range(1, PERIODS + 1):
        closed_at = now - timedelta(hours=9 * (PERIODS - number))
        at = {"number": number, "key": f"sample/{number}", "first_seq": 1, "last_seq": last, "closed_at": closed_at}
        period = Period.objects.create(pool=pool, **at)
        Snapshot.objects.bulk_create(
            Snapshot(
                period=period,
                version=standing.version,
                live=standing.live - 12 * (PERIODS - number) * (-1) ** (standing.position + number),
                games=350 * number,
                rating=(standing.rating or 0.0) - 9 * (PERIODS - number) * (-1) ** standing.position,
                margin=17.8 * PERIODS / number,
            )
            for standing in standings
        )
    RatingEvent.objects.bulk_create(
        RatingEvent(pool=pool, seq=seq, period=period, kind=EventKind.GAME, game=game, payload=found)
        for seq, game in enumerate(games, 1)
        if (found := payload(game, game.seats.all())) is not None
    )
