"""Set up any position in a few lines, by card names."""

from collections.abc import Mapping, Sequence
from typing import Final

from engines.chance import Deal
from engines.diamoniak.cards import (
    DIAMOND,
    FAIRY,
    NO_COLOUR,
    PARTS,
    PARTS_PER_CASTLE,
    WITCH,
    colour_of,
    kind_of,
    kinds_of,
    words,
)
from engines.diamoniak.setup import build_state, colour_of_castle, unnamed_cards
from engines.diamoniak.state import DiamoniakState
from engines.diamoniak.table import DECISIONS, OVER, START, TURN_CAP
from engines.diamoniak.turn import settle as carry_out_forced
from engines.diamoniak.view import GAME
from engines.errors import PositionError
from engines.interface import Json
from engines.registry import variant as variant_of_slug
from engines.variants import Variant

Cards = str | Sequence[str]
"""``"R1 D D"`` or ``["R1", "D", "D"]``."""
PerSeat = Sequence[Cards | None] | Mapping[int, Cards]
"""One entry per seat from seat 0 on, or a mapping from seats; ``None`` or left out: no cards."""

_QUIET_FIRST: Final[list[int]] = [DIAMOND, FAIRY, *range(PARTS), WITCH]
"""Order of unnamed cards in the draw pile: cards that change least come first, witches last."""


def position(
    variant: str | Variant,
    *,
    castles: PerSeat = (),
    reserves: PerSeat = (),
    next: Cards = "",  # noqa: A002 - reads as people say it: the next cards are R4 and W
    draw: Cards | None = None,
    returned: Cards | None = None,
    turn: int = 0,
    turn_number: int = 1,
    decision: str = "START",
    locked: PerSeat = (),
    deal: Deal | None = None,
    settle: bool = False,
    record: bool = False,
) -> DiamoniakState:
    """A state with the cards where you want them.

    >>> state = position("diamoniak-3", castles=["R1 R2"], reserves=["D D D", "R3 F"], next="W B1")
    >>> [state.action_name(action) for action in state.legal_actions()]
    ['draw', 'buy R3 from seat 1']

    ``castles``, ``reserves``: cards per seat, as a list from seat 0 on or as a mapping. A part of the colour that its
    owner builds is laid into the castle even if it is named in the reserve: the rules know no other place for it.
    ``next``: the first cards of the draw pile. ``draw``: the whole draw pile instead, the next card first.
    ``returned``: the returned cards. Cards named nowhere go to the end of the draw pile, or to ``returned`` if
    ``draw`` is given: diamonds first, then fairies, castle parts and witches; shuffled if a ``deal`` is given.
    ``turn``: the seat whose turn it is. ``turn_number``: how many turns were begun, up to 400.
    ``decision``: ``START``, ``CONTINUE`` (a card was drawn), ``WITCH`` or ``PAY`` (a witch lies open).
    ``locked``: with ``lockColour``, the colour letter per seat for those who lost all their castle cards.
    ``deal``: the chance of reshuffles to come.
    ``settle``: play a forced first decision at once. Otherwise it can be looked at; later ones are played anyway.
    ``record``: keep events from here on.
    """
    chosen = _variant(variant)
    phase = _phase(decision)
    if not 0 <= turn < chosen.seats:
        raise PositionError(f"turn={turn}: {chosen.title} has seats 0 to {chosen.seats - 1}.")
    if not 1 <= turn_number <= TURN_CAP:
        raise PositionError(f"turn_number={turn_number}: turns are numbered 1 to {TURN_CAP}.")
    castle_cards = _kinds_per_seat("castles", castles, chosen)
    reserve_cards = _kinds_per_seat("reserves", reserves, chosen)
    colours = _colours(castle_cards, locked, chosen)
    _lay_parts_where_they_belong(colours, castle_cards, reserve_cards)
    open_cards = [WITCH] if DECISIONS[phase] in ("WITCH", "PAY") else []
    in_hands = [card for zone in [*castle_cards, *reserve_cards] for card in zone] + open_cards
    draw_cards, returned_cards = _common(in_hands, next, draw, returned, deal)
    log: list[Json] | None = [{"type": "turn", "seat": turn, "turn": turn_number}] if record else None
    state = build_state(
        variant=chosen,
        deal=deal or Deal.from_text("position"),
        castles=castle_cards,
        reserves=reserve_cards,
        colours=colours,
        draw=draw_cards,
        returned=returned_cards,
        seat=turn,
        turn=turn_number,
        phase=phase,
        drawn=0 if phase == START else 1,
        reshuffles=0,
        log=log,
    )
    if settle:
        carry_out_forced(state)
    return state


