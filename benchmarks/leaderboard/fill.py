"""A leaderboard of any size with believable numbers: bots, their owners and standings, in a few statements."""

import math
from datetime import timedelta

import numpy as np
from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import Bot, BotVersion, CheckState
from arena.ratings.actions.close_period import open_pool
from arena.ratings.models import Pool, Standing
from referee.ratings.fit.batch import BatchFit, Rating
from referee.ratings.fit.covariance import DrawnCovariance
from referee.ratings.fit.places import board_ranges
from referee.ratings.scale import is_provisional

_FIRST = ("Amber", "Brisk", "Clever", "Dusky", "Eager", "Frosty", "Gentle", "Hasty", "Idle", "Jolly", "Keen", "Lucid")
_SECOND = ("Ant", "Badger", "Crane", "Dove", "Elk", "Fox", "Gull", "Heron", "Ibis", "Jay", "Kite", "Lynx", "Mole")
_RUNTIMES = ("python", "c", "rust", "java", "go")


def fill(variant: str, bots: int, games: int, seed: int = 1) -> Pool:
    """A pool with ``bots`` lines and ``games`` games behind them. One line in fifty has no rating."""
    rng = np.random.default_rng(seed)
    pool = open_pool(variant)
    versions = versions_of(bots, variant.split("-", maxsplit=1)[0])
    played = np.maximum(4, rng.pareto(1.5, bots) * games / bots).astype(int)
    errors = 350.0 / np.sqrt(played)
    truth = rng.normal(1500.0, 110.0, bots) + rng.normal(0.0, 1.0, bots) * errors
    order = np.argsort(-truth, kind="stable")
    rated = [at for at in order if at % 50 != 49]
    draws = rng.normal(size=(len(rated), 64)) * errors[rated][:, None]
    ratings = [
        Rating(int(at), float(truth[at]), float(errors[at]), int(played[at]), int(played[at]) // 4, played[at] / 4)
        for at in rated
    ]
    found = BatchFit(tuple(ratings), (), (), DrawnCovariance(draws))
    lines = []
    for line, place in zip(found.ratings, board_ranges(found), strict=True):
        standing = _standing(pool, versions[int(line.entrant)], int(played[int(line.entrant)]), rng)
        standing.rating, standing.error, standing.margin = line.rating, line.standard_error, line.margin
        standing.is_provisional = is_provisional(line.games, line.standard_error)
        standing.best_rank, standing.worst_rank = place.best, place.worst
        standing.tie_first, standing.tie_last = place.tie.first, place.tie.last
        standing.blocks_to_next = place.blocks_to_next
        standing.live = line.rating + float(rng.normal(0.0, 30.0))
        lines.append(standing)
    for at in order:
        if at % 50 == 49:
            lines.append(_standing(pool, versions[int(at)], int(played[at]), rng))
            lines[-1].is_rated = False
    for position, standing in enumerate(lines, 1):
        standing.position = position
    Standing.objects.bulk_create(lines, batch_size=2000)
    Pool.objects.filter(pk=pool.pk).update(
        last_seq=games, fitted_seq=games, fitted_at=timezone.now(), facts=_facts(games)
    )
    return Pool.objects.get(pk=pool.pk)


def versions_of(count: int, game: str) -> list[BotVersion]:
    start = Bot.objects.count()
    owners = User.objects.bulk_create(
        User(name=f"author{start + n}", email=f"author{start + n}@example.org") for n in range(math.ceil(count / 3))
    )
    bots = Bot.objects.bulk_create(
        Bot(owner=owners[n // 3], name=_name(start + n), slug=f"filled-{start + n}", games=[game]) for n in range(count)
    )
    versions = BotVersion.objects.bulk_create(
        BotVersion(bot=bot, number=1, content_hash=bot.slug, runtime=_RUNTIMES[n % 5], state=CheckState.READY)
        for n, bot in enumerate(bots)
    )
    for bot, version in zip(bots, versions, strict=True):
        bot.active_version = version
    Bot.objects.bulk_update(bots, ["active_version"], batch_size=2000)
    return versions


def _name(number: int) -> str:
    return f"{_FIRST[number % 12]} {_SECOND[number // 12 % 13]} {number // 156 + 1}"


def _standing(pool: Pool, version: BotVersion, games: int, rng: np.random.Generator) -> Standing:
    points = float(np.clip(rng.normal(0.5, 0.08), 0.0, 1.0))
    return Standing(
        pool=pool,
        version=version,
        games=games,
        blocks=games // 4,
        points=points,
        expected=points + float(rng.normal(0.0, 0.01)),
        faults=int(games * rng.random() ** 8 * 0.2),
        trend=float(rng.normal(0.0, 12.0)),
        last_game_at=timezone.now() - timedelta(minutes=int(rng.integers(0, 9000))),
    )


def _facts(games: int) -> dict[str, object]:
    counts = [int(games * share) for share in (0.27, 0.25, 0.245, 0.235)]
    shares = [count / sum(counts) for count in counts]
    return {
        "seats": {
            "games": sum(counts), "counts": counts, "shares": shares, "p_seats": 1e-6, "entrants": 40,
            "p_entrants": 0.31, "is_alarm": False,
        }
    }  # fmt: skip
