"""Blocks: one deal replayed with every entrant in every seat, a fresh bot for every game."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Protocol

from engines import Variant, variant
from referee.blocks import Seating, four_singles_block, single_against_pair_block, solo_block, two_pairs_block
from referee.channels.base import Channel
from referee.clock import TimeControl
from referee.deal import SealedDeal
from referee.game import play_game
from referee.observer import Observer
from referee.points import points
from referee.record import GameRecord
from referee.replay import Termination
from referee.stats import Estimate, block_estimate
from referee.words import t

_SINGLE = "wolfSeat"
"""The option that names the seat of the single side."""

VOID_ATTEMPTS = 5
"""How often a void game is tried before the series gives up."""


class SeriesError(Exception):
    """The series cannot be played: wrong number of entrants, or our side keeps failing."""


class Entrant(Protocol):
    """Somebody who can take a seat. ``open`` gives a new bot with no memory of other games."""

    name: str

    def open(self, slug: str) -> Channel: ...


@dataclass(frozen=True)
class BlockResult:
    """All games of one deal."""

    games: tuple[GameRecord, ...]
    seatings: tuple[Seating, ...]
    points: tuple[Fraction, ...]
    """Mean points per game of each entrant, exact."""


def layout(played: Variant, entrants: int, block: int) -> tuple[Seating, ...]:
    """Who sits where in each game of a block. Raises ``SeriesError`` with the numbers of entrants that fit."""
    sizes = sorted(len(side) for side in played.sides)
    if sizes == [1, 2] and entrants in (2, 3):
        return single_against_pair_block(block, entrants)
    if sizes == [2, 2] and entrants == 4:
        return four_singles_block(block)
    if sizes == [2, 2] and entrants == 2:  # each entrant plays both seats of its pair
        pairs = two_pairs_block(block)
        return tuple(replace(seating, entrants=tuple(slot // 2 for slot in seating.entrants)) for seating in pairs)
    if set(sizes) == {1} and entrants == played.seats:
        return solo_block(played.seats, block)
    more = 3 if sizes == [1, 2] else 4 if sizes == [2, 2] else 0
    wanted = t("{few} or {more}", few=2, more=more) if more else str(played.seats)
    raise SeriesError(
        t("{variant} is played by {wanted} bots, not {given}.", variant=played.slug, wanted=wanted, given=entrants)
    )


def seated_variant(slug: str, seating: Seating) -> str:
    """The variant of one game: with uneven sides the single seat moves around the table too."""
    return slug if seating.single_seat is None else f"{slug}+{_SINGLE}={seating.single_seat}"


def single_game(slug: str, entrants: int) -> tuple[str, Seating]:
    """Variant and places of one game on its own: the first bot is the single one, where the variant seats it."""
    played = variant(slug)
    seatings = layout(played, entrants, 0)
    chosen = dict(played.options).get(_SINGLE)
    if chosen is None:
        return seated_variant(slug, seatings[0]), seatings[0]
    return slug, next(seating for seating in seatings if seating.single_seat == chosen)


def check_blocks(slug: str) -> None:
    """Raises ``SeriesError`` for a variant that fixes what a block has to move."""
    if _SINGLE in dict(variant(slug).options):
        base = slug.partition("+")[0]
        raise SeriesError(
            t(
                "A block moves the single seat around the table. Name {variant} without {option}.",
                variant=base,
                option=_SINGLE,
            )
        )


def play_block(
    slug: str,
    entrants: Sequence[Entrant],
    seed: bytes,
    block: int = 0,
    *,
    control: TimeControl | None = None,
    observer: Observer | None = None,
    is_repeatable: bool = False,
) -> BlockResult:
    """Play a deal in all its seatings. ``block`` chooses the order around the table.

    ``is_repeatable`` takes the salts, and with them the bots' chance, from seed, block and number of the game instead
    of drawing them: for games that somebody wants to see again, never for rated ones.

    Raises ``SeriesError`` if a game stays void after several attempts.
    """
    check_blocks(slug)
    seatings = layout(variant(slug), len(entrants), block)
    games = tuple(
        _play(
            seated_variant(slug, seating),
            [entrants[at] for at in seating.entrants],
            SealedDeal.repeatable(seed, block, number) if is_repeatable else seed,
            control,
            observer,
        )
        for number, seating in enumerate(seatings)
    )
    totals = [Fraction(0)] * len(entrants)
    for game, seating in zip(games, seatings, strict=True):
        for entrant, earned in entrant_points(game, seating).items():
            totals[entrant] += earned
    return BlockResult(games, seatings, tuple(total / len(games) for total in totals))


def entrant_points(game: GameRecord, seating: Seating) -> dict[int, Fraction]:
    """Points of each entrant in one game."""
    earned = points(game.ranks)
    return {entrant: earned[game.variant.side_of(seat)] for seat, entrant in enumerate(seating.entrants)}


def series_estimates(blocks: Sequence[BlockResult]) -> list[Estimate]:
    """Mean points per game of each entrant over the blocks played so far."""
    return [
        block_estimate([float(share) for share in shares]) for shares in zip(*(b.points for b in blocks), strict=True)
    ]


def _play(
    slug: str,
    seated: Sequence[Entrant],
    dealt: bytes | SealedDeal,
    control: TimeControl | None,
    observer: Observer | None,
) -> GameRecord:
    """A game of a deal, or of a seed under a new salt at every attempt."""
    for _ in range(VOID_ATTEMPTS):
        channels = [entrant.open(slug) for entrant in seated]
        deal = dealt if isinstance(dealt, SealedDeal) else SealedDeal.fresh(dealt)
        record = play_game(slug, channels, deal, control=control, observer=observer)
        if record.termination is not Termination.VOID:
            return record
    raise SeriesError(
        t("A game was void {times} times. The last reason: {reason}", times=VOID_ATTEMPTS, reason=record.void_reason)
    )