def _variant(variant: str | Variant) -> Variant:
    known = variant_of_slug(variant) if isinstance(variant, str) else variant
    if known.game != GAME:
        raise PositionError(f"{known.slug} is not a variant of Diamoniak: use diamoniak-2, -3 or -4.")
    return known


def _phase(decision: str) -> int:
    if decision not in DECISIONS[:OVER]:
        raise PositionError(f"There is no decision called {decision!r}: use one of {', '.join(DECISIONS[:OVER])}.")
    return DECISIONS.index(decision)


def _per_seat(field: str, entries: PerSeat, variant: Variant) -> list[list[str]]:
    """The words of each seat's entry."""
    if isinstance(entries, str):
        raise PositionError(f"{field} needs an entry per seat, e.g. {field}=[{entries!r}], not one text.")
    named = dict(entries) if isinstance(entries, Mapping) else dict(enumerate(entries))
    for seat in named:
        if not 0 <= seat < variant.seats:
            raise PositionError(f"{field} names seat {seat}, but {variant.title} has seats 0 to {variant.seats - 1}.")
    return [words(named.get(seat, "")) for seat in range(variant.seats)]


def _kinds_per_seat(field: str, entries: PerSeat, variant: Variant) -> list[list[int]]:
    return [[kind_of(name) for name in names] for names in _per_seat(field, entries, variant)]


def _common(
    in_hands: list[int], next_cards: Cards, draw: Cards | None, returned: Cards | None, deal: Deal | None
) -> tuple[list[int], list[int]]:
    """The draw pile and the returned cards, unnamed cards included."""
    if draw is not None and next_cards:
        raise PositionError("Give either next (the first cards of the draw pile) or draw (all of it), not both.")
    pile = kinds_of(next_cards if draw is None else draw)
    back = kinds_of(returned or "")
    left = unnamed_cards(in_hands + pile + back)
    rest = [kind for kind in _QUIET_FIRST for _ in range(left[kind])]
    if deal is not None:
        deal.stream("position").shuffle(rest)
    if draw is None:
        return pile + rest, back
    if returned is None:
        return pile, rest
    if rest:
        raise PositionError(
            f"draw and returned are both given, but {len(rest)} cards are named nowhere. Leave one of them out."
        )
    return pile, back


def _lay_parts_where_they_belong(colours: list[int], castles: list[list[int]], reserves: list[list[int]]) -> None:
    for seat, colour in enumerate(colours):
        own = [card for card in reserves[seat] if card < PARTS and card // PARTS_PER_CASTLE == colour]
        castles[seat] = castles[seat] + own
        reserves[seat] = [card for card in reserves[seat] if card not in own]


def _colours(castles: list[list[int]], locked: PerSeat, variant: Variant) -> list[int]:
    """The colour of each castle, or the one that its seat is locked to."""
    colours = [colour_of_castle(castle) for castle in castles]
    for seat, letters in enumerate(_per_seat("locked", locked, variant)):
        if not letters:
            continue
        if not variant.option("lockColour"):
            raise PositionError(f"locked needs the option lockColour: use {variant.slug}+lockColour.")
        colour = colour_of(" ".join(letters))
        if colours[seat] not in (NO_COLOUR, colour):
            raise PositionError(f"Seat {seat} is locked to {letters[0]}, but its castle has another colour.")
        colours[seat] = colour
    return colours
