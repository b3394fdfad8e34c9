"""States from JSON: ``restore`` for what ``save`` wrote, ``imagine`` for what a seat sees."""

from random import Random
from typing import Any

from engines.chance import Deal
from engines.errors import EngineError, SavedStateError
from engines.interface import PUBLIC, Json
from engines.karmaka import reading, saved
from engines.karmaka.bags import kinds_in
from engines.karmaka.cards import COPIES, KINDS, NO_CARD, UNKNOWN
from engines.karmaka.events import Log
from engines.karmaka.invariants import broken_course, broken_invariant
from engines.karmaka.layout import NO_SEAT, RINGS, TRANSCENDENCE, TURN_CAP
from engines.karmaka.options import legal
from engines.karmaka.resample import Hidden, blank_memory_of_others, deal_hidden
from engines.karmaka.setup import bare_table
from engines.karmaka.slots import EVERYBODY, FRESH, FROM_HAND, NOBODY_YET, SPECTATOR, card, seen, slot, source
from engines.karmaka.state import KarmakaState
from engines.karmaka.view import view as view_of


def restore(data: Json) -> KarmakaState:
    """The state that ``save`` wrote. Raises ``SavedStateError``."""
    try:
        state = _read_saved(data)
        _compare(saved.write(state), data)
    except EngineError as error:
        raise SavedStateError(f"This is not a saved state of Karmaka: {error}") from error
    return state


def imagine(data: Json, rng: Random) -> KarmakaState:
    """A random state that agrees with a view. Raises ``SavedStateError``."""
    try:
        state = _read_view(data)
        seat = reading.number(data, "seat", PUBLIC, state.layout.seats - 1)
        observer = state.layout.seats if seat == PUBLIC else seat
        _check_known_cards(state, observer)
        blank_memory_of_others(state, observer)
        hidden = Hidden(state, observer)
        _refuse(broken_course(state) or hidden.problem(state))
        deal_hidden(state, seat, hidden, rng)
        _refuse(broken_invariant(state))
        if not state.over and not state.options:
            raise SavedStateError("The pending decision has no legal action.")
        _compare(view_of(state, seat), data)
    except EngineError as error:
        raise SavedStateError(f"This is not a view of Karmaka: {error}") from error
    return state


def _refuse(problem: str) -> None:
    if problem:
        raise SavedStateError(problem)


def _compare(made: Json, given: Json) -> None:
    """Fields that follow from others must say the same as those others."""
    for key in made:
        if key not in given or made[key] != given[key]:
            raise SavedStateError(f"The field {key!r} is missing or contradicts the others.")


# -- saved states ---------------------------------------------------------------------------------------------


def _read_saved(data: Json) -> KarmakaState:
    variant = reading.variant(data)
    seats = variant.seats
    state = bare_table(variant, _deal(data), reading.number(data, "first_seat", 0, seats - 1), record=False)
    state.well = _saved_slots(reading.objects(data, "well"))
    state.ruins = reading.cards(data, "ruins")
    state.hands = reading.card_lists(data, "hands", seats)
    state.decks = _saved_stacks(data, "decks", seats)
    state.futures = _saved_stacks(data, "futures", seats)
    state.deeds = reading.card_lists(data, "deeds", seats)
    state.levels = reading.numbers(data, "levels", seats, TRANSCENDENCE)
    state.rings = reading.numbers(data, "rings", seats, RINGS)
    state.surely = _bags(data, "surely", (seats + 1) * seats)
    state.perhaps = _bags(data, "perhaps", (seats + 1) * seats)
    state.fresh = _bags(data, "fresh", seats + 1)
    state.old = _bags(data, "old", seats + 1)
    state.picks = reading.numbers(data, "picks", seats, 10**6)
    state.aside = _saved_slots(reading.objects(data, "aside"))
    state.shown = reading.cards(data, "shown")
    state.target = reading.number(data, "target", NO_SEAT, seats - 1)
    state.winner = reading.number(data, "winner", NO_SEAT, seats - 1)
    state.over = reading.flag(data, "over")
    _read_course(state, data, data)
    _refuse(broken_invariant(state))
    if not state.over:
        state.options = legal(state, state.frames[-1])
        if not state.options:
            raise SavedStateError("The pending decision has no legal action.")
    state.log = _events(data)
    return state


