"""Tables before the first turn, and tables with given cards: those that the rules cannot produce are refused."""

from engines.chance import Deal
from engines.diamoniak.cards import (
    CARD_NAMES,
    COLOUR_LETTERS,
    COPIES,
    DIAMOND,
    FAIRY,
    KINDS,
    NO_COLOUR,
    NO_PARTS,
    PART_BIT,
    PARTS,
    PARTS_PER_CASTLE,
    WITCH,
    counts_of_cards,
    full_deck,
)
from engines.diamoniak.check import broken_invariant
from engines.diamoniak.state import DiamoniakState
from engines.diamoniak.table import RETURNED, START
from engines.errors import PositionError, UnknownCardError
from engines.interface import Json
from engines.variants import Variant


def deal_table(variant: Variant, deal: Deal, first_seat: int, record: bool) -> DiamoniakState:
    """All cards shuffled into the draw pile; nobody is dealt anything."""
    deck = full_deck()
    deal.stream("shuffle").shuffle(deck)
    log: list[Json] | None = [{"type": "turn", "seat": first_seat, "turn": 1}] if record else None
    return DiamoniakState(
        variant=variant,
        deal=deal,
        deck=deck,
        dealt=0,
        parts=[NO_PARTS] * (RETURNED + 1),
        colour=[NO_COLOUR] * variant.seats,
        diamonds=[0] * (RETURNED + 1),
        fairies=[0] * (RETURNED + 1),
        witches=0,
        seat=first_seat,
        turn=1,
        phase=START,
        drawn=0,
        reshuffles=0,
        log=log,
    )


def build_state(
    *,
    variant: Variant,
    deal: Deal,
    castles: list[list[int]],
    reserves: list[list[int]],
    colours: list[int],
    draw: list[int],
    returned: list[int],
    seat: int,
    turn: int,
    phase: int,
    drawn: int,
    reshuffles: int,
    log: list[Json] | None,
) -> DiamoniakState:
    """A state with these cards. Raises ``PositionError`` or ``UnknownCardError``."""
    parts = [NO_PARTS] * (RETURNED + 1)
    diamonds = [0] * (RETURNED + 1)
    fairies = [0] * (RETURNED + 1)
    for owner in range(variant.seats):
        check_seat_zones(owner, colours[owner], castles[owner], reserves[owner])
        _put(castles[owner] + reserves[owner], owner, parts, diamonds, fairies)
    _put(returned, RETURNED, parts, diamonds, fairies)
    witches = returned.count(WITCH)
    state = DiamoniakState(
        variant, deal, draw, 0, parts, colours, diamonds, fairies, witches, seat, turn, phase, drawn, reshuffles, log
    )
    problem = broken_invariant(state)
    if problem is not None:
        raise PositionError(problem)
    return state


def _put(cards: list[int], where: int, parts: list[int], diamonds: list[int], fairies: list[int]) -> None:
    for card in cards:
        if card < PARTS:
            parts[where] |= PART_BIT[card]
        elif card == DIAMOND:
            diamonds[where] += 1
        elif card == FAIRY:
            fairies[where] += 1


def check_seat_zones(seat: int, colour: int, castle: list[int], reserve: list[int]) -> None:
    """Castles hold the seat's colour alone, reserves everything else but witches."""
    for card in castle:
        if card >= PARTS:
            raise PositionError(f"{CARD_NAMES[card]} cannot lie in the castle of seat {seat}: only castle parts do.")
        if card // PARTS_PER_CASTLE != colour:
            raise PositionError(f"The castle of seat {seat} has cards of another colour than the one it builds.")
    if WITCH in reserve:
        raise PositionError(f"Seat {seat} cannot keep a witch.")
    for card in reserve:
        if card < PARTS and card // PARTS_PER_CASTLE == colour:
            raise PositionError(
                f"{CARD_NAMES[card]} cannot lie in the reserve of seat {seat}, which builds "
                f"{COLOUR_LETTERS[colour]}: put it in the castle."
            )


def colour_of_castle(castle: list[int]) -> int:
    """The colour of a castle's first card; ``check_seat_zones`` compares the others with it."""
    return castle[0] // PARTS_PER_CASTLE if castle else NO_COLOUR


def unnamed_cards(named: list[int]) -> list[int]:
    """How many copies of each kind are left when these are named. Refuses more copies than the game has."""
    counts = counts_of_cards(named)
    for kind in range(KINDS):
        if counts[kind] > COPIES[kind]:
            raise UnknownCardError(
                f"{CARD_NAMES[kind]} is named {counts[kind]} times, but the game has {COPIES[kind]} of it."
            )
    return [COPIES[kind] - counts[kind] for kind in range(KINDS)]
