"""A block for the front page: the same cards at several tables, the picture of what the arena is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from arena.matches.models import Game, GameState
from arena.matches.reading import visible_games, with_seats
from arena.replays.access import has_frames
from arena.web.front.kept import kept
from arena.web.replays.ending import shares
from arena.web.replays.same_deal import SameDeal, same_deal
from engines import Variant, variant
from engines.registry import is_known

KEEP_S = 600
"""Finding one asks for many games; who comes back within ten minutes still finds the block there."""
LOOKED_AT = 60
"""So many of the newest games are asked for their blocks."""
MOST_TABLES = 4
"""More would not fit side by side on any screen."""
MOST_DECISIONS = 400
"""Of a game: its frames are fetched by everybody who comes this far down the page."""


@dataclass(frozen=True)
class ShownBlock:
    deal: SameDeal

    @property
    def variant(self) -> Variant:
        return variant(self.deal.variant)


def shown_block(known: int) -> ShownBlock | None:
    """``known``: the roster. Kept in a list: that there is none is kept too."""
    blocks = kept(f"front-block-1-{known}", KEEP_S, lambda: [found] if (found := find()) else [])
    return blocks[0] if blocks else None


def find() -> ShownBlock | None:
    """Of the blocks that ended last: the one in which the bots differed most, for there play shows and not luck."""
    ended = visible_games(None).filter(state=GameState.DONE, block__is_finished=True, block__has_fault=False)
    newest = ended.order_by("-finished_at").values_list("block", flat=True)[:LOOKED_AT]
    games = with_seats(visible_games(None)).filter(block__in=set(newest)).order_by("-block", "number")
    blocks = [list(members) for _, members in groupby(games, key=lambda game: game.block_id)]
    fitting = [block for block in blocks if _fits(block)]
    return ShownBlock(same_deal(max(fitting, key=_lead))) if fitting else None


def _fits(block: Sequence[Game]) -> bool:
    return (
        1 < len(block) <= MOST_TABLES
        and is_known(block[0].variant)
        and all(has_frames(game) and game.decision_count <= MOST_DECISIONS for game in block)
    )


def _lead(block: Sequence[Game]) -> float:
    points = [share.points for share in shares(block)]
    return max(points) - min(points)