def _read_course(state: KarmakaState, data: Json, chain: Json) -> None:
    """What saved states and views call by the same names."""
    seats = state.layout.seats
    state.seat = reading.number(data, "turn_seat", 0, seats - 1)
    state.turn = reading.number(data, "turn_number", 0, TURN_CAP)
    state.reshuffles = reading.number(data, "reshuffles", 0, 10**6)
    state.centre = reading.card_or_none(data, "centre")
    state.frames = reading.frames(data, seats)
    state.extra = reading.flag(chain, "extra_play")
    state.extra_plays = reading.number(chain, "extra_plays", 0, 10**6)
    state.embodied = reading.flag(chain, "embody_used")
    state.mimicked = reading.flag(chain, "mimic_used")


def _deal(data: Json) -> Deal:
    try:
        return Deal(bytes.fromhex(reading.field(data, "seed", str)))
    except ValueError as error:
        raise SavedStateError("The field 'seed' must be at least 16 bytes in hexadecimal digits.") from error


def _saved_slots(slots: list[Json]) -> list[int]:
    return [
        slot(reading.card(each, "card"), reading.number(each, "seen", 0, EVERYBODY), reading.source_of(each))
        for each in slots
    ]


def _saved_stacks(data: Json, key: str, seats: int) -> list[list[int]]:
    stacks = reading.field(data, key, list)
    if len(stacks) != seats:
        raise SavedStateError(f"The field {key!r} must have {seats} lists.")
    return [_saved_slots(reading.objects({key: stack}, key)) for stack in stacks]


def _bags(data: Json, key: str, length: int) -> list[int]:
    return [reading.bag(kinds, key) for kinds in reading.card_lists(data, key, length)]


def _events(data: Json) -> Log | None:
    events: Any = data.get("events")
    if events is None:
        return None
    log = Log()
    if not isinstance(events, list):
        raise SavedStateError("The field 'events' must be a list, or null.")
    for event in events:
        if not isinstance(event, list) or [type(part) for part in event] != [dict, int, dict]:
            raise SavedStateError("An event must be a list of an object, a number and an object.")
        log.entries.append((event[0], event[1], event[2]))
    return log


# -- views ----------------------------------------------------------------------------------------------------


def _read_view(data: Json) -> KarmakaState:
    variant = reading.variant(data)
    seats = variant.seats
    seat = reading.number(data, "seat", PUBLIC, seats - 1)
    places = reading.objects(data, "seats", seats)
    state = bare_table(variant, Deal(bytes(32)), reading.number(data, "first_seat", 0, seats - 1), record=False)
    state.well = _well(reading.field(data, "well", dict))
    state.ruins = reading.cards(data, "ruins")
    state.hands = [[UNKNOWN] * reading.number(each, "hand", 0, 64) for each in places]
    state.decks = [_slots(reading.objects(each, "deck")) for each in places]
    state.futures = [_slots(reading.objects(each, "future")) for each in places]
    state.deeds = [reading.cards(each, "deeds") for each in places]
    state.levels = [reading.number(each, "level", 0, TRANSCENDENCE) for each in places]
    state.rings = [reading.number(each, "rings", 0, RINGS) for each in places]
    state.aside = _slots(reading.objects(data, "aside"))
    state.winner = _seat_or_none(data, "winner", seats)
    state.over = data.get("ranks") is not None
    chain = reading.field(data, "chain", dict)
    state.target = _seat_or_none(chain, "target", seats)
    _read_course(state, data, chain)
    _read_shown(state, data)
    _read_memory(state, data, places, seats if seat == PUBLIC else seat)
    return state


def _seat_or_none(data: Json, key: str, seats: int) -> int:
    if key in data and data[key] is None:
        return NO_SEAT
    return reading.number(data, key, 0, seats - 1)


