"""Reads what ``save`` wrote."""

from typing import Any

from engines.chance import Deal
from engines.errors import SavedStateError
from engines.karmaka import reading, save
from engines.karmaka.check import broken_invariant
from engines.karmaka.events import Log
from engines.karmaka.layout import RINGS, TRANSCENDENCE
from engines.karmaka.legal import legal
from engines.karmaka.setup import bare_table
from engines.karmaka.slots import EVERYBODY, slot
from engines.karmaka.state import KarmakaState
from engines.karmaka.view import GAME
from engines.logs import read_entry
from engines.reading import Fields
from engines.registry import variant_in
from engines.variants import Variant


def restore(data: Any) -> KarmakaState:
    """The state that ``save`` wrote. Raises ``SavedStateError``, also for what is no JSON object at all."""
    variant = variant_in(data, "saved state", GAME)
    state = _read(Fields(data, "saved state"), variant)
    reading.refuse(broken_invariant(state))
    if not state.over and not legal(state):
        raise SavedStateError("The pending decision has no legal action.")
    reading.compare(save.write(state), data)
    return state


def _read(fields: Fields, variant: Variant) -> KarmakaState:
    seats = variant.seats
    rules = reading.rules_version(fields)
    state = bare_table(variant, _deal(fields), fields.integer("first", 0, seats - 1), False, rules)
    state.fill_well(_slots(fields.objects("well")))
    state.ruins = tuple(reading.cards(fields, "ruins"))
    state.aside = _slots(fields.objects("aside"))
    state.shown = tuple(reading.cards(fields, "shown"))
    _read_places(state, fields)
    _read_memory(state, fields)
    state.over = fields.flag("over")
    reading.read_course(state, fields)
    state.log = _log(fields)
    return state


def _read_places(state: KarmakaState, fields: Fields) -> None:
    seats = state.layout.seats
    hands = reading.card_lists(fields, "hands", seats)
    decks = _stacks(fields, "decks", seats)
    futures = _stacks(fields, "futures", seats)
    deeds = reading.card_lists(fields, "deeds", seats)
    levels = reading.numbers(fields, "levels", seats, TRANSCENDENCE)
    rings = reading.numbers(fields, "rings", seats, RINGS)
    picks = reading.numbers(fields, "picks", seats, reading.MANY)
    for seat, place in enumerate(state.seated()):
        if hands[seat] != sorted(hands[seat]):
            raise SavedStateError("A hand is not sorted.")
        place.hand = reading.bag(hands[seat], "hands")
        place.deck = decks[seat]
        place.future = futures[seat]
        place.deeds = tuple(deeds[seat])
        place.level = levels[seat]
        place.rings = rings[seat]
        place.picks = picks[seat]


def _read_memory(state: KarmakaState, fields: Fields) -> None:
    """The lists about hands run through all owners for each observer."""
    seats = state.layout.seats
    surely = _bags(fields, "surely", (seats + 1) * seats)
    perhaps = _bags(fields, "perhaps", (seats + 1) * seats)
    for owner, place in enumerate(state.seated()):
        place.surely = surely[owner::seats]
        place.perhaps = perhaps[owner::seats]
    fresh = _bags(fields, "fresh", seats + 1)
    old = _bags(fields, "old", seats + 1)
    for observer, place in enumerate(state.places):
        place.fresh = fresh[observer]
        place.old = old[observer]


def _deal(fields: Fields) -> Deal:
    try:
        return Deal(bytes.fromhex(fields.text("seed")))
    except ValueError as error:
        raise fields.wrong("seed", "at least 16 bytes in hexadecimal digits") from error


def _slots(slots: list[Fields]) -> tuple[int, ...]:
    return tuple(
        [
            slot(reading.card(saved, "card"), saved.integer("seen", 0, EVERYBODY), reading.source(saved))
            for saved in slots
        ]
    )


def _stacks(fields: Fields, name: str, seats: int) -> list[tuple[int, ...]]:
    return [_slots(Fields({name: stack}, "saved state").objects(name)) for stack in fields.items(name, seats)]


def _bags(fields: Fields, name: str, length: int) -> list[int]:
    return [reading.bag(kinds, name) for kinds in reading.card_lists(fields, name, length)]


def _log(fields: Fields) -> Log | None:
    if fields.is_null("events"):
        return None
    log = Log()
    log.entries = [read_entry(entry, at, 0, EVERYBODY) for at, entry in enumerate(fields.items("events"))]
    return log
