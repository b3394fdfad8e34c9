"""Green cards: drawing, and building the next life."""

from engines.karmaka import moves
from engines.karmaka.abilities.base import ANY_SEAT, SELF, Ability, ask
from engines.karmaka.actions import SEQUENCES
from engines.karmaka.cards import ANOTHER_DAY, JUBILEE, LONGEVITY, RECYCLE, SALVAGE, SOWING, VOYAGE
from engines.karmaka.table import JUBILEE as JUBILEE_DECISION
from engines.karmaka.table import PICK_RUINS, Frame, Table
from engines.karmaka.table import SOWING as SOWING_DECISION

# -- Another Day: draw one card from the Well; extra play --------------------------------------------------------


def another_day(table: Table) -> None:
    moves.draw_from_well(table, table.seat, 1)


# -- Recycle: move one of the top three Ruins onto your FL -------------------------------------------------------


def recycle(table: Table) -> None:
    if table.ruins:
        ask(table, PICK_RUINS, table.seat, RECYCLE)


def recycle_take(table: Table, frame: Frame, depth: int) -> None:
    moves.ruins_to_future(table, table.seat, depth)


# -- Longevity: deal two cards from the Well onto any player's Deck ----------------------------------------------


def longevity(table: Table) -> None:
    moves.deal_from_well(table, table.target, 2)


# -- Sowing: draw two from the Well, then put two cards from your hand on your FL --------------------------------


def sowing(table: Table) -> None:
    moves.draw_from_well(table, table.seat, 2)
    if table.places[table.seat].hand:
        ask(table, SOWING_DECISION, table.seat, SOWING)


def sowing_put(table: Table, frame: Frame, choice: int) -> None:
    for kind in SEQUENCES[choice]:
        moves.hand_to_future(table, table.seat, kind, table.seat)


# -- Salvage: take one of the top three Ruins into your hand -----------------------------------------------------


def salvage(table: Table) -> None:
    if table.ruins:
        ask(table, PICK_RUINS, table.seat, SALVAGE)


def salvage_take(table: Table, frame: Frame, depth: int) -> None:
    moves.ruins_to_hand(table, table.seat, depth)


# -- Voyage: draw three cards from the Well; extra play ----------------------------------------------------------


def voyage(table: Table) -> None:
    moves.draw_from_well(table, table.seat, 3)


# -- Jubilee: put up to two cards from your hand on your Deeds ---------------------------------------------------


def jubilee(table: Table) -> None:
    if table.places[table.seat].hand:
        ask(table, JUBILEE_DECISION, table.seat, JUBILEE)


def jubilee_put(table: Table, frame: Frame, choice: int) -> None:
    for kind in SEQUENCES[choice]:
        moves.hand_to_deeds(table, table.seat, kind)


GREEN_ABILITIES = (
    Ability(ANOTHER_DAY, SELF, another_day, extra_play=True),
    Ability(RECYCLE, SELF, recycle, recycle_take),
    Ability(LONGEVITY, ANY_SEAT, longevity),
    Ability(SOWING, SELF, sowing, sowing_put),
    Ability(SALVAGE, SELF, salvage, salvage_take),
    Ability(VOYAGE, SELF, voyage, extra_play=True),
    Ability(JUBILEE, SELF, jubilee, jubilee_put),
)
