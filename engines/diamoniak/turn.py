"""The rules of a turn: drawing, the witch, buying, and whose turn is next. Legal actions are in ``legal``."""

from engines.diamoniak import actions
from engines.diamoniak.actions import DRAW, PAY, STOP, USE_FAIRY
from engines.diamoniak.cards import (
    CARD_NAMES,
    COLOUR_LETTERS,
    DIAMOND,
    FAIRY,
    NO_COLOUR,
    NO_PARTS,
    PART_BIT,
    PARTS_PER_CASTLE,
    WITCH,
    names,
)
from engines.diamoniak.ending import is_capped, ranks
from engines.diamoniak.legal import must_draw
from engines.diamoniak.payments import FIRST_PAYMENT, PENALTY, Cards, payment_of
from engines.diamoniak.table import (
    CONTINUE,
    OVER,
    PAYING,
    PRICE,
    RETURNED,
    START,
    TURN_CAP,
    WITCH_MET,
    Table,
    gain,
    move,
)


def perform(table: Table, action: int) -> None:
    """Carry out an action of the seat whose turn it is."""
    if action == DRAW:
        draw(table)
    elif action == STOP:
        stop(table)
    elif action == USE_FAIRY:
        use_fairy(table)
    elif action == PAY:
        ask_payment(table)
    elif action < FIRST_PAYMENT:
        buy(table, actions.seller_of(action), actions.part_of(action))
    else:
        pay(table, payment_of(action))


def settle(table: Table) -> None:
    """Play the turns' beginnings that leave no choice: who cannot buy must draw."""
    while table.phase == START and must_draw(table):
        draw(table)


def stop(table: Table) -> None:
    if table.log is not None:
        table.log.append({"type": "stop", "seat": table.seat})
    end_turn(table)


# -- drawing ----------------------------------------------------------------------------------------------------


def draw(table: Table) -> None:
    if table.dealt == len(table.deck):
        reshuffle(table)
    card = table.deck[table.dealt]
    table.dealt += 1
    table.drawn += 1
    if table.log is not None:
        table.log.append({"type": "draw", "seat": table.seat, "card": CARD_NAMES[card]})
    table.phase = CONTINUE
    if card == WITCH:
        meet_witch(table)
    elif card == DIAMOND:
        gain(table.diamonds, table.seat, 1)
    elif card == FAIRY:
        gain(table.fairies, table.seat, 1)
    else:
        take_part(table, card)


def reshuffle(table: Table) -> None:
    """The returned cards become the draw pile, from a stream of this reshuffle's own."""
    table.deck = table.returned()
    table.dealt = 0
    table.reshuffles += 1
    table.deal.stream("reshuffle", table.reshuffles).shuffle(table.deck)
    table.parts[RETURNED] = NO_PARTS
    table.diamonds[RETURNED] = 0
    table.fairies[RETURNED] = 0
    table.witches = 0
    if table.log is not None:
        table.log.append({"type": "reshuffle", "cards": len(table.deck)})


def take_part(table: Table, part: int) -> None:
    """A seat that builds nothing must start a free colour; its older parts of that colour join the castle."""
    gain(table.parts, table.seat, PART_BIT[part])
    colour = part // PARTS_PER_CASTLE
    if table.colour[table.seat] == NO_COLOUR and table.builder_of(colour) < 0:
        table.colour[table.seat] = colour
        if table.log is not None:
            letter = COLOUR_LETTERS[colour]
            own = names(table.castle(table.seat))
            table.log.append({"type": "build", "seat": table.seat, "colour": letter, "castle": own})
    check_victory(table)


# -- the witch --------------------------------------------------------------------------------------------------


def meet_witch(table: Table) -> None:
    if table.fairies[table.seat] > 0:
        table.phase = WITCH_MET
    else:
        ask_payment(table)


def use_fairy(table: Table) -> None:
    move(table.fairies, table.seat, RETURNED, 1)
    table.witches += 1
    if table.log is not None:
        table.log.append({"type": "fairy", "seat": table.seat})
    end_turn(table)


def ask_payment(table: Table) -> None:
    """Three cards or fewer all go; four or more diamonds and nothing else leave no choice either."""
    if table.payable_count(table.seat) <= PENALTY:
        pay(table, tuple(table.payable(table.seat)))
    else:
        table.phase = PAYING


def pay(table: Table, cards: Cards) -> None:
    for card in cards:
        if card == DIAMOND:
            move(table.diamonds, table.seat, RETURNED, 1)
        elif card == FAIRY:
            move(table.fairies, table.seat, RETURNED, 1)
        else:
            move(table.parts, table.seat, RETURNED, PART_BIT[card])
    table.witches += 1
    if table.log is not None:
        table.log.append({"type": "pay", "seat": table.seat, "cards": names(list(cards))})
    free_colour(table)
    end_turn(table)


def free_colour(table: Table) -> None:
    """Who has no part of the colour left builds it no longer, unless colours are locked."""
    colour = table.colour[table.seat]
    if colour == NO_COLOUR or table.castle_size(table.seat) > 0 or table.variant.option("lockColour"):
        return
    table.colour[table.seat] = NO_COLOUR
    if table.log is not None:
        table.log.append({"type": "free", "seat": table.seat, "colour": COLOUR_LETTERS[colour]})


# -- buying -----------------------------------------------------------------------------------------------------


def buy(table: Table, seller: int, part: int) -> None:
    move(table.diamonds, table.seat, seller, PRICE)
    move(table.parts, seller, table.seat, PART_BIT[part])
    if table.log is not None:
        table.log.append({"type": "buy", "seat": table.seat, "seller": seller, "card": CARD_NAMES[part]})
    check_victory(table)
    if table.phase != OVER:
        end_turn(table)


# -- end of turn, end of game -----------------------------------------------------------------------------------


def check_victory(table: Table) -> None:
    if table.castle_size(table.seat) == PARTS_PER_CASTLE:
        finish(table)


def end_turn(table: Table) -> None:
    if table.turn == TURN_CAP:
        finish(table)
        return
    table.turn += 1
    table.seat = (table.seat + 1) % table.seats
    table.drawn = 0
    table.phase = START
    if table.log is not None:
        table.log.append({"type": "turn", "seat": table.seat, "turn": table.turn})


def finish(table: Table) -> None:
    table.phase = OVER
    if table.log is not None:
        table.log.append({"type": "end", "ranks": ranks(table), "capped": is_capped(table)})
