"""Types for the view of Karmaka: your editor and mypy then know every field.

    from engines.karmaka.sdk import karmaka_view

    def choose(self, request: Request) -> Action:
        view = karmaka_view(request)

What the fields mean is said in ``README.md`` of this folder.
"""

from typing import TypedDict, cast

from engines.sdk import Asked, view_of


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


def karmaka_view(request: Asked) -> KarmakaView:
    return cast(KarmakaView, view_of("karmaka", request))