def _well(data: Json) -> list[int]:
    size = reading.number(data, "size", 0, 64)
    well = [slot(UNKNOWN, NOBODY_YET, FRESH)] * size
    for each in reading.objects(data, "slots"):
        if size == 0:
            raise SavedStateError("The field 'slots' names cards of an empty Well.")
        well[reading.number(each, "at", 0, size - 1)] = _slots([each])[0]
    return well


def _slots(slots: list[Json]) -> list[int]:
    found: list[int] = []
    for each in slots:
        kind = reading.card_or_none(each, "card")
        bits = SPECTATOR if reading.flag(each, "open") else NOBODY_YET
        for seat in reading.field(each, "seen_by", list):
            if type(seat) is not int or not 0 <= seat < 4:
                raise SavedStateError("The field 'seen_by' must be a list of seats.")
            bits |= (1, 2, 4, 8)[seat]
        if bits & SPECTATOR:
            bits = EVERYBODY
        found.append(slot(UNKNOWN if kind == NO_CARD else kind, bits, reading.source_of(each)))
    return found


def _read_shown(state: KarmakaState, data: Json) -> None:
    if data.get("shown") is None:
        return
    shown = reading.field(data, "shown", dict)
    size = reading.number(shown, "count", 1, 3)
    if state.target == NO_SEAT or len(state.hands[state.target]) < size:
        raise SavedStateError("The field 'shown' tells of more cards than the target has.")
    state.shown = [UNKNOWN] * size if shown.get("cards") is None else reading.cards(shown, "cards")


def _read_memory(state: KarmakaState, data: Json, places: list[Json], observer: int) -> None:
    """The observer's own memory and a spectator's; ``blank_memory_of_others`` does the rest."""
    for other, end in ((observer, ""), (state.layout.seats, "_for_all")):
        bounds = reading.field(data, "bounds" + end, dict)
        state.fresh[other] = reading.bag(reading.cards(bounds, "well"), "bounds" + end)
        state.old[other] = reading.bag(reading.cards(bounds, "old"), "bounds" + end)
        for owner, place in enumerate(places):
            if owner != other:
                at = state.memory_at(other, owner)
                state.surely[at] = reading.bag(reading.cards(place, "surely" + end), "surely" + end)
                state.perhaps[at] = reading.bag(reading.cards(place, "perhaps" + end), "perhaps" + end)
    if observer < state.layout.seats:
        _read_own(state, data, observer)


def _read_own(state: KarmakaState, data: Json, seat: int) -> None:
    own = reading.field(data, "own", dict)
    state.hands[seat] = sorted(reading.cards(own, "hand"))
    for each in reading.objects(own, "known_to", state.layout.seats - 1):
        at = state.memory_at(reading.number(each, "seat", 0, state.layout.seats - 1), seat)
        state.surely[at] = reading.bag(reading.cards(each, "surely"), "surely")
        state.perhaps[at] = reading.bag(reading.cards(each, "perhaps"), "perhaps")


def _check_known_cards(state: KarmakaState, observer: int) -> None:
    """The observer knows no kind more often than there are copies, and knows every slot that it has seen."""
    kinds = [*state.ruins, state.centre]
    for deeds in state.deeds:
        kinds += deeds
    for stack in [state.well, state.aside, *state.decks, *state.futures]:
        kinds += [card(each) for each in stack]
        if any(card(each) == UNKNOWN and seen(each) & state.layout.bits[observer] for each in stack):
            raise SavedStateError("A slot that the seat has seen has no card.")
        if any(source(each) >= FROM_HAND + state.layout.seats for each in stack):
            raise SavedStateError("A slot comes from the hand of a seat that does not exist.")
    for owner in range(state.layout.seats):
        at = state.memory_at(observer, owner)
        kinds += state.hands[owner] + kinds_in(state.surely[at]) + kinds_in(state.perhaps[at])
    for kind in range(KINDS):
        if kinds.count(kind) > COPIES[kind]:
            raise SavedStateError("More copies of a card are known than the game has.")
