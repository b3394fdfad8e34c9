"""What people call a round: final, semi-final, round of 16; winners' and losers' rounds of a double elimination."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from arena.tournaments.models import Node, Tournament
from arena.tournaments.planning.seeding import bracket_size

_DOUBLE = "double_elimination"


class RoundNames:
    """One query for a whole tournament: how deep a bracket is follows from the number of entrants of its stage."""

    def __init__(self, tournament: Tournament) -> None:
        stages = tournament.stages.values_list("number", "format", "seeds")
        self._formats: Mapping[int, str] = {number: name for number, name, _seeds in stages}
        self._depths = {number: bracket_size(max(2, len(seeds))).bit_length() - 1 for number, _name, seeds in stages}

    def of(self, node: Node) -> str:
        """The node should come with its round and stage."""
        stage = node.round.stage.number
        depth = self._depths.get(stage, 1)
        if self._formats.get(stage) == _DOUBLE:
            return _double(node, depth)
        if node.bracket == "third":
            return _("Match for third place")
        if node.bracket in ("winners", "final"):
            return _single(depth - node.number_in_bracket)
        return _("Round %(number)d") % {"number": node.round.number}


def _single(rounds_to_the_final: int) -> str:
    names = [_("Final"), _("Semi-finals"), _("Quarter-finals")]
    if rounds_to_the_final < len(names):
        return names[rounds_to_the_final]
    return _("Round of %(size)d") % {"size": 2 ** (rounds_to_the_final + 1)}


def _double(node: Node, depth: int) -> str:
    number = node.number_in_bracket
    if node.bracket == "final":
        return _("Grand final")
    if node.bracket == "reset":
        return _("Grand final, second match")
    if node.bracket == "losers":
        names = [_("Losers' final"), _("Losers' semi-final")]
        left = 2 * (depth - 1) - number
        return names[left] if left < len(names) else _("Losers' round %(number)d") % {"number": number}
    names = [_("Winners' final"), _("Winners' semi-finals"), _("Winners' quarter-finals")]
    left = depth - number
    return names[left] if left < len(names) else _("Winners' round of %(size)d") % {"size": 2 ** (left + 1)}
