"""The score of a match as lines to show: points, share, interval, faults."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arena.bots.models import BotVersion
from arena.matches.models import Match
from arena.matches.series import SeriesScore
from referee.stats import block_estimate


@dataclass(frozen=True)
class Line:
    version: BotVersion
    points: float
    games: int
    share: float
    """Mean points per game, 0 to 100."""
    interval: tuple[float, float] | None
    """Where the share lies with 95 % confidence, over blocks; None with fewer than two blocks."""
    faults: int
    is_leading: bool


def match_standing(match: Match, score: SeriesScore) -> list[Line]:
    entrants = list(match.entrants.select_related("version__bot__owner").order_by("position"))
    lines = []
    best = max(score.points, default=Fraction(0))
    for entrant, points, faults in zip(entrants, score.points, score.faults, strict=True):
        shares = [float(block[entrant.position]) for block in score.block_points]
        estimate = block_estimate(shares) if shares else None
        mean = estimate.mean if estimate else 0.0
        interval = None
        if estimate and estimate.low is not None and estimate.high is not None:
            interval = (100 * estimate.low, 100 * estimate.high)
        lines.append(
            Line(
                version=entrant.version,
                points=float(points),
                games=score.games,
                share=100 * mean,
                interval=interval,
                faults=faults,
                is_leading=bool(points) and points == best,
            )
        )
    return sorted(lines, key=lambda line: -line.share)
