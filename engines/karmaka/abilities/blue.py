"""Blue cards: looking, taking, copying from the own hand."""

from engines.karmaka import moves
from engines.karmaka.abilities.base import RIVAL, SELF, Ability, ask
from engines.karmaka.actions import ORDERS
from engines.karmaka.bags import bag_of, kinds_in
from engines.karmaka.cards import DENIAL, DESTINY, PEEK, STOLEN_DREAMS, SWINDLE, THIEVERY, TRANSMIGRATE, names_of
from engines.karmaka.memory import see_hand
from engines.karmaka.table import DESTINY as ARRANGE_DECISION
from engines.karmaka.table import PICK_FL, PICK_HAND, RESOLVE, SWINDLE_TAKE, Frame, Table

# -- Transmigrate: take one card of your choice from your FL into your hand -------------------------------------


def transmigrate(table: Table) -> None:
    if table.places[table.seat].future:
        ask(table, PICK_FL, table.seat, TRANSMIGRATE)


def transmigrate_take(table: Table, frame: Frame, at: int) -> None:
    moves.future_to_hand(table, table.seat, at)


# -- Peek: see a rival's hand; extra play ------------------------------------------------------------------------


def peek(table: Table) -> None:
    hand = table.places[table.target].hand
    see_hand(table, table.seat, table.target, hand)
    if table.log is not None:
        public = {"type": "peek", "seat": table.seat, "owner": table.target}
        table.log.add(public, table.layout.bits[table.seat], {"cards": names_of(kinds_in(hand))})


# -- Destiny: see the top three of the Well, up to two onto your FL, the others back on top in any order ---------


def destiny(table: Table) -> None:
    moves.look_at_well(table, table.seat, 3)
    if table.aside:
        ask(table, ARRANGE_DECISION, table.seat, DESTINY)


def destiny_arrange(table: Table, frame: Frame, choice: int) -> None:
    moves.put_aside_back(table, table.seat, ORDERS[choice // 3], choice % 3)


# -- Stolen Dreams: the top card of a rival's FL goes onto your FL -----------------------------------------------


def stolen_dreams(table: Table) -> None:
    if table.places[table.target].future:
        moves.future_to_future(table, table.target, table.seat)


# -- Denial: ruin one card from your hand, then resolve a copy of its ability ------------------------------------


def denial(table: Table) -> None:
    if table.places[table.seat].hand:
        ask(table, PICK_HAND, table.seat, DENIAL)


def denial_ruin(table: Table, frame: Frame, kind: int) -> None:
    """A card was paid for what follows, so Embody and Mimic may work once more."""
    moves.ruin_from_hand(table, table.seat, kind)
    table.embodied = False
    table.mimicked = False
    ask(table, RESOLVE, table.seat, kind)


# -- Thievery: a rival's exposed Deed goes into your hand --------------------------------------------------------


def thievery(table: Table) -> None:
    if table.places[table.target].deeds:
        moves.deed_to_hand(table, table.target, table.seat)


# -- Swindle: see three random cards of a rival's hand and take one of them --------------------------------------


def swindle(table: Table) -> None:
    """Both seats see the shown cards. With a smaller hand all of it is shown."""
    if not table.places[table.target].hand:
        return
    table.shown = tuple(sorted(moves.pick_from_hand(table, table.target, 3)))
    see_hand(table, table.seat, table.target, bag_of(table.shown))
    if table.log is not None:
        both = table.layout.bits[table.seat] | table.layout.bits[table.target]
        public = {"type": "show", "seat": table.seat, "owner": table.target, "count": len(table.shown)}
        table.log.add(public, both, {"cards": names_of(table.shown)})
    ask(table, SWINDLE_TAKE, table.seat, SWINDLE)


def swindle_take(table: Table, frame: Frame, kind: int) -> None:
    table.shown = ()
    moves.hand_to_hand(table, table.target, table.seat, kind)


BLUE_ABILITIES = (
    Ability(TRANSMIGRATE, SELF, transmigrate, transmigrate_take),
    Ability(PEEK, RIVAL, peek, extra_play=True),
    Ability(DESTINY, SELF, destiny, destiny_arrange),
    Ability(STOLEN_DREAMS, RIVAL, stolen_dreams),
    Ability(DENIAL, SELF, denial, denial_ruin),
    Ability(THIEVERY, RIVAL, thievery),
    Ability(SWINDLE, RIVAL, swindle, swindle_take),
)
