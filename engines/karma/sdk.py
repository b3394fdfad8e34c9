"""Types for the view of Karma: your editor and mypy then know every field.

    from engines.karma.sdk import karma_view

    def choose(self, request: Request) -> Action:
        view = karma_view(request)

What the fields mean is said in ``README.md`` of this folder.
"""

from typing import TypedDict, cast

from engines.sdk import Asked, view_of


class KarmaSeat(TypedDict):
    """What everyone sees of a seat."""

    hand: int
    known: list[str]
    up: list[str]
    down: list[int]


class KarmaOwn(TypedDict):
    """What only you know."""

    hand: list[str]
    foresight: list[str] | None
    chosen: list[str] | None


class KarmaView(TypedDict):
    game: str
    variant: str
    rules_version: int
    seat: int
    decision: str
    active: int | None
    first: int
    turn: int
    fits_on: str | None
    pile: list[str]
    box: list[str]
    draw: int
    seats: list[KarmaSeat]
    out: list[int]
    ranks: list[int] | None
    own: KarmaOwn


def karma_view(request: Asked) -> KarmaView:
    return cast(KarmaView, view_of("karma", request))
