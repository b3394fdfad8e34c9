"""Short words for the tests of Karmaka."""

from engines.interface import PUBLIC
from engines.karmaka import ENGINE
from engines.karmaka.bags import kinds_in
from engines.karmaka.cards import names_of
from engines.karmaka.slots import card
from engines.karmaka.state import KarmakaState

COLOURS = ("blue", "green", "red", "mosaic")
"""As the rules call them, in the order of their numbers."""


def choices(state: KarmakaState) -> list[str]:
    """Names of the legal actions."""
    return [state.action_name(action) for action in state.legal_actions()]


def act(state: KarmakaState, *names: str) -> None:
    """Play actions by name, each by the seat asked; the state stays sound."""
    for name in names:
        possible = {state.action_name(action): action for action in state.legal_actions()}
        assert name in possible, f"{name!r} is not one of {list(possible)} at {state.decision()}"
        state.play(state.actor(), possible[name])
        ENGINE.check(state)


def ability(state: KarmakaState, card_name: str, *names: str) -> None:
    act(state, f"play {card_name} for its ability", *names)


def asked(state: KarmakaState) -> tuple[str, int]:
    return state.decision(), state.actor()


def hand(state: KarmakaState, seat: int) -> list[str]:
    return names_of(kinds_in(state.places[seat].hand))


def deck(state: KarmakaState, seat: int) -> list[str]:
    return names_of(card(slot) for slot in state.places[seat].deck)


def future(state: KarmakaState, seat: int) -> list[str]:
    return names_of(card(slot) for slot in state.places[seat].future)


def deeds(state: KarmakaState, seat: int) -> list[str]:
    return names_of(state.places[seat].deeds)


def ruins(state: KarmakaState) -> list[str]:
    return names_of(state.ruins)


def well(state: KarmakaState) -> list[str]:
    return names_of(card(slot) for slot in state.well_slots())


def levels(state: KarmakaState) -> list[int]:
    return [place.level for place in state.seated()]


def rings(state: KarmakaState) -> list[int]:
    return [place.rings for place in state.seated()]


def surely(state: KarmakaState, observer: int, owner: int) -> list[str]:
    """What an observer knows to be in a hand, as its view says."""
    found: list[str] = state.view(observer)["seats"][owner]["surely"]
    return found


def perhaps(state: KarmakaState, observer: int, owner: int) -> list[str]:
    """What an observer knows to be in a hand or put down from it."""
    found: list[str] = state.view(observer)["seats"][owner]["perhaps"]
    return found


def future_seen(state: KarmakaState, observer: int, owner: int) -> list[str | None]:
    """A Future Life as an observer sees it."""
    return [slot["card"] for slot in state.view(observer)["seats"][owner]["future"]]


__all__ = [
    "PUBLIC",
    "ability",
    "act",
    "asked",
    "choices",
    "deck",
    "deeds",
    "future",
    "future_seen",
    "hand",
    "levels",
    "perhaps",
    "rings",
    "ruins",
    "surely",
    "well",
]
