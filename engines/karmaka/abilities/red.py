"""Red cards: ruin."""

from engines.karmaka import moves
from engines.karmaka.abilities.base import ANY_SEAT, RIVAL, SELF, Ability, ask
from engines.karmaka.actions import SETS, STOP
from engines.karmaka.cards import CRISIS, DWINDLE, HELLS_HEART, PANIC, ROULETTE, SPITE, VENGEANCE
from engines.karmaka.table import PICK_DEED, PICK_HAND, ROULETTE_DRAW, ROULETTE_RUIN, Frame, Table

# -- Panic: ruin the top card of any player's Deck; extra play ---------------------------------------------------


def panic(table: Table) -> None:
    moves.ruin_top_of_deck(table, table.target)


# -- Dwindle: any player ruins one card of own choice from hand --------------------------------------------------


def dwindle(table: Table) -> None:
    if table.places[table.target].hand:
        ask(table, PICK_HAND, table.target, DWINDLE)


def dwindle_ruin(table: Table, frame: Frame, kind: int) -> None:
    moves.ruin_from_hand(table, table.target, kind)


# -- Crisis: a rival ruins one own Deed of own choice ------------------------------------------------------------


def crisis(table: Table) -> None:
    if table.places[table.target].deeds:
        ask(table, PICK_DEED, table.target, CRISIS)


def crisis_ruin(table: Table, frame: Frame, at: int) -> None:
    moves.ruin_deed(table, table.target, at)


# -- Roulette: ruin up to two cards from your hand, then draw up to that many plus one, one by one ---------------


def roulette(table: Table) -> None:
    ask(table, ROULETTE_RUIN, table.seat, ROULETTE)


def roulette_go_on(table: Table, frame: Frame, choice: int) -> None:
    if frame.step == ROULETTE_RUIN:
        ruined = SETS[choice]
        for kind in ruined:
            moves.ruin_from_hand(table, table.seat, kind)
        _ask_for_draw(table, len(ruined) + 1)
    elif choice != STOP:
        moves.draw_from_well(table, table.seat, 1)
        _ask_for_draw(table, frame.number - 1)


def _ask_for_draw(table: Table, draws_left: int) -> None:
    if draws_left > 0 and moves.well_can_give(table):
        ask(table, ROULETTE_DRAW, table.seat, ROULETTE, draws_left)


# -- Hell's Heart: ruin the top two cards of a rival's FL, one by one --------------------------------------------


def hells_heart(table: Table) -> None:
    moves.ruin_top_of_future(table, table.target)
    moves.ruin_top_of_future(table, table.target)


# -- Vengeance: ruin a rival's exposed Deed ----------------------------------------------------------------------


def vengeance(table: Table) -> None:
    if table.places[table.target].deeds:
        moves.ruin_deed(table, table.target, len(table.places[table.target].deeds) - 1)


# -- Spite: ruin two random cards of a rival's hand --------------------------------------------------------------


def spite(table: Table) -> None:
    for kind in moves.pick_from_hand(table, table.target, 2):
        moves.ruin_from_hand(table, table.target, kind)


RED_ABILITIES = (
    Ability(PANIC, ANY_SEAT, panic, extra_play=True),
    Ability(DWINDLE, ANY_SEAT, dwindle, dwindle_ruin),
    Ability(CRISIS, RIVAL, crisis, crisis_ruin),
    Ability(ROULETTE, SELF, roulette, roulette_go_on),
    Ability(HELLS_HEART, RIVAL, hells_heart),
    Ability(VENGEANCE, RIVAL, vengeance),
    Ability(SPITE, RIVAL, spite),
)
