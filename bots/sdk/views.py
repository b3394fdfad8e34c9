"""Types for the views of all games: your editor and mypy then know every field.

    from bots.sdk.views import karma_view

    def choose(self, request: Request) -> Action:
        view = karma_view(request)
        if view["pile"] and "12" in view["own"]["hand"]:
            ...

The meaning of the fields is described in the README of each game in ``engines/``.
"""

from typing import Any, TypedDict, cast

from bots.sdk.messages import Request


class WrongGameError(TypeError):
    """A view of one game was taken for a view of another."""


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


class KarmakaSlot(TypedDict):
    """A card of a pile, as far as you know it."""

    card: str | None
    seen_by: list[int]
    open: bool
    source: str


class KarmakaWellSlot(KarmakaSlot):
    at: int


class KarmakaWell(TypedDict):
    size: int
    slots: list[KarmakaWellSlot]


class KarmakaShown(TypedDict):
    count: int
    cards: list[str] | None


class KarmakaSeat(TypedDict):
    level: int
    level_name: str
    rings: int
    hand: int
    surely: list[str]
    perhaps: list[str]
    surely_for_all: list[str]
    perhaps_for_all: list[str]
    deck: list[KarmakaSlot]
    future: list[KarmakaSlot]
    deeds: list[str]


class KarmakaMemory(TypedDict):
    """What another seat knows of your hand."""

    seat: int
    surely: list[str]
    perhaps: list[str]


class KarmakaOwn(TypedDict):
    hand: list[str]
    known_to: list[KarmakaMemory]


class KarmakaStep(TypedDict):
    step: str
    seat: int
    card: str | None
    number: int


class KarmakaChain(TypedDict):
    target: int | None
    extra_play: bool
    extra_plays: int
    embody_used: bool
    mimic_used: bool


class KarmakaBounds(TypedDict):
    well: list[str]
    old: list[str]


class KarmakaView(TypedDict):
    game: str
    variant: str
    rules_version: int
    seat: int
    actor: int
    decision: str
    first: int
    active: int | None
    turn: int
    turn_cap: int
    well: KarmakaWell
    reshuffles: int
    ruins: list[str]
    centre: str | None
    aside: list[KarmakaSlot]
    shown: KarmakaShown | None
    ring_supply: int
    seats: list[KarmakaSeat]
    own: KarmakaOwn
    pending: list[KarmakaStep]
    chain: KarmakaChain
    bounds: KarmakaBounds
    bounds_for_all: KarmakaBounds
    winner: int | None
    capped: bool
    ranks: list[int] | None


def karma_view(request: Request) -> KarmaView:
    return cast(KarmaView, _of("karma", request))


def karmaka_view(request: Request) -> KarmakaView:
    return cast(KarmakaView, _of("karmaka", request))


def diamoniak_view(request: Request) -> DiamoniakView:
    return cast(DiamoniakView, _of("diamoniak", request))


def _of(game: str, request: Request) -> dict[str, Any]:
    if request.view["game"] != game:
        raise WrongGameError(f"This is a view of {request.view['game']}, not of {game}. Look at hello.game first.")
    return request.view
