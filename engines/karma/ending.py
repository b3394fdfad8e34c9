"""Ranks and progress of a game."""

from engines.karma.table import Table
from engines.karma.turn import is_capped
from engines.variants import RankPolicy


def progress(table: Table) -> list[list[int]]:
    """Who went out earlier (for the last time) came further; of those still in, who holds fewer cards."""
    result = [[0, -place.card_count()] for place in table.seats]
    for place, seat in enumerate(table.outs):
        result[seat] = [len(result) - 1 - place, 0]
    return result


def ranks(table: Table) -> list[int]:
    if table.variant.rank_policy is RankPolicy.FULL_ORDER:
        reached = progress(table)
        return [1 + sum(other > own for other in reached) for own in reached]
    return _last_loses(table)


def _last_loses(table: Table) -> list[int]:
    """The one seat with cards loses; at the turn cap those with the most cards do, and it is a draw if all do."""
    held = [place.card_count() for place in table.seats]
    most = max(held)
    losers = held.count(most)
    if is_capped(table) and losers == len(held):
        return [1] * len(held)
    return [len(held) - losers + 1 if cards == most else 1 for cards in held]
