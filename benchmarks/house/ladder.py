"""Blocks between two house bots on equal terms: same deals, every seat, half of the table each."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engines import variant
from referee.entrants import HouseEntrant
from referee.series import BlockResult, play_block
from referee.stats import Estimate, block_estimate


@dataclass(frozen=True)
class Comparison:
    """A stronger bot beside a weaker one on one variant."""

    slug: str
    stronger: str
    weaker: str
    estimate: Estimate
    """Of the stronger one: one half plus half of its lead in points per game. Above one half it is really stronger."""
    points: tuple[float, float]
    """Mean points per game of the stronger and of the weaker bot."""
    games: int
    decision_ms: float
    """Mean time of the stronger bot for a decision."""

    @property
    def is_settled(self) -> bool:
        """Does the whole interval lie above one half?"""
        return self.estimate.low is not None and self.estimate.low > 0.5


def names_at_table(slug: str, stronger: str, weaker: str) -> list[str]:
    """Entrants of a block: two in team variants, otherwise one for each seat and every other one the stronger."""
    found = variant(slug)
    if len(found.sides) < found.seats:
        return [stronger, weaker]
    return [weaker if seat % 2 else stronger for seat in range(found.seats)]


def compare(slug: str, stronger: str, weaker: str, blocks: int, seed: str) -> Comparison:
    """Play blocks. The same arguments give the same games on every machine that is not too slow for the search."""
    names = names_at_table(slug, stronger, weaker)
    entrants = [HouseEntrant(name, block_seed(seed, slug, name, at)) for at, name in enumerate(names)]
    played = [play_block(slug, entrants, block_seed(seed, slug, "deal", number), number) for number in range(blocks)]
    shares = [shares_of(names, stronger, block) for block in played]
    strong, weak = (float(sum(column) / blocks) for column in zip(*shares, strict=True))
    estimate = block_estimate([float((1 + own - other) / 2) for own, other in shares])
    games = sum(len(block.games) for block in played)
    return Comparison(slug, stronger, weaker, estimate, (strong, weak), games, decision_ms(names, stronger, played))


def block_seed(*parts: object) -> bytes:
    return hashlib.sha256("|".join(map(str, parts)).encode()).digest()


def shares_of(names: Sequence[str], stronger: str, block: BlockResult) -> tuple[Fraction, Fraction]:
    """Mean points of the stronger and of the weaker seats in a block; exact, so that equal blocks are seen as equal."""
    strong = [each for name, each in zip(names, block.points, strict=True) if name == stronger]
    weak = [each for name, each in zip(names, block.points, strict=True) if name != stronger]
    return sum(strong, Fraction(0)) / len(strong), sum(weak, Fraction(0)) / len(weak)


def decision_ms(names: Sequence[str], stronger: str, blocks: Sequence[BlockResult]) -> float:
    times = [
        decision.charged_ms
        for block in blocks
        for game, seating in zip(block.games, block.seatings, strict=True)
        for decision in game.decisions
        if names[seating.entrants[decision.seat]] == stronger
    ]
    return sum(times) / len(times)
