"""How long a series is: what the organiser chose for a round, for the final, or in general."""

from arena.tournaments.models import Node, Tournament

_FINALS = ("final", "reset")


def blocks_of(tournament: Tournament, node: Node) -> int:
    """The round's own length, else the final's, else the usual one."""
    key = node.key
    own = tournament.round_blocks.get(f"{key.stage}.{key.round}")
    if own:
        return int(own)
    if node.bracket in _FINALS and tournament.final_blocks:
        return tournament.final_blocks
    return tournament.blocks


def blocks_before(tournament: Tournament, stage: int, round_number: int) -> int:
    """Blocks that a table has played before a round, if it played in all of the stage."""
    lengths = tournament.round_blocks
    return sum(int(lengths.get(f"{stage}.{number}", tournament.blocks)) for number in range(1, round_number))
