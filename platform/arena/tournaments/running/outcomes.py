"""What a play amounts to: its games as the pure series functions take them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arena.matches.games_of_match import played_games_of
from arena.matches.models import Game, Match
from arena.matches.seating import games_of_block
from arena.matches.series import PlayedGame, forfeited_games
from arena.tournaments.planning.series import SeriesGame
from engines import variant
from referee.points import competition_ranks
from referee.ranking import final_ranks

Sides = tuple[tuple[int, ...], ...]
GameKey = tuple[int, int]
"""Block and number."""


@dataclass(frozen=True)
class History:
    """What happened in the games of a match."""

    games: list[PlayedGame]
    progress: dict[GameKey, list[list[int]]]


def histories(match_ids: Iterable[int]) -> dict[int, History]:
    """Two queries, however many matches."""
    games = played_games_of(match_ids)
    progress: dict[int, dict[GameKey, list[list[int]]]] = {pk: {} for pk in games}
    rows = Game.objects.filter(block__match__in=games, progress__isnull=False).values_list(
        "block__match", "block__number", "number", "progress"
    )
    for match, block, number, per_side in rows:
        if per_side is not None:
            progress[match][block, number] = per_side
    return {pk: History(played, progress[pk]) for pk, played in games.items()}


def block_size(slug: str, entrants: int) -> int:
    return len(games_of_block(variant(slug), entrants, 0))


def series_blocks(history: History, entrants: int, max_faults: int) -> list[list[SeriesGame]]:
    """Complete blocks in schedule order. Games after an entrant's last allowed fault count as its faults."""
    lost = forfeited_games(history.games, max_faults)
    blocks: dict[int, list[SeriesGame] | None] = {}
    for game in history.games:
        key = (game.block, game.number)
        block_games = blocks.setdefault(game.block, [])
        if key in lost:
            made = fault_game(game.entrants, lost[key], entrants)
        elif game.ranks is None:
            blocks[game.block] = None
            continue
        else:
            made = series_game(game.entrants, game.ranks, game.faulted, history.progress.get(key), entrants)
        if block_games is not None:
            block_games.append(made)
    return [block_games for _, block_games in sorted(blocks.items()) if block_games is not None]


def with_absent(match: Match, entrants: int, absent: Sequence[int], total: int) -> list[list[SeriesGame]]:
    """All blocks of a series that somebody left: games that were not played count as faults of who is absent."""
    history = histories([match.pk])[match.pk]
    played = {(game.block, game.number): game for game in history.games}
    blocks = []
    for number in range(total):
        block = []
        for index, planned in enumerate(games_of_block(variant(match.variant), entrants, number)):
            sides = tuple(tuple(planned.positions[seat] for seat in side) for side in planned.variant.sides)
            game = played.get((number, index))
            if game is None or game.ranks is None:
                block.append(fault_game(sides, frozenset(absent), entrants))
            else:
                key = (number, index)
                came = history.progress.get(key)
                block.append(series_game(game.entrants, game.ranks, game.faulted, came, entrants))
        blocks.append(block)
    return blocks


def series_game(
    sides: Sides, ranks: Sequence[int], faulted: frozenset[int], progress: list[list[int]] | None, entrants: int
) -> SeriesGame:
    """From ranks of sides to ranks of entrants: members of a side share its rank."""
    side_of = {position: index for index, side in enumerate(sides) for position in side}
    order = [side_of[position] for position in range(entrants)]
    came: tuple[int, ...] = ()
    if progress:
        came = tuple(1 + sum(other > progress[side] for other in progress) for side in order)
    return SeriesGame(
        competition_ranks([-ranks[side] for side in order]),
        tuple(position in faulted for position in range(entrants)),
        came,
    )


def fault_game(sides: Sides, failed: frozenset[int], entrants: int) -> SeriesGame:
    lost = {index for index, side in enumerate(sides) if failed & set(side)}
    return series_game(sides, final_ranks(None, len(sides), lost), failed, None, entrants)
