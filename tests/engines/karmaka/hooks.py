"""What the conformance suite has to know of Karmaka; see ``tests/engines/conformance/__init__.py``.

Everything here is read from saved states, not from the code of ``resample``.

A seat that remembers nothing special sees all hidden places alike: one group, a zone per place. A seat that knows of
limits (cards that are in a hand or were put down from it, the cards of a reshuffled Well) does not; then all hidden
cards are a single zone, and ``with_hidden`` moves cards only between places of the same source.
"""

from collections import Counter
from random import Random
from typing import Any

from engines.interface import PUBLIC, Json, State
from engines.karmaka import ENGINE
from engines.karmaka.cards import full_deck, names_of
from tests.engines.conformance.hooks import Group

EXTRA_VARIANTS = ["karmaka-wolf+wolfSeat=2"]

Place = tuple[str, str]
"""Name of a hidden place and its source."""


def hidden(state: State, seat: int) -> list[Group]:
    saved = state.save()
    observer = observer_of(saved, seat)
    places = hidden_places(saved, observer)
    if knows_limits(saved, observer, places):
        return [{"all": sorted(card for _place, card in places)}]
    group: Group = {}
    for (name, _source), card in places:
        group.setdefault(name, []).append(card)
    return [group]


def with_hidden(state: State, seat: int, groups: list[Group]) -> State:
    saved = state.save()
    observer = observer_of(saved, seat)
    places = hidden_places(saved, observer)
    if "all" in groups[0]:
        cards = permuted_by_source(places, Random(" ".join(groups[0]["all"])))
    else:
        left = {name: list(zone) for name, zone in groups[0].items()}
        cards = [left[name].pop(0) for (name, _source), _card in places]
    lay(saved, observer, places, cards)
    blank_others(saved, observer)
    if saved["shown"] and observer not in (saved["active"], saved["chain"]["target"]):
        saved["shown"] = in_order(saved["hands"][saved["chain"]["target"]][: len(saved["shown"])])
    return ENGINE.restore(saved)


def observer_of(saved: Json, seat: int) -> int:
    return len(saved["hands"]) if seat == PUBLIC else seat


def stacks(saved: Json) -> dict[str, list[Json]]:
    named = {"well": saved["well"], "aside": saved["aside"]}
    for seat, (deck, future) in enumerate(zip(saved["decks"], saved["futures"], strict=True)):
        named[f"deck {seat}"] = deck
        named[f"future {seat}"] = future
    return named


def bit(saved: Json, observer: int) -> int:
    return 16 if observer == len(saved["hands"]) else 1 << observer


def remembered(saved: Json, field: str, observer: int, owner: int) -> list[str]:
    found: list[str] = saved[field][observer * len(saved["hands"]) + owner]
    return found


def hidden_places(saved: Json, observer: int) -> list[tuple[Place, str]]:
    """Places in hands beyond what is surely known there, and slots that the observer has not seen."""
    places: list[tuple[Place, str]] = []
    for owner, hand in enumerate(saved["hands"]):
        if owner != observer:
            free = Counter(hand) - Counter(remembered(saved, "surely", observer, owner))
            places += [((f"hand {owner}", f"hand {owner}"), card) for card in sorted(free.elements())]
    for name, stack in stacks(saved).items():
        for at, slot in enumerate(stack):
            if not slot["seen"] & bit(saved, observer):
                places.append(((f"{name} {at}", slot["source"]), slot["card"]))
    return places


def knows_limits(saved: Json, observer: int, places: list[tuple[Place, str]]) -> bool:
    if any(remembered(saved, "perhaps", observer, owner) for owner in range(len(saved["hands"]))):
        return True
    cards = Counter(card for _place, card in places)
    sources = {source for (_name, source), _card in places}
    return ("well" in sources and not cards <= Counter(saved["fresh"][observer])) or (
        "old" in sources and not cards <= Counter(saved["old"][observer])
    )


def permuted_by_source(places: list[tuple[Place, str]], rng: Random) -> list[str]:
    by_source: dict[str, list[str]] = {}
    for (_name, source), card in places:
        by_source.setdefault(source, []).append(card)
    for cards in by_source.values():
        rng.shuffle(cards)
    return [by_source[source].pop() for (_name, source), _card in places]


def lay(saved: Json, observer: int, places: list[tuple[Place, str]], cards: list[str]) -> None:
    laid: dict[str, list[str]] = {}
    for ((name, _source), _old), card in zip(places, cards, strict=True):
        laid.setdefault(name, []).append(card)
    for owner in range(len(saved["hands"])):
        if owner != observer:
            known = remembered(saved, "surely", observer, owner)
            saved["hands"][owner] = in_order(known + laid.get(f"hand {owner}", []))
    for name, stack in stacks(saved).items():
        for at, slot in enumerate(stack):
            if f"{name} {at}" in laid:
                slot["card"] = laid[f"{name} {at}"][0]


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=names_of(range(23)).index)


def blank_others(saved: Json, observer: int) -> None:
    """Other seats remember nothing of third hands, and every card may be in the Well as far as they know."""
    seats = len(saved["hands"])
    everything: Any = names_of(full_deck())
    for other in range(seats):
        if other != observer:
            saved["fresh"][other] = everything[:]
            saved["old"][other] = everything[:]
            for owner in range(seats):
                if owner != observer:
                    saved["surely"][other * seats + owner] = []
                    saved["perhaps"][other * seats + owner] = []
