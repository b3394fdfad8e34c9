"""What a saved state and a view share, read back from JSON with every field checked."""

from engines.errors import EngineError, SavedStateError
from engines.karma.cards import EMPTY, add, kind_of, zone_of
from engines.karma.check import check_position
from engines.karma.fits import FREE
from engines.karma.state import KarmaState
from engines.karma.table import (
    CHOOSE_UP,
    DECISIONS,
    EMPTY_SLOTS,
    FIRST_RULES,
    NOT_CHOSEN,
    RULES_VERSION,
    SLOTS,
    Holding,
)
from engines.karma.turn import TURN_CAP
from engines.reading import Fields
from engines.variants import Variant


def open_table(fields: Fields, variant: Variant) -> KarmaState:
    """What a saved state and a view share: everything that lies open."""
    rules = fields.integer("rules_version", 0, 1_000_000)
    if rules not in (FIRST_RULES, RULES_VERSION):
        raise fields.wrong("rules_version", f"{FIRST_RULES} or {RULES_VERSION}, the versions that this engine knows")
    current = fields.one_of("decision", DECISIONS)
    last = variant.seats - 1
    first = fields.integer("first", 0, last)
    seats = [
        Holding(EMPTY, 0, zone_of(cards(entry, "known")), zone_of(cards(entry, "up")), EMPTY_SLOTS, NOT_CHOSEN)
        for entry in fields.objects("seats", variant.seats)
    ]
    return KarmaState(
        variant,
        rules,
        variant.option("strictFollowUp") == 1,
        first,
        (),
        0,
        cards(fields, "pile"),
        zone_of(cards(fields, "box")),
        seats,
        fields.integers("out", 0, last),
        current,
        first,
        fields.integer("turn", 0, TURN_CAP),
        FREE if fields.is_null("fits_on") else card(fields.text("fits_on"), "fits_on"),
    )


def read_choice(state: KarmaState, holding: Holding, own: Fields) -> None:
    if own.is_null("chosen"):
        return
    choice = cards(own, "chosen")
    zone = zone_of(choice)
    if state.current != CHOOSE_UP or len(choice) != SLOTS or zone & ~holding.hand:
        raise own.wrong("chosen", "null, or during CHOOSE_UP three cards of the own hand")
    holding.chosen = zone


def verify(state: KarmaState) -> None:
    try:
        check_position(state)
    except AssertionError as wrong:
        raise SavedStateError(f"The saved state is impossible. {wrong}") from wrong


def card(name: str, field: str) -> int:
    try:
        return kind_of(name)
    except EngineError as wrong:
        raise SavedStateError(f"In the field {field!r}: {wrong}") from wrong


def cards(fields: Fields, name: str) -> list[int]:
    try:
        kinds = [kind_of(text) for text in fields.texts(name)]
    except EngineError as wrong:
        raise SavedStateError(f"In the field {name!r}: {wrong}") from wrong
    zone = EMPTY
    for kind in kinds:
        if zone >> 3 * kind & 7 == 7:
            raise fields.wrong(name, "a list with at most three copies of a card")
        zone = add(zone, kind)
    return kinds
