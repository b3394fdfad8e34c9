"""How well values predict fresh games: what a chance was said to be, and how often it came true. Table and picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from bots.house.training import Samples
from bots.house.values import numpy

LEAST = 50
"""Positions of a tenth of chance of which something can be said."""
_SIDE, _EDGE, _ACROSS = 160, 46, 4


@dataclass(frozen=True)
class Calibration:
    slug: str
    constant: float
    """Brier score of always saying the average..."""
    brier: float
    """...and of the values."""
    slope: float
    """Of the result on the prediction."""
    said: Sequence[float | None]
    """Mean prediction by tenth of chance; None where there are too few."""
    came: Sequence[float | None]
    """How often it came true."""

    @property
    def row(self) -> str:
        tenths = ["" if share is None else f"{100 * share:.0f}" for share in self.came]
        figures = [f"{self.constant:.3f}", f"{self.brier:.3f}", f"{self.slope:.2f}", *tenths]
        return f"| {self.slug} | " + " | ".join(figures) + " |"


def calibration(slug: str, samples: Samples, predicted: Any) -> Calibration:
    np = numpy()
    targets = samples.targets
    constant = np.broadcast_to(targets.mean(axis=0), targets.shape)
    usual, brier = (float(((guess - targets) ** 2).mean()) for guess in (constant, predicted))
    flat, truth = predicted.ravel(), targets.ravel()
    slope = float(np.cov(flat, truth)[0, 1] / flat.var(ddof=1))
    said: list[float | None] = []
    came: list[float | None] = []
    for at in range(10):
        inside = (flat >= at / 10) & (flat < (at + 1) / 10 if at < 9 else flat <= 1)
        is_known = int(inside.sum()) >= LEAST
        said.append(float(flat[inside].mean()) if is_known else None)
        came.append(float(truth[inside].mean()) if is_known else None)
    return Calibration(slug, usual, brier, slope, said, came)


def head() -> str:
    tenths = " | ".join(f"{10 * at}-{10 * at + 10} %" for at in range(10))
    return f"| variant | constant | Brier | slope | {tenths} |\n" + "|---" * 14 + "|"


def picture(found: Sequence[Calibration]) -> str:
    """An SVG with a square for each variant: what was said to the right, what came true upwards."""
    across = min(_ACROSS, len(found))
    width = across * (_SIDE + _EDGE) + _EDGE
    height = -(-len(found) // across) * (_SIDE + _EDGE) + _EDGE
    title = "How often a chance came true, by what it was said to be"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-labelledby="t" '
        'font-family="system-ui, sans-serif" font-size="12">',
        f'  <title id="t">{title}; the numbers are in the table beside it</title>',
        f'  <rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for number, one in enumerate(found):
        left = _EDGE + number % across * (_SIDE + _EDGE)
        top = _EDGE / 2 + number // across * (_SIDE + _EDGE)
        parts += _square(one, left, top)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _square(one: Calibration, left: float, top: float) -> list[str]:
    foot = top + _SIDE
    points = [
        (left + said * _SIDE, foot - came * _SIDE)
        for said, came in zip(one.said, one.came, strict=True)
        if said is not None and came is not None
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    marks = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>' for x, y in points)
    edge = left - 4
    return [
        f'  <rect x="{left:.0f}" y="{top:.0f}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#888888"/>',
        f'  <path d="M{left:.0f} {foot:.0f} l{_SIDE} -{_SIDE}" stroke="#888888" stroke-dasharray="4 4"/>',
        f'  <polyline points="{line}" fill="none" stroke="#1b4f8a" stroke-width="2"/><g fill="#1b4f8a">{marks}</g>',
        f'  <text x="{left + 6:.0f}" y="{top + 16:.0f}" fill="#222222">{escape(one.slug)}</text>',
        f'  <g fill="#555555" font-size="10"><text x="{edge:.0f}" y="{foot:.0f}" text-anchor="end">0</text>'
        f'<text x="{edge:.0f}" y="{top + 8:.0f}" text-anchor="end">100 %</text>'
        f'<text x="{left + _SIDE:.0f}" y="{foot + 14:.0f}" text-anchor="end">said: 100 %</text></g>',
    ]
