"""Rounds have names that people use."""

import pytest

from arena.accounts.models import User
from arena.tournaments.models import Node
from arena.tournaments.round_names import RoundNames
from tests.tournament_engine import cast

SINGLE = ["Round of 16", "Quarter-finals", "Semi-finals", "Final", "Match for third place"]
DOUBLE = [
    "Winners' quarter-finals", "Winners' semi-finals", "Losers' round 1", "Losers' round 2", "Winners' final",
    "Losers' semi-final", "Losers' final", "Grand final",
]  # fmt: skip


DOUBLE_OF_THREE = ["Winners' semi-finals", "Winners' final", "Losers' semi-final", "Losers' final", "Grand final"]


@pytest.mark.parametrize(
    ("size", "name", "settings", "titles"),
    [
        (9, "single_elimination", {"third_place": True}, SINGLE),
        (2, "single_elimination", {}, ["Final"]),
        (8, "double_elimination", {}, DOUBLE),
        (
            3,
            "double_elimination",
            {},
            DOUBLE_OF_THREE,
        ),
        (4, "swiss", {"rounds": 2}, ["Round 1"]),
    ],
)
def test_every_round_is_called_what_it_is(
    olga: User, size: int, name: str, settings: dict[str, object], titles: list[str]
) -> None:
    cup = cast.started(olga, cast.field(size), name, settings=settings)
    nodes = Node.objects.filter(round__stage__tournament=cup).select_related("round__stage")
    names = RoundNames(cup)
    said = [names.of(node) for node in sorted(nodes, key=lambda node: node.key)]
    assert list(dict.fromkeys(said)) == titles
