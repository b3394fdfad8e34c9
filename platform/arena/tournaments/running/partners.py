"""Two against two among four single bots: who begins as whose partner.

Successive blocks of a match take the three partnerships in turn (`referee.blocks.four_singles_block`), always
beginning with the first. Short matches would therefore play the first one only, and partners would follow the ranking.
So the order of the entrants is turned: a table goes on where it stopped, and new tables begin a turn later each round.
"""

from collections.abc import Sequence

from arena.tournaments.fitting import variant_for
from arena.tournaments.models import Node, Play, PlayState, Tournament
from arena.tournaments.models.structure import light
from arena.tournaments.running.lengths import blocks_before
from engines import variant

SINGLES = 4
"""Entrants of one seat each who play a game of two teams: the only number for which partners have to be chosen."""


def seat_orders(tournament: Tournament, nodes: Sequence[Node]) -> list[tuple[int, ...]]:
    """For each node its entrants in the order in which the match takes them."""
    if not any(_chooses_partners(tournament, node) for node in nodes):
        return [node.entrants for node in nodes]
    plays = Play.objects.filter(node__round__stage__tournament=tournament).exclude(state=PlayState.VOID)
    plays = plays.select_related("node__round__stage").defer(*light("node__round__stage"))
    earlier = sorted(plays, key=lambda play: play.node.key)
    return [_turned(tournament, node, earlier) for node in nodes]


def _chooses_partners(tournament: Tournament, node: Node) -> bool:
    if len(node.entrants) != SINGLES:
        return False
    return len(variant(variant_for(tournament.variant, SINGLES)).sides) < SINGLES


def _turned(tournament: Tournament, node: Node, earlier: Sequence[Play]) -> tuple[int, ...]:
    if not _chooses_partners(tournament, node):
        return node.entrants
    together = [play for play in earlier if set(play.entrants) == set(node.entrants) and play.node.key < node.key]
    first = together[0].node if together else node
    turn = blocks_before(tournament, first.key.stage, first.key.round) + sum(play.blocks for play in together)
    # By seed, not by rank: a table then goes on where it stopped, whoever leads by now.
    return turned(tuple(sorted(node.entrants)), turn)


def turned(entrants: tuple[int, ...], turn: int) -> tuple[int, ...]:
    """Begin with another partnership: the first keeps its place, the others move up.

    >>> [turned((1, 2, 3, 4), turn) for turn in range(3)]
    [(1, 2, 3, 4), (1, 3, 4, 2), (1, 4, 2, 3)]
    """
    first, *rest = entrants
    start = turn % len(rest)
    return (first, *rest[start:], *rest[:start])
