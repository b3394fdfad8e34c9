"""Cards, bags, slots and frames from JSON. Everything wrong is a ``SavedStateError`` that names the field."""

from engines.errors import SavedStateError, UnknownCardError
from engines.karmaka.bags import EMPTY, ONE, count
from engines.karmaka.cards import CARDS, COPIES, NO_CARD, kind_of
from engines.karmaka.layout import NO_SEAT
from engines.karmaka.slots import SOURCES
from engines.karmaka.state import KarmakaState
from engines.karmaka.table import FIRST_RULES, FRAME_NAMES, RULES_VERSION
from engines.reading import Fields

MANY = 1_000_000
"""More than any game counts: reshuffles, picks, extra plays."""


def _kind(fields: Fields, name: str, text: str) -> int:
    try:
        return kind_of(text)
    except UnknownCardError as error:
        raise SavedStateError(f"In the field {name!r}: {error}") from error


def card(fields: Fields, name: str) -> int:
    return _kind(fields, name, fields.text(name))


def card_or_none(fields: Fields, name: str) -> int:
    return NO_CARD if fields.is_null(name) else card(fields, name)


def cards(fields: Fields, name: str) -> list[int]:
    return [_kind(fields, name, text) for text in fields.texts(name)]


def card_lists(fields: Fields, name: str, length: int) -> list[list[int]]:
    return [cards(Fields({name: names}, name), name) for names in fields.items(name, length)]


def bag(kinds: list[int], name: str) -> int:
    """A bag, which must not hold more copies than there are."""
    total = EMPTY
    for kind in kinds:
        if count(total, kind) == COPIES[kind]:
            raise SavedStateError(f"The field {name!r} has more copies of a card than the game.")
        total += ONE[kind]
    return total


def numbers(fields: Fields, name: str, length: int, high: int) -> list[int]:
    integers = fields.integers(name, 0, high)
    if len(integers) != length:
        raise fields.wrong(name, f"a list of {length} numbers")
    return integers


def seat_or_none(fields: Fields, name: str, seats: int) -> int:
    return NO_SEAT if fields.is_null(name) else fields.integer(name, 0, seats - 1)


def source(fields: Fields) -> int:
    return fields.one_of("source", SOURCES)


def read_pending(state: KarmakaState, fields: Fields) -> None:
    for decision in fields.objects("pending"):
        state.push(
            decision.one_of("step", FRAME_NAMES),
            decision.integer("seat", 0, state.layout.seats - 1),
            card_or_none(decision, "card"),
            decision.integer("number", 0, CARDS),
        )


def rules_version(fields: Fields) -> int:
    return fields.integer("rules_version", FIRST_RULES, RULES_VERSION)


def read_course(state: KarmakaState, fields: Fields) -> None:
    """How far the game is: what saved states and views call by the same names."""
    seats = state.layout.seats
    state.seat = fields.integer("active", 0, seats - 1)
    state.turn = fields.integer("turn", 0, state.turn_cap())
    state.reshuffles = fields.integer("reshuffles", 0, MANY)
    state.centre = card_or_none(fields, "centre")
    state.winner = seat_or_none(fields, "winner", seats)
    read_pending(state, fields)
    chain = fields.inner("chain")
    state.target = seat_or_none(chain, "target", seats)
    state.extra = chain.flag("extra_play")
    state.extra_plays = chain.integer("extra_plays", 0, MANY)
    state.embodied = chain.flag("embody_used")
    state.mimicked = chain.flag("mimic_used")


def compare(made: dict[str, object], stated: dict[str, object]) -> None:
    """Fields that follow from others must say the same as those others."""
    for key, value in made.items():
        if key not in stated or value != stated[key]:
            raise SavedStateError(f"The field {key!r} is missing or contradicts the others.")


def refuse(problem: str) -> None:
    """Raise for a problem; an empty text is none."""
    if problem:
        raise SavedStateError(problem)
