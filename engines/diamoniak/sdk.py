"""Types for the view of Diamoniak: your editor and mypy then know every field.

    from engines.diamoniak.sdk import diamoniak_view

    def choose(self, request: Request) -> Action:
        view = diamoniak_view(request)

What the fields mean is said in ``README.md`` of this folder.
"""

from typing import TypedDict, cast

from engines.sdk import Asked, view_of


class DiamoniakSeat(TypedDict):
    colour: str | None
    castle: list[str]
    reserve: list[str]


class DiamoniakView(TypedDict):
    game: str
    variant: str
    rules_version: int
    seat: int
    decision: str
    active: int | None
    first: int
    turn: int
    turn_cap: int
    drawn: int
    shown: str | None
    draw: int
    unseen: list[str]
    returned: list[str]
    reshuffles: int
    seats: list[DiamoniakSeat]
    capped: bool
    ranks: list[int] | None


def diamoniak_view(request: Asked) -> DiamoniakView:
    return cast(DiamoniakView, view_of("diamoniak", request))
